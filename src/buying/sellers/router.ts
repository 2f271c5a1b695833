import type { CallContext, Capability, Host } from '../../base/core/capability.ts'
import { Fault, notFound } from '../../base/core/fault.ts'
import { dollarsOf, usd, usdOf, type Usd } from '../../base/core/money.ts'
import type { Rung } from '../../base/core/rungs.ts'
import type { JsonObject } from '../../base/lib/json-object.ts'
import type { Include, MarketGood } from './market.ts'
import { choiceOf, type Choice, type Ware } from './choose-route.ts'
import { dollarsOfNanos, nanosOf, type Nanos } from './price.ts'
import { createRunner, type Ran } from './run-route.ts'

/** The request of a buyer. One of task, slug and url is set. */
export interface RouteRequest {
  readonly task: string | undefined
  readonly slug: string | undefined
  readonly url: string | undefined
  readonly params: JsonObject
  readonly include: Include
  readonly most: Usd | undefined
  /** Pay other sellers on this chain only: a name of `routerDispatchByChain`, or a CAIP-2 id. */
  readonly network?: string | undefined
}

/** Finds tools of this service and of other sellers, and runs them for a paid call. */
export interface Router {
  execute(wanted: RouteRequest, rung: Rung): Promise<ReturnType<typeof answerOf>>
}

interface Executed extends Ran {
  readonly ware: Ware
  readonly choice: Choice
  readonly callRef: string
  /** Sellers that were tried before without a purchase. */
  readonly passed: readonly { readonly seller: string; readonly why: string }[]
}

const CANDIDATES = 12
/** The most sellers that are tried for one call. */
const ASKED_MAX = 3
const PAID_MS = 15_000

export const router: Capability<Router> = {
  name: 'router',
  settings: [],
  texts: 'public',
  runsTools: true,
  open: (host) => (call) => createRouter(host, call),
}

function createRouter(host: Host, call: CallContext): Router {
  const { market, purse, run } = createRunner(host, call)

  async function goodsFor({
    task,
    slug,
    url,
    include,
  }: RouteRequest): Promise<readonly MarketGood[]> {
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

  async function choose(wanted: RouteRequest): Promise<Choice> {
    return choiceOf(await goodsFor(wanted), wanted, purse)
  }

  /** The next seller is tried only if nothing was paid to the one before. */
  async function executed(wanted: RouteRequest, rung: Rung): Promise<Executed> {
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

/** The report to a buyer about a call that was run for it. */
function answerOf(
  { ware, choice, passed, callRef, ...ran }: Executed,
  wanted: RouteRequest,
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
      wire: bought?.wire ?? null,
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
