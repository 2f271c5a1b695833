import { Fault, notFound } from '../../base/core/fault.ts'
import { dollarsOf, formatUsd, usd, usdOf, type Usd } from '../../base/core/money.ts'
import type { Rung } from '../../base/core/rungs.ts'
import { NOT_SET_UP } from '../../base/core/inner-tool.ts'
import { canonicalId } from '../../outside/chains/networks.ts'
import type { JsonObject } from '../../base/lib/json-object.ts'
import type { SpendChain } from '../purse/chains.ts'
import type { Purse } from '../purse/purse.ts'
import { LIMITS } from './limits.ts'
import { requiredOf, type MarketGood, type OutsideGood, type OwnGood } from './market.ts'
import { nanosOf, type Nanos } from './price.ts'
import { isCallable, laneOf, rungFor, type Lane } from './execution-rungs.ts'
import { REASONS } from './verdict.ts'

/** Something that can be run now. */
export interface Ware {
  readonly good: MarketGood
  readonly lane: {
    readonly lane: Lane['lane'] | 'local'
    readonly chains: Lane['chains']
    readonly unlooked: Lane['unlooked']
    readonly most: Usd
  }
}

export interface Choice {
  /** What can be run now, the best first, and first what the params are enough for. */
  readonly wares: readonly Ware[]
  /** Better-ranked candidates that cannot be run. */
  readonly skipped: readonly {
    readonly seller: string
    readonly slug: string
    readonly why: string
  }[]
  isCovered(ware: Ware, rung: Rung): boolean
  /** Throws which rung covers it. */
  assertCovered(ware: Ware, rung: Rung): void
}

interface Wishes {
  readonly params: JsonObject
  readonly most: Usd | undefined
  readonly network?: string | undefined
}

type Spending = Pick<Purse, 'chains' | 'networks'>

/** Own tools cost what they list; nothing is spent on them elsewhere. */
const LOCAL = {
  lane: 'local',
  chains: [],
  unlooked: [],
  most: usdOf(Number.MAX_SAFE_INTEGER),
} as const
/** What is risked on a seller without a history. */
export const UNPROVEN_MOST = usdOf(LIMITS.unprovenMax / 1_000)

/** Which of the goods can be run, for these wishes; throws where none can. */
export function choiceOf(goods: readonly MarketGood[], wishes: Wishes, purse: Spending): Choice {
  const looked = goods.map((good) => ({ good, ...lookedAt(good, wishes, purse) }))
  const open = looked.flatMap(({ good, lane }) => (lane ? [{ good, lane }] : []))
  const skipped = looked.flatMap(({ good, why, isAway }) =>
    why === undefined ? [] : [{ seller: good.seller, slug: good.slug, why, isAway }],
  )
  if (open.length === 0) throw nothingIn(skipped, purse)
  const isEnough = ({ good }: Ware) => missingIn(good, wishes.params).length === 0
  return {
    wares: [...open.filter(isEnough), ...open.filter((ware) => !isEnough(ware))],
    skipped: skipped.map(({ seller, slug, why }) => ({ seller, slug, why })),
    isCovered: ({ good }, rung) => priceOf(good) <= nanosOf(rung.covers),
    assertCovered: ({ good }, rung) => assertCovered(good, rung),
  }
}

interface Looked {
  readonly lane?: Ware['lane']
  readonly why?: string
  /** Nothing but a wallet on its chain is missing. */
  readonly isAway?: boolean
}

function lookedAt(good: MarketGood, wishes: Wishes, purse: Spending): Looked {
  const looked = good.isOwn ? own(good) : outside(good, wishes, purse)
  const isTooDear = wishes.most !== undefined && priceOf(good) > nanosOf(wishes.most)
  return looked.lane && isTooDear ? { why: 'costs more than maxUsd allows' } : looked
}

function own({ price, alone }: OwnGood): Looked {
  if (price === null) return { why: REASONS.price_unknown }
  if (alone === null) return { lane: LOCAL }
  return { why: alone === NOT_SET_UP ? alone : `${alone}: call it directly` }
}

/** A missing wallet is reported first, because no other change would help. */
function outside(good: OutsideGood, { network }: Wishes, purse: Spending): Looked {
  const isServed = purse.chains.some((chain) => isOn(chain, network, purse))
  if (!isServed) return { why: REASONS.no_supported_route, isAway: true }
  const verdict = good.verdict()
  if (verdict.reason === 'no_supported_route') return { why: REASONS[verdict.reason], isAway: true }
  if (!isCallable(good)) return { why: 'is called with a method that the router does not send' }
  if (!laneOf(verdict)) return { why: REASONS[verdict.reason] }
  const lane = laneOf(verdict, (chain) => isOn(chain, network, purse))
  if (!lane) return { why: 'is not paid on that network' }
  return { lane: { ...lane, most: lane.lane === 'unproven' ? UNPROVEN_MOST : LOCAL.most } }
}

const isOn = (chain: SpendChain, network: string | undefined, { networks }: Spending): boolean =>
  network === undefined ||
  network === chain ||
  canonicalId(network) === canonicalId(networks[chain])

/** Fields that a good must be given and is not. */
const missingIn = (good: MarketGood, params: JsonObject): readonly string[] =>
  requiredOf(good).filter((name) => !(name in params))

const priceOf = ({ price }: MarketGood): Nanos => price ?? (0 as Nanos)

function assertCovered(good: MarketGood, rung: Rung): void {
  const price = priceOf(good)
  if (price <= nanosOf(rung.covers)) return
  const fits = rungFor(price)
  const wanted = fits
    ? `Call ${fits.tool} (${fits.price}), or the tool itself.`
    : 'No rung covers it: call the tool itself.'
  const said = `${good.slug} costs more than ${formatUsd(rung.covers)}, which ${rung.tool} covers.`
  throw new Fault('rung_too_small', `${said} ${wanted}`, {
    body: {
      slug: good.slug,
      seller: good.seller,
      ...(fits && { rung: fits.tool, rungPriceUsd: dollarsOf(usd(fits.price)) }),
    },
  })
}

interface Skipped {
  readonly slug: string
  readonly why: string
  readonly isAway: boolean | undefined
}

/** Where a setting of this service is all that is missing, the answer is that of a direct call. */
export function noneRuns(whys: readonly string[], said: string): Fault {
  const isUnready = whys.length > 0 && whys.every((why) => why === NOT_SET_UP)
  return new Fault(isUnready ? 'not_configured' : 'not_dispatchable', said)
}

/** If one candidate lacks only a wallet of its chain, the answer names the chains that have one. */
function nothingIn(skipped: readonly Skipped[], { chains }: Spending): Fault {
  if (skipped.length === 0)
    return notFound('query: no tool of this service or of another one matches.')
  const all = skipped.map(({ slug, why }) => `${slug}: ${why.replace(/\.$/, '')}`)
  const said = `${[...new Set(all)].join('; ')}.`
  if (skipped.some(({ isAway }) => isAway)) {
    const have =
      chains.length > 0 ? `can spend on ${chains.join(', ')} only` : 'has no wallet to spend'
    return new Fault('no_spending_wallet', `This service ${have}. ${said}`, {
      body: { supportedChains: chains },
    })
  }
  return noneRuns(
    skipped.map(({ why }) => why),
    `Nothing that was found can be run by the router. ${said}`,
  )
}
