import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { threadWork } from '../../../../base/core/thread-work.ts'
import { KB, text } from '../../../../base/lib/fields.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { web } from '../../../../outside/net/web.ts'
import { threads } from '../../../../engines/threads/threads.ts'
import { fetchPage } from '../_page.ts'

const CHANGES = threadWork<typeof import('./_changes-thread.ts')>(
  import.meta.url,
  './_changes-thread.ts',
)

export default defineTool({
  route: 'POST /api/page-changes',
  name: 'Page changes',
  description:
    'Compare the live text of a page with an earlier copy or hash; returns a unified diff. ' +
    'Without either, it answers the text and the hash to compare with later.',
  asks: [
    'did this web page change',
    'diff a page against an earlier version',
    'did the page change since last week',
    'what is new on a site',
  ],
  price: '$0.004',
  uses: { web, threads },
  input: z.object({
    url: webUrl().describe('The page to watch; redirects are followed.'),
    previousText: text(500 * KB)
      .optional()
      .describe('`text` of an earlier answer, up to 500 KB.'),
    previousHash: z
      .string()
      .regex(/^(0x)?[0-9a-fA-F]{64}$/, { error: 'must be 64 hex digits' })
      .optional()
      .describe('`hash` of an earlier answer.'),
    selector: z
      .string()
      .min(1)
      .max(300)
      .optional()
      .describe('CSS selector of the part to watch, such as #prices. Default: the whole page.'),
  }),
  output: z.object({
    url: z.url().describe('Address of the page, after redirects.'),
    changed: z
      .boolean()
      .describe('Whether the page changed; false if there is nothing to compare with.'),
    hash: z.string().describe('SHA-256 of `text`, as lower-case hex.'),
    addedLines: z.int().describe('Number of added lines; 0 if only a hash was given.'),
    removedLines: z.int().describe('Number of removed lines; 0 if only a hash was given.'),
    diff: z.string().describe('Unified diff; empty if nothing changed or only a hash was given.'),
    text: z.string().describe('Visible text of the page, one line per block.'),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: {
        url: 'https://example.com/post',
        selector: 'article ul',
        previousText: 'the granite steps\nthe lighthouse',
      },
      output: {
        url: 'https://example.com/post',
        changed: true,
        hash: 'ee93b04d381cb872895cb99924f5dac42e108dc04891bdaae60e0b70df6bfdd7',
        addedLines: 1,
        removedLines: 1,
        diff: '--- before\n+++ after\n@@ -1,2 +1,2 @@\n the granite steps\n-the lighthouse\n+the crane, which still turns\n',
        text: 'the granite steps\nthe crane, which still turns',
        source: 'example.com',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    {
      input: {
        url: 'https://example.com/post',
        previousHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      },
    },
  ],

  async run(input, { web, threads }) {
    const { previousText, previousHash, selector } = input
    const page = await fetchPage(web, input.url)
    const subject = `the page of ${new URL(page.url).host}`
    const asked = { page, selector, previousText }
    const found = await threads.run(CHANGES, asked, { subject })
    const { hash, addedLines, removedLines, text } = found
    const isOther = previousHash?.toLowerCase().replace(/^0x/, '') !== hash
    return {
      url: page.url,
      changed: found.diff === null ? previousHash !== undefined && isOther : found.diff !== '',
      hash,
      addedLines,
      removedLines,
      diff: found.diff ?? '',
      text,
    }
  },
})
