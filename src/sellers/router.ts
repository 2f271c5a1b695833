import type { CallContext, Capability, Host } from '../core/capability.ts'
import { Fault, notFound } from '../core/fault.ts'
import { dollarsOf, usd, usdOf, type Usd } from '../core/money.ts'
import { isPayload } from '../core/payload.ts'
import type { Rung } from '../core/rungs.ts'
import { isObject, type JsonObject } from '../lib/json-object.ts'
import { PURSE, type Bought, type Purse } from '../purse/purse.ts'
import { MARKET, type Include, type Market, type MarketGood } from './market.ts'
import { choiceOf, type Choice, type Ware } from './choice.ts'
import { dollarsOfNanos, nanosOf, type Nanos } from './price.ts'

/** What a buyer wants found and run. One of task, slug and url is set. */
export interface Wanted {
  readonly task: string | undefined
  readonly slug: string | undefined
  readonly url: string | undefined
  readonly params: JsonObject
  readonly include: Include
  readonly most: Usd | undefined
  /** Pay other sellers on this network only: a CAIP-2 id. */
  readonly network?: string | undefined
}

/** Finds tools of this service and of others, and runs them for a call that is paid for. */
export interface Router {
  execute(wanted: Wanted, rung: Rung): Promise<ReturnType<typeof answerOf>>
}

interface RunLimits {
  /** Names this purchase within the call: it is paid once. */
  readonly part: string
  readonly most: Usd
  readonly timeoutMs: number
}

interface Ran {
  readonly result: unknown
  readonly status: number
  /** What the tool costs where it is sold. */
  readonly underlying: Nanos
  readonly isUntrusted: boolean
  readonly bought: Bought | null
}

interface Executed extends Ran {
  readonly ware: Ware
  readonly choice: Choice
  readonly callRef: string
  /** Sellers that were asked before and could not be bought from. */
  readonly passed: readonly { readonly seller: string; readonly why: string }[]
}

const CANDIDATES = 12
/** Sellers that are asked for one call, before it is given up. */
const ASKED_MAX = 3
const PAID_MS = 15_000

export const router: Capability<Router> = {
  name: 'router',
  settings: [],
  untrusted: true,
  runsTools: true,
  open: (host) => (call) => createRouter(host, call),
}

