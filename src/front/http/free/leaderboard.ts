import { isoTime } from '../../../base/lib/iso-time.ts'
import { CALL_MAX, METHODOLOGY } from '../../../buying/sellers/settlements/tally.ts'
import type { Standing, Standings } from '../../../buying/sellers/settlements/board.ts'
import { ok, type EndpointSpec } from '../endpoint.ts'

const TOP_DEFAULT = 20
const TOP_MAX = 100
const SORTS = ['usd', 'calls'] as const

export default {
  path: '/api/leaderboard',
  methods: ['GET'],
  access: 'public',
  summary: 'x402 sellers by what they were paid on Base, counted from the chain.',
  input: {
    top: {
      type: 'integer',
      minimum: 1,
      maximum: TOP_MAX,
      description: `How many rows at most, 1 to ${TOP_MAX}. Default: ${TOP_DEFAULT}.`,
    },
    limit: { type: 'integer', minimum: 1, maximum: TOP_MAX, description: 'Another name of `top`.' },
    include: {
      type: 'string',
      enum: ['all', 'external'],
      default: 'all',
      description: 'Whose rows: of all, or of others only.',
    },
    sort: {
      type: 'string',
      enum: [...SORTS],
      default: 'usd',
      description: 'By dollars, or by settled calls.',
    },
  },
  answer: { type: 'object' },
  refusals: [400],
  open:
    ({ buying: { chainSales } }, { now }) =>
    async (_request, _params, input) => {
      const { include, sort } = input
      const top = Number(input['top'] ?? input['limit'] ?? TOP_DEFAULT)
      const { standings, shared, ...made } = await chainSales.board.standings()
      const rows = standings
        .filter(({ isOwn, calls }) => calls > 0 && (include === 'all' || !isOwn))
        .toSorted(sort === 'calls' ? byCalls : byTotal)
      const { error, network, hasSecond, refreshMs } = chainSales.state()
      return ok({
        spec: 'x402-leaderboard/1',
        asOf: new Date(now()).toISOString(),
        network,
        window: {
          label: made.fromAt === null ? null : `since ${new Date(made.fromAt).toISOString()}`,
          fromBlock: made.fromBlock,
          toBlock: made.toBlock,
          finalizedBlock: made.toBlock,
        },
        maxCallUsd: dollars(CALL_MAX),
        include,
        sort,
        top,
        totalSellers: rows.length,
        leaderboard: rows.slice(0, top).map(rowOf),
        sharedWallets: shared.size,
        coverage: coverageOf(made, hasSecond),
        methodology: METHODOLOGY,
        ...(made.toBlock === null && { warming: true }),
        cache: {
          cachedAt: new Date(made.madeAt).toISOString(),
          lastError: error,
          refreshIntervalMs: refreshMs,
        },
      })
    },
} satisfies EndpointSpec

/** How much of the window a second provider was asked about, and where it said otherwise. */
function coverageOf(
  { fromBlock, toBlock, checks }: Omit<Standings, 'standings' | 'shared'>,
  hasSecond: boolean,
) {
  const sum = (part: 'chunks' | 'blocks' | 'missing' | 'extra', ...outcomes: readonly string[]) =>
    checks
      .filter(({ outcome }) => outcomes.includes(outcome))
      .reduce((all, row) => all + row[part], 0)
  const blocksRead = Math.max(0, (toBlock ?? 0) - (fromBlock ?? 0))
  const blocksAgreed = Math.min(blocksRead, sum('blocks', 'agreed'))
  const last = Math.max(0, ...checks.map(({ last_at }) => last_at))
  return {
    secondProvider: hasSecond,
    blocksRead,
    blocksAgreed,
    agreedShare: blocksRead === 0 ? 0 : share(blocksAgreed, blocksRead),
    chunksAgreed: sum('chunks', 'agreed'),
    chunksDiffered: sum('chunks', 'differed'),
    chunksUnanswered: sum('chunks', 'unanswered'),
    transfersMissingHere: sum('missing', 'differed'),
    transfersMissingThere: sum('extra', 'differed'),
    lastComparedAt: last === 0 ? null : isoTime(last),
  }
}

const byName = (a: Standing, b: Standing): number => (a.name < b.name ? -1 : 1)
const byTotal = (a: Standing, b: Standing): number =>
  a.total === b.total ? b.calls - a.calls || byName(a, b) : a.total > b.total ? -1 : 1
const byCalls = (a: Standing, b: Standing): number =>
  b.calls - a.calls || (a.total === b.total ? byName(a, b) : a.total > b.total ? -1 : 1)

/** For display only: sums are whole millionths. */
const dollars = (micros: bigint): number => Number(micros) / 1_000_000

const share = (part: number, all: number): number => Number((part / all).toFixed(4))

function rowOf(standing: Standing, place: number) {
  const { name, origins, wallets, calls, total, buyers, excluded } = standing
  return {
    rank: place + 1,
    name,
    origins,
    wallets,
    callsSettled: calls,
    totalUsd: dollars(total),
    uniqueBuyers: buyers,
    topPayerCallsShare: share(standing.topByCalls, calls),
    topPayerUsdShare: share(Number(standing.topByTotal), Number(total)),
    withoutTopPayer: {
      callsSettled: calls - standing.topByCalls,
      totalUsd: dollars(total - standing.topByTotal),
      uniqueBuyers: Math.max(0, buyers - 1),
    },
    excluded,
    firstSettledAt: isoTime(standing.firstAt),
    lastSettledAt: isoTime(standing.lastAt),
  }
}
