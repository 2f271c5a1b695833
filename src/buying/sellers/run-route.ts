import type { CallContext, Host } from '../../base/core/capability.ts'
import { Fault } from '../../base/core/fault.ts'
import { usdOf, type Usd } from '../../base/core/money.ts'
import { within } from '../../base/core/time-limits.ts'
import { isSpecialOutput } from '../../base/core/tool-output.ts'
import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import { PURSE, type Bought, type Purse } from '../purse/purse.ts'
import { requiredIn } from './routes.ts'
import { MARKET, type Market, type MarketGood } from './market.ts'
import { UNPROVEN_MOST, type Ware } from './choose-route.ts'
import { LIMITS } from './limits.ts'
import { nanosOf, type Nanos } from './price.ts'

/** What a tool answered that was run for a call. */
export interface Ran {
  readonly result: unknown
  readonly status: number
  /** What the tool costs where it is sold. */
  readonly underlying: Nanos
  readonly isUntrusted: boolean
  readonly bought: Bought | null
}

export interface RunLimits {
  /** Names this purchase within the call: it is paid once. */
  readonly part: string
  readonly most: Usd
  /** How long another seller has for its answer. */
  readonly timeoutMs: number
  /** How long a tool of this service has, where that is less than its own limit. */
  readonly ownMs?: number | undefined
}

/** Runs what the market has, inside a call that is paid for. */
export interface Runner {
  readonly market: Market
  readonly purse: Purse
  /** `why`: it could not be bought from, and was not paid. */
  run(ware: Ware, params: JsonObject, limits: RunLimits): Promise<Ran | { readonly why: string }>
}

export function createRunner(host: Host, call: CallContext): Runner {
  const { market, purse } = partsOf(host)

  async function runOwn({ slug, price }: MarketGood, params: JsonObject, ms: number | undefined) {
    const run = (signal: AbortSignal) => host.run(slug, params, { ...call, signal })
    const result = await (ms === undefined ? run(call.signal) : within(ms, slug, call.signal, run))
    if (isSpecialOutput(result))
      throw new Fault('not_dispatchable', `${slug} answers a file here: call it directly.`)
    const isUntrusted = isObject(result) && result['untrustedContent'] === true
    const underlying = price ?? nanosOf(usdOf(0))
    return { result, status: 200, underlying, isUntrusted, bought: null }
  }

  return {
    market,
    purse,
    async run({ good, lane }, params, { part, most, timeoutMs, ownMs }) {
      if (good.isOwn) return runOwn(good, params, ownMs)
      const { route, of: seller } = good
      const bought = await purse.buy({
        id: `${call.id}${part}`,
        callId: call.id,
        payer: call.payer.wallet ?? call.sender?.payer ?? null,
        spending: call.spending,
        origin: seller.origin,
        url: route.url,
        method: route.method === 'POST' || route.method === 'GET' ? route.method : null,
        params,
        most,
        chains: lane.chains,
        unlooked: { chains: lane.unlooked, most: UNPROVEN_MOST, least: LIMITS.floor },
        payTos: (chain) =>
          route.accepts.flatMap(({ network, payTo }) =>
            payTo !== null && network === purse.networks[chain] ? [payTo] : [],
          ),
        expects: requiredIn(route.output),
        timeoutMs,
      })
      if (bought.kind === 'passed') return { why: bought.why }
      const underlying = nanosOf(bought.paid)
      return { result: bought.answer, status: bought.status, underlying, isUntrusted: true, bought }
    },
  }
}

function partsOf(host: Host): { readonly market: Market; readonly purse: Purse } {
  const [market, purse] = [host.part?.(MARKET), host.part?.(PURSE)]
  if (market && purse) return { market, purse }
  throw new Fault('not_configured', 'The router is not open here.')
}
