import { z } from 'zod'
import { badInput, notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'
import { defillama } from '../../../../capabilities/upstreams/defillama.ts'

/** Exchanges hold coins for others; they are not DeFi protocols. */
const NO_DEFI = 'CEX'

export default defineTool({
  route: 'GET /api/defi-ranking',
  name: 'Rank DeFi protocols',
  description: 'DeFi protocols ranked by value locked, fees or volume; or chains by value locked.',
  asks: [
    'rank defi protocols by fees or volume',
    'rank chains by value locked in defi',
    'biggest DeFi protocols',
    'top chains by TVL',
  ],
  price: '$0.002',
  uses: { defillama },
  input: z.object({
    by: z.enum(['tvl', 'fees', 'volume', 'chains']).default('tvl').describe('Figure to rank by.'),
    chain: line(40).optional().describe('Only those on this chain, such as Base.'),
    category: line(60).optional().describe('Only protocols of this category, such as Lending.'),
    limit: z.int().min(1).max(100).default(25).describe('Most rows, 1 to 100.'),
  }),
  output: z.object({
    by: z.string(),
    rows: z
      .array(
        z.object({
          name: z.string(),
          slug: z.string().nullable(),
          category: z.string().nullable(),
          chains: z.array(z.string()),
          valueUsd: z
            .number()
            .describe(
              'Value locked on all its chains; or fees or volume of 24 hours, on the given chain.',
            ),
          change1dPct: z.number().nullable(),
          change7dPct: z.number().nullable(),
        }),
      )
      .describe('Largest first. Centralised exchanges are listed only in their own category.'),
    count: z.int(),
    total: z.int().describe('Number of all rows that match.'),
  }),
  examples: [{ input: { by: 'fees', limit: 10 } }, { input: { by: 'chains' } }],

  async run({ by, chain, category, limit }, { defillama }) {
    if (by === 'chains' && (chain !== undefined || category !== undefined))
      throw badInput('by: for chains, chain and category must be left out.')
    const all = await rowsOf(by, chain, defillama)
    const [place, kind] = [chain?.toLowerCase(), category?.toLowerCase()]
    const fitting = all
      .filter((row) => place === undefined || row.chains.some((one) => one.toLowerCase() === place))
      .filter((row) =>
        kind === undefined
          ? by !== 'tvl' || row.category !== NO_DEFI
          : row.category?.toLowerCase() === kind,
      )
      .toSorted((a, b) => b.valueUsd - a.valueUsd)
    if (fitting.length === 0) throw notFound('No protocol is on that chain, or in that category.')
    const rows = fitting.slice(0, limit)
    return { by, rows, count: rows.length, total: fitting.length }
  },
})

interface Row {
  readonly name: string
  readonly slug: string | null
  readonly category: string | null
  readonly chains: string[]
  readonly valueUsd: number
  readonly change1dPct: number | null
  readonly change7dPct: number | null
}

type Llama = ReturnType<ReturnType<typeof defillama.open>>

async function rowsOf(by: string, chain: string | undefined, llama: Llama): Promise<Row[]> {
  const none = { slug: null, category: null, chains: [], change1dPct: null, change7dPct: null }
  if (by === 'chains')
    return (await llama.chains()).map(({ name, tvl }) => ({ ...none, name, valueUsd: tvl }))
  const told =
    by === 'tvl'
      ? (await llama.protocols()).map(({ tvl, ...one }) => ({ ...one, value: tvl }))
      : (await llama.overview(by === 'fees' ? 'fees' : 'dexs', chain)).protocols.map(
          ({ total24h, ...one }) => ({ ...one, value: total24h }),
        )
  return told.flatMap((one) =>
    one.value == null
      ? []
      : [
          {
            name: one.name,
            slug: one.slug ?? null,
            category: one.category ?? null,
            chains: one.chains ?? [],
            valueUsd: one.value,
            change1dPct: one.change_1d ?? null,
            change7dPct: one.change_7d ?? null,
          },
        ],
  )
}
