import { z } from 'zod'
import { webUrl } from '../../base/lib/web-url.ts'
import { textAt } from './_results.ts'
import { definePack } from './_runtime.ts'

/** The shortest limit of the tools behind it, for any characters. */
const CHARACTERS_MAX = 120_000

export default definePack({
  title: 'Document intelligence',
  tagline: 'A PDF opened up: facts, Markdown, entities, key phrases and chunks.',
  asks: [
    'open up a PDF: its facts, entities, key phrases and chunks',
    'document intelligence of a PDF with Markdown, entities and chunks',
  ],
  input: z.object({ url: webUrl().describe('A PDF of at most 20 MB and 2000 pages.') }),
  steps: [
    { tool: 'pdf-info', input: ({ url }) => ({ url }) },
    { tool: 'pdf-to-markdown', input: ({ url }) => ({ url }) },
    ...(['extract-entities', 'keywords', 'text-chunk'] as const).map((tool) => ({
      tool,
      after: ['pdf-to-markdown'],
      input(_given: unknown, results: Readonly<Record<string, unknown>>) {
        const markdown = textAt(results['pdf-to-markdown'], 'markdown')
        return markdown === null ? null : { text: markdown.slice(0, CHARACTERS_MAX).toWellFormed() }
      },
    })),
  ],
  examples: [{ input: { url: 'https://example.com/10k.pdf' } }],
})
