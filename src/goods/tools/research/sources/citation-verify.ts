import { z } from 'zod'
import { Fault } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { threadWork } from '../../../../base/core/thread-work.ts'
import { decodedText } from '../../../../engines/language/decoded-text.ts'
import { MB, text } from '../../../../base/lib/fields.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { web } from '../../../../outside/net/web.ts'
import { threads } from '../../../../engines/threads/threads.ts'
import { wayback } from '../../../../capabilities/upstreams/wayback.ts'
import { dayOf, rounded } from '../_trend.ts'

const QUOTES = threadWork<typeof import('./_quotes-thread.ts')>(
  import.meta.url,
  './_quotes-thread.ts',
)

const QUOTE_BYTES_MAX = 4_000
const QUOTE_LETTERS_MAX = 1_000
const FILE_BYTES_MAX = 20 * MB
/** So many addresses are read at the same time. */
const LANES = 4
const ACCEPT = 'text/html,application/xhtml+xml,application/pdf;q=0.9,text/plain;q=0.8,*/*;q=0.1'

export default defineTool({
  route: 'POST /api/citation-verify',
  name: 'Citation check',
  description: 'Verify citations: does the cited address contain the quoted words, word by word.',
  asks: [
    'do quoted words stand at the cited address',
    'verify quoted words word by word',
    'does the page really say what is quoted',
    'check a quotation',
  ],
  price: '$0.005',
  pace: 'slow',
  uses: { web, threads, wayback },
  input: z.object({
    claims: z
      .array(
        z.object({
          quote: text(QUOTE_BYTES_MAX)
            .max(QUOTE_LETTERS_MAX)
            .refine((quote) => /[\p{L}\p{N}]/u.test(quote), { error: 'must hold a word' })
            .describe('The quoted words, at most 1,000 characters.'),
          url: webUrl().describe('The cited address, of a page or a PDF.'),
        }),
      )
      .min(1)
      .max(20)
      .describe('1 to 20 quotes; each address is read once.'),
    near: z
      .number()
      .min(0.5)
      .max(1)
      .default(0.9)
      .describe('Least similarity, 0.5 to 1, at which words that differ a little count as found.'),
  }),
  output: z.object({
    results: z.array(
      z.object({
        url: z.string(),
        quote: z.string(),
        verdict: z
          .enum(['exact', 'near', 'absent', 'unreadable'])
          .describe(
            'exact: the same words in the same order, whatever their case and punctuation. near: ' +
              '`score` reaches `near`. absent: neither, in what the page shows without scripts. ' +
              'unreadable: the address did not answer with a text.',
          ),
        score: z.number().nullable().describe('Similarity by words, 0 to 1.'),
        found: z.boolean(),
        context: z
          .string()
          .nullable()
          .describe('The best match on the page, with the text around it.'),
        title: z.string().nullable().describe('Title of the page.'),
        archived: z
          .string()
          .nullable()
          .describe('For an unreadable address: a copy in the Internet Archive, if there is one.'),
        problem: z.string().nullable().describe('Why the address is unreadable.'),
      }),
    ),
    supported: z.int().describe('Number of quotes that were found.'),
    count: z.int(),
  }),
  examples: [
    {
      input: {
        claims: [
          { quote: 'A fare is what a rider pays', url: 'https://example.com/paper.pdf' },
          { quote: 'collected before the ride begins', url: 'https://example.com/paper.pdf' },
        ],
      },
      at: '2026-01-01T00:00:00Z',
    },
    {
      input: {
        claims: [
          {
            quote: 'This domain is for use in illustrative examples',
            url: 'https://example.com',
          },
        ],
      },
    },
  ],

  async run({ claims, near }, { web, threads, wayback, now }) {
    const quotesOf = Map.groupBy(claims, ({ url }) => url)
    const waiting = [...quotesOf]
    const looked = new Map<string, Awaited<ReturnType<typeof look>>>()
    const lane = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [url, asked] = next
        looked.set(url, await look(url, [...new Set(asked.map(({ quote }) => quote))]))
      }
    }
    await Promise.all(Array.from({ length: LANES }, lane))
    const all = [...looked.values()]
    // An address that is gone is worth knowing beside others; nothing at all is worth nothing.
    const isAnyRead = all.some(({ places, archived }) => places !== undefined || archived !== null)
    if (!isAnyRead)
      throw new Fault('upstream_failed', all[0]?.problem ?? 'No address could be read.')
    const results = claims.map(({ url, quote }) => {
      const { title = null, places, archived = null, problem = null } = looked.get(url) ?? {}
      const place = places?.get(quote)
      const verdict = place ? verdictOf(place.score, near) : ('unreadable' as const)
      return {
        url,
        quote,
        verdict,
        score: place ? rounded(place.score, 2) : null,
        found: verdict === 'exact' || verdict === 'near',
        context: place?.context ?? null,
        title,
        archived,
        problem,
      }
    })
    const supported = results.filter(({ found }) => found).length
    return { results, supported, count: results.length }

    async function look(url: string, quotes: readonly string[]) {
      try {
        const read = await threads.run(QUOTES, await wanted(url, quotes), {
          subject: `the page of ${new URL(url).host}`,
        })
        const places = new Map(read.places.map((place, at) => [quotes[at] ?? '', place]))
        return { title: read.title, places }
      } catch (thrown) {
        if (!(thrown instanceof Fault) || thrown.code === 'caller_gone') throw thrown
        return { archived: await copyOf(url), problem: thrown.message }
      }
    }

    async function wanted(url: string, quotes: readonly string[]) {
      const headers = { accept: ACCEPT }
      const answer = await web.request(url, { bytesMax: FILE_BYTES_MAX, headers })
      const { host } = new URL(answer.url)
      if (answer.status < 200 || answer.status > 299)
        throw new Fault('upstream_failed', `${host} answered ${answer.status} for this address.`)
      if (answer.bytes.subarray(0, 1024).includes('%PDF-'))
        return { host, quotes, pdf: answer.bytes }
      const type = answer.headers.get('content-type') ?? ''
      if (/^(image|audio|video|font)\//i.test(type))
        throw new Fault(
          'upstream_failed',
          `${host} answered with ${type}; only HTML, text and PDF can be read.`,
        )
      return { host, quotes, html: await decodedText(answer) }
    }

    /** A copy is an extra: the call must not fail if the archive does not answer. */
    async function copyOf(url: string): Promise<string | null> {
      try {
        return (await wayback.closest(url, dayOf(now())))?.url ?? null
      } catch (thrown) {
        if (!(thrown instanceof Fault) || thrown.code === 'caller_gone') throw thrown
        return null
      }
    }
  },
})

const verdictOf = (score: number, near: number): 'exact' | 'near' | 'absent' =>
  score === 1 ? 'exact' : score >= near ? 'near' : 'absent'