function createRouter(host: Host, call: CallContext): Router {
  const { market, purse } = partsOf(host)

  async function goodsFor({ task, slug, url, include }: Wanted): Promise<readonly MarketGood[]> {
    if (task !== undefined) {
      const { ranked } = await market.find(task, CANDIDATES, include)
      return ranked.map(({ good }) => good)
    }
    const good = await (slug === undefined ? market.goodAt(url ?? '') : market.ownNamed(slug))
    if (good) return [good]
    throw notFound(
      slug === undefined
        ? 'url: nothing that is known is sold at that address; take the url of a row of /api/route.'
        : `slug: no tool of this service is called ${slug}.`,
    )
  }

  async function choose(wanted: Wanted): Promise<Choice> {
    return choiceOf(await goodsFor(wanted), wanted, purse)
  }

  async function run(
    { good, lane }: Ware,
    params: JsonObject,
    { part, most, timeoutMs }: RunLimits,
  ): Promise<Ran | { readonly why: string }> {
    if (good.isOwn) {
      const result = await host.run(good.slug, params, call)
      if (isPayload(result))
        throw new Fault('not_dispatchable', `${good.slug} answers a file here: call it directly.`)
      const isUntrusted = isObject(result) && result['untrustedContent'] === true
      return {
        result,
        status: 200,
        underlying: good.price ?? nanosOf(usdOf(0)),
        isUntrusted,
        bought: null,
      }
    }
    const { route, of: seller } = good
    const bought = await purse.buy({
      id: `${call.id}${part}`,
      callId: call.id,
      payer: call.payer.wallet ?? call.sender?.payer ?? null,
      origin: seller.origin,
      url: route.url,
      method: route.method === 'POST' || route.method === 'GET' ? route.method : null,
      params,
      most,
      chains: lane.chains,
      payTos: (chain) =>
        route.accepts.flatMap(({ network, payTo }) =>
          payTo !== null && network === purse.networks[chain] ? [payTo] : [],
        ),
      expects: requiredOf(route.output),
      timeoutMs,
    })
    if (bought.kind === 'passed') return { why: bought.why }
    const underlying = nanosOf(bought.paid)
    return { result: bought.answer, status: bought.status, underlying, isUntrusted: true, bought }
  }

  /** Nothing was paid to a seller that was passed over, so that the next may be asked. */
  async function executed(wanted: Wanted, rung: Rung): Promise<Executed> {
    const choice = await choose(wanted)
    const passed: { seller: string; why: string }[] = []
    const [top] = choice.wares
    if (top) choice.assertCovered(top, rung)
    for (const ware of choice.wares.slice(0, ASKED_MAX)) {
      if (!choice.isCovered(ware, rung)) continue
      const most = Math.min(rung.covers, wanted.most ?? rung.covers, ware.lane.most)
      const limits = { part: '', most: usdOf(most), timeoutMs: PAID_MS }
      const ran = await run(ware, wanted.params, limits)
      if (!('why' in ran)) return { ...ran, ware, choice, passed, callRef: call.id }
      passed.push({ seller: ware.good.seller, why: ran.why })
    }
    const whys = passed.map(({ seller, why }) => `${seller}: ${why}`).join('; ')
    throw new Fault('upstream_failed', `No seller could be bought from: ${whys}.`)
  }

  return {
    async execute(wanted, rung) {
      return answerOf(await executed(wanted, rung), wanted, { rung, at: host.now() })
    },
  }
}

function partsOf(host: Host): { readonly market: Market; readonly purse: Purse } {
  const [market, purse] = [host.part?.(MARKET), host.part?.(PURSE)]
  if (market && purse) return { market, purse }
  throw new Fault('not_configured', 'The router is not open here.')
}

const requiredOf = (schema: JsonObject | null): readonly string[] => {
  const required = schema?.['required']
  return Array.isArray(required) ? required.map(String) : []
}

/** What a buyer is told of a call that was run for it. */
function answerOf(
  { ware, choice, passed, callRef, ...ran }: Executed,
  wanted: Wanted,
  { rung, at }: { readonly rung: Rung; readonly at: number },
) {
  const { good, lane } = ware
  const { bought, underlying } = ran
  const resolvedBy =
    wanted.task === undefined ? (wanted.slug === undefined ? 'url' : 'slug') : 'task'
  const price = usd(rung.price)
  const underlyingPriceUsd = dollarsOfNanos(underlying)
  const routingFeeUsd = dollarsOfNanos((nanosOf(price) - underlying) as Nanos)
  const route = good.isOwn ? good.url : good.route.url
  return {
    tool: { seller: good.seller, slug: good.slug, route },
    result: ran.result,
    status: ran.status,
    receipt: {
      slug: good.slug,
      route,
      seller: good.seller,
      underlyingPriceUsd,
      paidUsd: dollarsOf(price),
      routingFeeUsd,
      resolvedBy,
      wire: bought?.chain ? 'x402' : null,
      settleNetwork: bought?.network ?? null,
      settleTx: bought?.tx ?? null,
      sellerWallet: bought?.payTo ?? null,
      seenOnChain: bought?.moved ?? null,
      tsIso: new Date(at).toISOString(),
      callRef,
    },
    why: { resolvedBy, lane: lane.lane, skipped: choice.skipped, passed },
    priceUsd: dollarsOf(price),
    underlyingPriceUsd,
    routingFeeUsd,
    ...(ran.isUntrusted && { untrustedContent: true as const }),
  } as const
}
