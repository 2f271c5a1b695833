import type { ChainState } from '../chains/state.ts'

/** A price feed of Chainlink. */
export interface ChainlinkFeed {
  /** Such as ETH/USD. */
  readonly pair: string
  readonly address: string
  /** The longest time between two updates. */
  readonly heartbeatSeconds: number
}

/** Feeds of sequencer uptime by chain id. While a sequencer is down, prices are stale. */
const SEQUENCERS: Readonly<Record<number, string>> = {
  8453: '0xBCF85224fc0756B9Fa45aA7892530B47e10b6433',
  42161: '0xFdB631F5EE196F0ed6FAa767959853A9F217697D',
  10: '0x371EAD81c9102C9BF4874A9075FFFf170F2Ee389',
}
const LATEST_ROUND = '0xfeaf968c'
const DECIMALS = '0x313ce567'
/** After it is up again, feeds need some time. */
const GRACE_SECONDS = 3_600

export interface OraclePrice {
  readonly feed: string
  readonly price: number | null
  readonly roundId: string | null
  readonly updatedIso: string | null
  readonly ageSeconds: number | null
  readonly heartbeatSeconds: number
  readonly stale: boolean
}

/** The price of a feed, and whether it is fresh. */
export async function oraclePrice(
  state: ChainState,
  { address, heartbeatSeconds }: ChainlinkFeed,
  nowMs: number,
): Promise<OraclePrice> {
  const [round, scale] = await Promise.all([
    state.call({ to: address, data: LATEST_ROUND }),
    state.call({ to: address, data: DECIMALS }),
  ])
  const none = { feed: address, heartbeatSeconds, roundId: null, updatedIso: null }
  if (!round.isOk || round.data.length < 322 || !scale.isOk || scale.data.length !== 66)
    return { ...none, price: null, ageSeconds: null, stale: true }
  const word = (at: number) => BigInt(`0x${round.data.slice(2 + at * 64, 66 + at * 64)}`)
  const answer = BigInt.asIntN(256, word(1))
  const updated = Number(word(3))
  const ageSeconds = Math.max(0, Math.round(nowMs / 1_000 - updated))
  return {
    feed: address,
    price: answer > 0n ? Number(answer) / 10 ** Number(BigInt(scale.data)) : null,
    roundId: String(word(0)),
    updatedIso: new Date(updated * 1_000).toISOString(),
    ageSeconds,
    heartbeatSeconds,
    stale: answer <= 0n || ageSeconds > heartbeatSeconds,
  }
}

/** Null if the network has no such feed; false also during the grace period after a restart. */
export async function isSequencerUp(state: ChainState, nowMs: number): Promise<boolean | null> {
  const feed = SEQUENCERS[state.network.chainId]
  if (feed === undefined) return null
  const round = await state.call({ to: feed, data: LATEST_ROUND })
  if (!round.isOk || round.data.length < 322) return false
  const answer = BigInt(`0x${round.data.slice(66, 130)}`)
  const since = Number(BigInt(`0x${round.data.slice(130, 194)}`))
  return answer === 0n && nowMs / 1_000 - since > GRACE_SECONDS
}

/**
 * The dollar price of the native coin by an oracle on the same chain; null if there is none, or it
 * is stale.
 */
export async function nativeUsd(
  state: ChainState,
  feeds: readonly ChainlinkFeed[],
  nowMs: number,
): Promise<number | null> {
  const symbol = state.network.nativeSymbol
  // Some chains count their fees in dollars.
  if (symbol === 'USD') return 1
  const feed = feeds.find(({ pair }) => pair === `${symbol}/USD`)
  if (!feed) return null
  const { price, stale } = await oraclePrice(state, feed, nowMs)
  return stale ? null : price
}
