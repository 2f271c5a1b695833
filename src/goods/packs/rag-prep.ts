import { z } from 'zod'
import { KB, text } from '../../base/lib/fields.ts'
import { part, textAt } from './_results.ts'
import { definePack } from './_runtime.ts'

/** The limit of the tool that finds duplicates. */
const CHUNKS_MAX = 1_000

export default definePack({
  title: 'RAG preparation',
  tagline: 'A document cleaned, chunked, deduplicated and written as JSON Lines.',
  asks: [
    'prepare a document for RAG: clean, chunk, deduplicate, JSON Lines',
    'make a document ready for retrieval as chunks in JSON Lines',
  ],
  input: z.object({
    text: text(500 * KB)
      .min(1)
      .describe('The document, up to 500 KB.'),
    size: z.int().min(50).max(8_000).default(800).describe('Most tokens in a chunk, 50 to 8000.'),
  }),
  steps: [
    { tool: 'whitespace-clean', input: ({ text: given }) => ({ text: given }) },
    {
      tool: 'text-chunk',
      after: ['whitespace-clean'],
      input({ size }, results) {
        const given = withText(results['whitespace-clean'])
        return given && { ...given, size }
      },
    },
    {
      tool: 'dedupe-texts',
      after: ['text-chunk'],
      input(_given, results) {
        const texts = chunksOf(results).flatMap((chunk) => textAt(chunk, 'text') ?? [])
        return texts.length < 2 ? null : { texts: texts.slice(0, CHUNKS_MAX) }
      },
    },
    {
      tool: 'keywords',
      after: ['whitespace-clean'],
      input: (_given, results) => withText(results['whitespace-clean']),
    },
    {
      tool: 'jsonl',
      after: ['text-chunk'],
      input(_given, results) {
        const chunks = chunksOf(results)
        return chunks.length === 0 ? null : { data: chunks }
      },
    },
  ],
  examples: [
    {
      input: {
        text:
          'Tea is  green. It is picked by hand in spring, dried over a fire for an hour, and sold ' +
          'by weight in small tins that keep the light out.\n\nCoffee is black. It is roasted for ' +
          'a quarter of an hour, ground just before use, and brewed with water that does not quite ' +
          'boil, because boiling water makes it bitter.',
        size: 50,
      },
    },
  ],
})

function withText(result: unknown): { text: string } | null {
  const text = textAt(result, 'text')
  return text === null ? null : { text }
}

function chunksOf(results: Readonly<Record<string, unknown>>): readonly unknown[] {
  const chunks = part(results['text-chunk'], 'chunks')
  return Array.isArray(chunks) ? chunks : []
}
