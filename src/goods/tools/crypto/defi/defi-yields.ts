import { z } from 'zod'
import { Fault } from '../../../../base/core/fault.ts'
import { threadWork } from '../../../../base/core/thread-work.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'
import { threads } from '../../../../engines/threads/threads.ts'
import { defillama } from '../../../../capabilities/upstreams/defillama.ts'

const READ = threadWork<typeof import('./_llama-thread.ts')>(import.meta.url, './_llama-thread.ts')

export default defineTool({
  route: 'GET /api/defi-yields',
  name: 'DeFi yields',
  description: 'Lending and liquidity yields (APY), filtered by chain, token, project and size.',
  asks: [
    'defi yields by chain, token and project',
    'apy of lending and liquidity pools',
    'where do I get the best interest on my USDC',
    'staking and lending rates',
    'passive income with stablecoins',
    'APY',
  ],
  price: '$0.002',
  uses: { defillama, threads },
  input: z.object({
    chain: line(40).optional().describe('Such as Base or Ethereum.'),
    token: line(40).optional().describe('Symbol of a token in the pool, such as USDC.'),
    project: line(100).optional().describe('Slug of the project, such as aave-v3.'),
    stablecoin: z.boolean().optional().describe('true: only stablecoins; false: only others.'),
    minTvlUsd: z
      .number()
      .min(0)
      .max(1e15)
      .default(1_000_000)
      .describe('Smallest value locked, in dollars; smaller pools are left out.'),
    limit: z.int().min(1).max(100).default(20).describe('Most pools, 1 to 100.'),
  }),
  output: z.object({
    pools: z
      .array(
        z.object({
          pool: z.string(),
          project: z.string(),
          chain: z.string(),
          symbol: z.string(),
          apyPct: z
            .number()
            .nullable()
            .describe('Yearly yield at this moment; it changes every day.'),
          baseApyPct: z.number().nullable(),
          rewardApyPct: z
            .number()
            .nullable()
            .describe('Part of the yield that is paid in reward tokens, whose price may fall.'),
          tvlUsd: z.number().nullable(),
          ilRisk: z
            .string()
            .nullable()
            .describe(
              'Risk of impermanent loss, when the prices of the tokens diverge: yes or no.',
            ),
          exposure: z
            .string()
            .nullable()
            .describe('single or multi: whether one or several tokens are held.'),
          outlier: z
            .boolean()
            .nullable()
            .describe('The yield is so high that it is probably wrong or short-lived.'),
        }),
      )
      .describe('Highest yield first. A high yield means a high risk.'),
    count: z.int(),
    total: z.int().describe('Number of all pools that match.'),
  }),
  examples: [
    { input: { chain: 'Base', stablecoin: true, limit: 5 } },
    { input: { token: 'usdc', project: 'morpho' } },
  ],

  async run({ chain, token, project, stablecoin, minTvlUsd, limit }, { defillama, threads }) {
    const wanted = {
      kind: 'pools' as const,
      text: await defillama.poolsText(),
      chain: chain?.toLowerCase() ?? null,
      token: token?.toLowerCase() ?? null,
      project: project?.toLowerCase() ?? null,
      stablecoin: stablecoin ?? null,
      minTvlUsd,
      limit,
    }
    const found = await threads.run(READ, wanted, { subject: 'the list of pools' })
    if (!('pools' in found))
      throw new Fault('upstream_failed', 'DefiLlama answered in an unknown shape.')
    const { rows, total } = found.pools
    return { pools: rows, count: rows.length, total }
  },
})
