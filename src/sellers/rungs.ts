import { usd } from '../core/money.ts'
import { RUNGS, type Rung } from '../core/rungs.ts'
import type { SpendChain } from '../purse/chains.ts'
import type { MarketGood, OutsideGood } from './market.ts'
import { dollarsOfNanos, nanosOf, type Nanos } from './price.ts'
import type { Verdict } from './verdict.ts'

/** The cheapest rung that covers a price. */
export const rungFor = (price: Nanos): Rung | undefined =>
  Object.values(RUNGS).find(({ covers }) => price <= nanosOf(covers))

/** How a route can be bought at this moment. */
export interface Lane {
  /** `unproven`: up to a small price, because nothing but a history is missing. */
  readonly lane: 'proven' | 'unproven'
  readonly chains: readonly SpendChain[]
}

/** Null where it cannot be bought now. */
export function laneOf({ eligible, byChain }: Verdict): Lane | null {
  const chains = Object.entries(byChain) as [SpendChain, (typeof byChain)[SpendChain]][]
  const wanted = chains.filter(([, each]) => (eligible ? each?.eligible : each?.unprovenTier))
  if (wanted.length === 0) return null
  return { lane: eligible ? 'proven' : 'unproven', chains: wanted.map(([chain]) => chain) }
}

/** Methods that the router calls: none that may delete or replace something. */
export const isCallable = ({ route: { method } }: OutsideGood): boolean =>
  method === null || method === 'GET' || method === 'POST'

/** The fields of a row that say how it is bought in one call, and what that costs. */
export function viaOf(good: MarketGood): Readonly<Record<string, unknown>> {
  const rung = good.price === null || good.price === 0 ? undefined : rungFor(good.price)
  if (!rung || good.price === null) return {}
  const via = {
    tool: rung.tool,
    price: rung.price,
    underlyingPriceUsd: dollarsOfNanos(good.price),
    routingFeeUsd: dollarsOfNanos((nanosOf(usd(rung.price)) - good.price) as Nanos),
  }
  if (good.isOwn) return good.alone !== null ? {} : { executeVia: via, executeViaCallableNow: true }
  const lane = isCallable(good) ? laneOf(good.verdict()) : null
  if (!lane) return { executeViaWhenEligible: via, executeViaCallableNow: false }
  return {
    executeVia: via,
    executeViaCallableNow: true,
    ...(lane.lane === 'unproven' && { executeViaLane: 'unproven' }),
  }
}
