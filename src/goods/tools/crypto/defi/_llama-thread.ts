import { z } from 'zod'
import { Fault, notFound } from '../../../../base/core/fault.ts'

/** Which of the two large files to read, and what to pick from it. */
export type PoolFilter = ProtocolWanted | PoolsWanted

export interface ProtocolWanted {
  readonly kind: 'protocol'
  readonly text: string
  readonly days: number
}

export interface PoolsWanted {
  readonly kind: 'pools'
  readonly text: string
  readonly chain: string | null
  readonly token: string | null
  readonly project: string | null
  readonly stablecoin: boolean | null
  readonly minTvlUsd: number
  readonly limit: number
}

const figure = z.number().nullish()
const Protocol = z.object({
  name: z.string(),
  category: z.string().nullish(),
  mcap: figure,
  audit_links: z.array(z.string()).nullish(),
  currentChainTvls: z.record(z.string(), z.number()),
  tvl: z.array(z.object({ date: z.number(), totalLiquidityUSD: z.number() })),
})
const Pools = z.object({
  data: z.array(
    z.object({
      pool: z.string(),
      chain: z.string(),
      project: z.string(),
      symbol: z.string(),
      tvlUsd: figure,
      apy: figure,
      apyBase: figure,
      apyReward: figure,
      ilRisk: z.string().nullish(),
      exposure: z.string().nullish(),
      stablecoin: z.boolean().nullish(),
      outlier: z.boolean().nullish(),
    }),
  ),
})

/** Values that count borrowed, staked or double-counted coins, which are not locked. */
const EXTRA =
  /^(borrowed|staking|pool2|vesting|doublecounted|liquidstaking|dcAndLsOverlap|offers|treasury)$|-(borrowed|staking|pool2|vesting|doublecounted|liquidstaking|treasury|dcAndLsOverlap)$/
const WEEK = 7

export function work(wanted: PoolFilter) {
  return wanted.kind === 'protocol' ? { protocol: protocolOf(wanted) } : { pools: poolsOf(wanted) }
}

function protocolOf({ text, days }: ProtocolWanted) {
  const { name, category, mcap, audit_links, currentChainTvls, tvl } = parseAs(Protocol, text)
  const values = tvl.map(({ totalLiquidityUSD }) => totalLiquidityUSD)
  const [now, before] = [values.at(-1), values.at(-1 - WEEK)]
  const chains = Object.entries(currentChainTvls).filter(([part]) => !EXTRA.test(part))
  return {
    name,
    category: category ?? null,
    tvlUsd: now ?? null,
    change7dPct: now !== undefined && before ? Number(((now / before - 1) * 100).toFixed(4)) : null,
    byChain: Object.fromEntries(chains.toSorted(([, a], [, b]) => b - a)),
    history: tvl.slice(-days).map(({ date, totalLiquidityUSD }) => ({
      date: new Date(date * 1_000).toISOString().slice(0, 10),
      tvlUsd: totalLiquidityUSD,
    })),
    mcapUsd: mcap ?? null,
    audits: (audit_links ?? []).filter((link) => URL.canParse(link)).slice(0, 20),
  }
}

const is = (a: string, b: string | null): boolean => b === null || a.toLowerCase() === b

function poolsOf(wanted: PoolsWanted) {
  const { chain, token, project, stablecoin, minTvlUsd, limit } = wanted
  const fitting = parseAs(Pools, wanted.text).data.filter(
    (one) =>
      is(one.chain, chain) &&
      is(one.project, project) &&
      (token === null ||
        one.symbol
          .toLowerCase()
          .split(/[^a-z0-9.]+/)
          .includes(token)) &&
      (stablecoin === null || one.stablecoin === stablecoin) &&
      (one.tvlUsd ?? 0) >= minTvlUsd,
  )
  if (fitting.length === 0)
    throw notFound('No pool fits: try another chain, token or project, or a smaller minTvlUsd.')
  const rows = fitting
    .toSorted((a, b) => (b.apy ?? 0) - (a.apy ?? 0))
    .slice(0, limit)
    .map((one) => ({
      pool: one.pool,
      project: one.project,
      chain: one.chain,
      symbol: one.symbol,
      apyPct: one.apy ?? null,
      baseApyPct: one.apyBase ?? null,
      rewardApyPct: one.apyReward ?? null,
      tvlUsd: one.tvlUsd ?? null,
      ilRisk: one.ilRisk ?? null,
      exposure: one.exposure ?? null,
      outlier: one.outlier ?? null,
    }))
  return { rows, total: fitting.length }
}

function parseAs<S extends z.ZodType>(schema: S, text: string): z.output<S> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new Fault('upstream_failed', 'DefiLlama did not answer with JSON.', { cause })
  }
  const { data, error } = schema.safeParse(value)
  if (error)
    throw new Fault('upstream_failed', 'DefiLlama answered in an unknown shape.', { cause: error })
  return data
}
