import { z } from 'zod'
import { isTheirs } from '../../../../base/core/failover.ts'
import { Fault } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { braveSearch, type Hit } from '../../../../capabilities/upstreams/brave-search.ts'
import { dated, freshness, query } from './_fields.ts'
import { pageKey } from '../../../../base/lib/same-page.ts'

export default defineTool({
  route: 'POST /api/multi-search',
  name: 'Several web searches',
  description: 'Up to five web searches in one paid call, plus one list merged by URL.',
  asks: [
    'five search queries together',
    'search the web for many queries in one request',
    'several questions to the web at once',
  ],
  price: '$0.040',
  uses: { braveSearch },
  input: z.object({
    queries: z
      .array(query())
      .min(1)
      .max(5)
      .describe('What to search for: 1 to 5 queries of at most 400 characters.'),
    count: z.int().min(1).max(20).default(5).describe('Most results of each query, 1 to 20.'),
    freshness: freshness(),
  }),
  output: z.object({
    results: z.array(
      z.object({
        query: z.string(),
        results: z.array(z.object(dated)),
        error: z.string().nullable().describe('Why this query failed.'),
      }),
    ),
    merged: z
      .array(
        z.object({
          url: z.string(),
          title: z.string(),
          queries: z.array(z.string()).describe('Queries that found it.'),
        }),
      )
      .describe('Every page once; pages that most queries found come first.'),
  }),
  examples: [
    {
      input: { queries: ['x402 spec', 'payments site-a'], count: 2 },
      at: '2026-01-01T00:00:00Z',
      output: {
        results: [
          {
            query: 'x402 spec',
            results: [
              {
                title: "x402: the web's way to pay",
                url: 'https://www.x402.example/protocol',
                description: 'An open standard for payments over HTTP & more.',
                age: '2 days ago',
                publishedAt: '2025-12-30T08:15:00.000Z',
              },
              {
                title: 'HTTP status 402',
                url: 'https://docs.example/402',
                description: 'Payment required.',
                age: null,
                publishedAt: null,
              },
            ],
            error: null,
          },
          {
            query: 'payments site-a',
            results: [
              {
                title: 'HTTP status 402',
                url: 'http://docs.example/402/?utm_source=a#top',
                description: '',
                age: null,
                publishedAt: null,
              },
              {
                title: 'Only here',
                url: 'https://only.example/',
                description: '',
                age: null,
                publishedAt: null,
              },
            ],
            error: null,
          },
        ],
        merged: [
          {
            url: 'https://docs.example/402',
            title: 'HTTP status 402',
            queries: ['payments site-a', 'x402 spec'],
          },
          {
            url: 'https://www.x402.example/protocol',
            title: "x402: the web's way to pay",
            queries: ['x402 spec'],
          },
          { url: 'https://only.example/', title: 'Only here', queries: ['payments site-a'] },
        ],
        source: 'Brave Search',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ queries, count, freshness }, { braveSearch }) {
    const once = [...new Set(queries)]
    const outcomes = await Promise.all(
      once.map(async (q): Promise<QueryResult> => {
        try {
          return { query: q, hits: await braveSearch.web({ q, count, freshness }), fault: null }
        } catch (thrown) {
          if (!isForOneQuery(thrown)) throw thrown
          return { query: q, hits: [], fault: thrown }
        }
      }),
    )
    if (outcomes.every(({ fault }) => fault)) throw worstOf(outcomes)
    const results = outcomes.map(({ query: asked, hits, fault }) => ({
      query: asked,
      results: hits,
      error: fault?.message ?? null,
    }))
    return { results, merged: mergedOf(outcomes) }
  },
})

interface QueryResult {
  readonly query: string
  readonly hits: readonly Hit[]
  readonly fault: Fault | null
}

/** A fault of one query: the provider refuses it, or fails for it. */
const isForOneQuery = (thrown: unknown): thrown is Fault =>
  isTheirs(thrown) || (thrown instanceof Fault && thrown.code === 'bad_input')

/** A fault of the provider has priority over a mistake of the caller. */
const worstOf = (outcomes: readonly QueryResult[]): Fault | null =>
  outcomes.map(({ fault }) => fault).find(isTheirs) ?? outcomes[0]?.fault ?? null

interface Merged {
  /** The shortest of its addresses, because tracking parameters only make them longer. */
  url: string
  readonly title: string
  readonly queries: string[]
}

function mergedOf(outcomes: readonly QueryResult[]): readonly Merged[] {
  const byPage = new Map<string, Merged>()
  const most = Math.max(...outcomes.map(({ hits }) => hits.length))
  // Rank by rank, so that the first result of a later query does not come after all results of an
  // earlier one.
  for (let rank = 0; rank < most; rank += 1)
    for (const { query: found, hits } of outcomes) {
      const hit = hits[rank]
      if (!hit) continue
      const key = pageKey(hit.url)
      const known = byPage.get(key)
      if (!known) {
        byPage.set(key, { url: hit.url, title: hit.title, queries: [found] })
        continue
      }
      if (hit.url.length < known.url.length) known.url = hit.url
      if (!known.queries.includes(found)) known.queries.push(found)
    }
  return [...byPage.values()].toSorted((a, b) => b.queries.length - a.queries.length)
}
