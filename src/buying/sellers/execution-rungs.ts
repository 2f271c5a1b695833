import { usd } from '../../base/core/money.ts'
import { RUNGS, type Rung } from '../../base/core/rungs.ts'
import type { SpendChain } from '../purse/chains.ts'
import type { MarketGood, OutsideGood } from './market.ts'
import { dollarsOfNanos, nanosOf, type Nanos } from './price.ts'
import type { ChainVerdict, SellerVerdict } from './verdict.ts'

/** The cheapest rung that covers a price. */
export const rungFor = (price: Nanos): Rung | undefined =>
  Object.values(RUNGS).find(({ covers }) => price <= nanosOf(covers))

/** How a route can be bought at this moment. */
export interface Lane {
  /**
   * `checked`: its wallet is checked when it is paid. `unproven`: up to a small price, because
   * nothing but a history is missing.
   */
  readonly lane: 'proven' | 'checked' | 'unproven'
  readonly chains: readonly SpendChain[]
  /** Chains on which its wallet has not been checked yet. */
  readonly unlooked: readonly SpendChain[]
}

/** Null where it cannot be bought now on any chain that is wanted. */
export function laneOf({ eligible, byChain }: SellerVerdict, isWanted = anyChain): Lane | null {
  const all = Object.entries(byChain) as [SpendChain, ChainVerdict][]
  const open = all.filter(
    ([chain, each]) => isWanted(chain) && (eligible ? each.eligible : each.unprovenTier === true),
  )
  if (open.length === 0) return null
  const unlooked = open.filter(([, { reason }]) => reason === 'settlement_checked_at_pay_time')
  const lane = unlooked.length === open.length ? 'checked' : 'proven'
  return { lane: eligible ? lane : 'unproven', chains: namesOf(open), unlooked: namesOf(unlooked) }
}

const namesOf = (some: readonly (readonly [SpendChain, unknown])[]): readonly SpendChain[] =>
  some.map(([chain]) => chain)

const anyChain = (_chain: SpendChain): boolean => true

/** Methods that the router calls: none that may delete or replace something. */
export const isCallable = ({ route: { method } }: OutsideGood): boolean =>
  method === null || method === 'GET' || method === 'POST'

/** The fields of a row that say how it is bought in one call, and what that costs. */
export function viaOf(good: MarketGood): Readonly<Record<string, unknown>> {
  const rung = good.price === null || good.price === 0 ? undefined : rungFor(good.price)
  if (!rung || good.price === null) return { executeViaCallableNow: false }
  const via = {
    tool: rung.tool,
    price: rung.price,
    underlyingPriceUsd: dollarsOfNanos(good.price),
    routingFeeUsd: dollarsOfNanos((nanosOf(usd(rung.price)) - good.price) as Nanos),
  }
  if (good.isOwn)
    return good.alone === null
      ? { executeVia: via, executeViaCallableNow: true }
      : { executeViaCallableNow: false }
  const lane = isCallable(good) ? laneOf(good.verdict()) : null
  if (!lane) return { executeViaWhenEligible: via, executeViaCallableNow: false }
  return {
    executeVia: via,
    executeViaCallableNow: true,
    ...(lane.lane === 'unproven' && { executeViaLane: 'unproven' }),
  }
}
