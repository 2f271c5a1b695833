import { isoTime } from '../../base/lib/iso-time.ts'
import { domainFinding } from './domain-names.ts'
import { isRoutable, networksOf } from './routes.ts'
import { LIMITS } from './limits.ts'
import type { SellerRecord, WalletRecord } from './seller-record.ts'
import type { SellerVerdict } from './verdict.ts'

const isFailing = ({ byChain }: SellerVerdict): boolean =>
  Object.values(byChain).some(({ reason }) => reason === 'delivery_failing')

const NAMES_SHOWN = 10

/** What the router asks of a seller, field by field, with what was seen and when. */
export function gateOf(record: SellerRecord, verdicts: readonly SellerVerdict[]) {
  const { seller } = record
  const { routes } = seller
  const accepts = routes.flatMap((route) => route.accepts)
  const prices = routes.flatMap(({ price }) => (price === null || price === 0 ? [] : [price]))
  const names = namesIn(record)
  const payTo = payToIn(record)
  const history = payTo?.record.history ?? null
  return {
    crawlOk: isRoutable(seller),
    networkKnown: networksOf({ accepts }).length > 0,
    supportedRoute: verdicts.some(({ byChain }) => Object.keys(byChain).length > 0),
    priceKnown: prices.length > 0,
    domainNameOk: names.length === 0 ? null : names.every(({ matches }) => matches),
    deliveryOk: !verdicts.some(isFailing),
    settledCalls: history?.settled ?? null,
    payers: history?.payers ?? null,
    settlementFloor: LIMITS.floor,
    evidenceAtAdvertisedPayTo: history === null ? null : history.settled > 0,
    withinUnprovenUsd: prices.some((price) => price <= LIMITS.unprovenMax),
    evidence: {
      domainNames: names.slice(0, NAMES_SHOWN),
      payTo: payTo ? payToTold(payTo, record.readUpTo) : null,
    },
  }
}

/** Names under which tokens that are known here were advertised, and when last. */
function namesIn({ seller }: SellerRecord) {
  const told = seller.routes.flatMap(({ accepts, seen }) =>
    accepts.flatMap((accept) => {
      const finding = domainFinding(accept)
      if (finding?.verdict !== 'match' && finding?.verdict !== 'mismatch') return []
      const { verdict, ...rest } = finding
      return [{ ...rest, matches: verdict === 'match', seen }]
    }),
  )
  const alike = Map.groupBy(told, ({ network, asset, advertised }) =>
    JSON.stringify([network, asset, advertised]),
  )
  return [...alike.values()].map((same) => {
    const { seen, ...name } = same.reduce((a, b) => (b.seen > a.seen ? b : a))
    return { ...name, seenIso: new Date(seen).toISOString() }
  })
}

interface PayTo {
  readonly record: WalletRecord
  readonly sources: readonly string[]
  readonly named: number
}

/**
 * The wallet that the routes of the seller ask to be paid at on Base: of several, the one with the
 * longest history that is the seller's alone. A history at any other wallet proves nothing.
 */
function payToIn({ seller, wallets, base }: SellerRecord): PayTo | undefined {
  const found = wallets.flatMap((record): PayTo[] => {
    const naming = seller.routes.filter(({ accepts }) =>
      accepts.some(({ network, payTo }) => network === base && payTo === record.wallet),
    )
    if (naming.length === 0) return []
    const sources = [...new Set(naming.flatMap((route) => route.sources))]
    return [{ record, sources, named: Math.max(...naming.map(({ seen }) => seen)) }]
  })
  const isOwn = ({ record }: PayTo): number => Number(record.sharedWith.length === 0)
  const settled = ({ record }: PayTo): number => record.history?.settled ?? -1
  return found.toSorted((a, b) => isOwn(b) - isOwn(a) || settled(b) - settled(a))[0]
}

const payToTold = ({ record, sources, named }: PayTo, readUpTo: number | null) => ({
  wallet: record.wallet,
  sources: [...sources],
  namedIso: new Date(named).toISOString(),
  isShared: record.sharedWith.length > 0,
  watchedSinceIso: isoTime(record.since),
  lastSettledIso: isoTime(record.lastAt),
  chainReadIso: isoTime(readUpTo),
})
