import { z } from 'zod'
import { nullIfTheirs } from '../../../../base/core/failover.ts'
import { Fault } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { l2beat, type ScalingProject } from '../../../../capabilities/upstreams/l2beat.ts'

/** Activity takes one request per network. */
const RANKED_MAX = 25

export default defineTool({
  route: 'GET /api/l2-ranking',
  name: 'Rank layer-2 networks',
  description: 'Layer-2 networks by value secured or by activity, with their maturity stage.',
  asks: [
    'biggest layer 2 networks by tvl',
    'rollups ranked by activity, with their stage',
    'which rollup is the largest',
    'Arbitrum against Optimism',
  ],
  price: '$0.002',
  uses: { l2beat },
  input: z.object({
    limit: z.int().min(1).max(100).default(20).describe('Most networks, 1 to 100.'),
    sort: z
      .enum(['tvs', 'activity'])
      .default('tvs')
      .describe(
        `tvs: by value secured; activity: by user operations, among the ${RANKED_MAX} networks with the most value.`,
      ),
  }),
  output: z.object({
    chains: z
      .array(
        z.object({
          name: z.string(),
          slug: z.string(),
          type: z.string().describe('layer2 or layer3.'),
          category: z.string().nullable(),
          hostChain: z.string().nullable(),
          stage: z
            .string()
            .nullable()
            .describe('Stage 0 to 2 by L2BEAT: how little users have to trust an operator.'),
          tvsUsd: z.number().describe('Value secured.'),
          change7dPct: z.number().nullable(),
          uops: z
            .number()
            .nullable()
            .describe(
              'User operations per second on the last whole day; only when sorted by activity.',
            ),
        }),
      )
      .describe('Largest first.'),
    totalUsd: z.number().describe('Value of all active networks.'),
    count: z.int(),
    total: z.int(),
  }),
  examples: [{ input: { limit: 10 } }, { input: { sort: 'activity' } }],

  async run({ limit, sort }, { l2beat }) {
    const running = (await l2beat.projects())
      .filter(({ isArchived, isUpcoming }) => !isArchived && !isUpcoming)
      .toSorted((a, b) => b.tvs.breakdown.total - a.tvs.breakdown.total)
    const chosen = sort === 'tvs' ? running : running.slice(0, RANKED_MAX)
    const active = sort === 'tvs' ? [] : await activityOf(chosen, l2beat)
    const rows = chosen.map((one, at) => ({
      name: one.name,
      slug: one.slug,
      type: one.type,
      category: one.category ?? null,
      hostChain: one.hostChain ?? null,
      stage: one.stage ?? null,
      tvsUsd: Math.round(one.tvs.breakdown.total),
      change7dPct: one.tvs.change7d == null ? null : Number((one.tvs.change7d * 100).toFixed(4)),
      uops: active[at] ?? null,
    }))
    const sorted = sort === 'tvs' ? rows : rows.toSorted((a, b) => (b.uops ?? -1) - (a.uops ?? -1))
    const chains = sorted.slice(0, limit)
    return {
      chains,
      totalUsd: Math.round(running.reduce((sum, { tvs }) => sum + tvs.breakdown.total, 0)),
      count: chains.length,
      total: running.length,
    }
  },
})

async function activityOf(
  projects: readonly ScalingProject[],
  { operationsPerSecond }: { operationsPerSecond(slug: string): Promise<number | null> },
): Promise<readonly (number | null)[]> {
  const asked = projects.map(async ({ slug }) => operationsPerSecond(slug).catch(nullIfTheirs))
  const told = await Promise.all(asked)
  if (told.every((one) => one === null))
    throw new Fault('upstream_failed', 'L2BEAT has no activity data at the moment.')
  return told
}
