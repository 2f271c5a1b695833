import { isoTime } from '../../base/lib/iso-time.ts'
import { payTosByNetwork } from './accepts.ts'
import { gateOf } from './eligibility.ts'
import { displayNameOf, HEALTH_CRAWLS, networksOf } from './routes.ts'
import { dollarsOfNanos } from './price.ts'
import type { SellerRecord } from './seller-record.ts'
import { REASONS, type SellerVerdict } from './verdict.ts'

const CAVEATS = [
  'Counts are floors: only what the index and the chain have shown.',
  'Names and texts are the seller’s own; the seller was not asked now.',
]

/** Until its first crawl, only what registries say of a seller is known. */
type IndexState = 'ready' | 'warming'

export const noTrust = (origin: string, indexState: IndexState) => ({
  origin,
  listed: false,
  indexState,
  reason: 'The index does not know this seller.',
  displayName: null,
  manifest: null,
  health: null,
  toolCount: null,
  paidToolCount: null,
  priceRangeUsd: null,
  advertisedNetworks: [],
  advertisedPayTo: {},
  sharedPayTo: [],
  settledCallsObserved: null,
  routerGate: null,
  router: null,
  blockers: ['not indexed'],
  caveats: ['Not indexed is no finding about the seller.'],
})

/** The verdict of the route that can be bought first. */
export const bestOf = (verdicts: readonly SellerVerdict[]): SellerVerdict | undefined =>
  verdicts.find(({ eligible }) => eligible) ?? verdicts[0]

export const routerVerdict = ({ eligible, reason, byChain }: SellerVerdict) => ({
  eligible,
  reason,
  meaning: REASONS[reason],
  byChain,
})

export function trustOf(record: SellerRecord) {
  const { seller, crawls, wallets, verdictOf } = record
  const { routes, origin } = seller
  const prices = routes.flatMap(({ price }) => (price === null || price === 0 ? [] : [price]))
  const accepts = routes.flatMap((route) => route.accepts)
  const verdicts = routes.map(verdictOf)
  const best = bestOf(verdicts)
  const indexState: IndexState = seller.crawled === null ? 'warming' : 'ready'
  const watched = wallets.filter(({ history }) => history !== null)
  const sources = [...new Set(routes.flatMap((route) => route.sources))]
  return {
    origin,
    listed: true,
    indexState,
    reason: null,
    displayName: displayNameOf(seller),
    manifest: {
      parsed: sources.some((source) => source === 'well-known' || source === 'openapi'),
      sources,
      lastCrawledIso: isoTime(seller.crawled),
      crawlError: seller.error,
    },
    health: {
      score: seller.health,
      window: crawls.slice(0, HEALTH_CRAWLS).map(({ ok }) => ok === 1),
      paywallProbe: sources.includes('402'),
    },
    toolCount: routes.length,
    paidToolCount: prices.length,
    priceRangeUsd:
      prices.length === 0
        ? null
        : {
            min: dollarsOfNanos(Math.min(...prices) as (typeof prices)[0]),
            max: dollarsOfNanos(Math.max(...prices) as (typeof prices)[0]),
          },
    advertisedNetworks: [...networksOf({ accepts })],
    advertisedPayTo: payTosByNetwork(accepts),
    sharedPayTo: wallets.filter((each) => each.sharedWith.length > 0).map(({ wallet }) => wallet),
    settledCallsObserved:
      watched.length === 0
        ? null
        : watched.map(({ wallet, history, circular, since }) => ({
            wallet,
            ...(history ?? { settled: 0, payers: 0 }),
            selfFunded: circular.settled,
            sinceIso: new Date(since ?? 0).toISOString(),
          })),
    routerGate: gateOf(record, verdicts),
    router: best ? routerVerdict(best) : null,
    blockers: [
      ...new Set(verdicts.filter(({ eligible }) => !eligible).map(({ reason }) => reason)),
    ].map((reason) => `${reason}: ${REASONS[reason]}`),
    caveats: CAVEATS,
  }
}
