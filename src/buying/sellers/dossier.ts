import { isoTime } from '../../base/lib/iso-time.ts'
import { isFailure } from '../purse/delivery-record.ts'
import { displayNameOf, isRoutable, type Route } from './routes.ts'
import { payTosByNetwork } from './accepts.ts'
import { paymentsTold } from './payments-told.ts'
import { dollarsOfNanos, type Nanos } from './price.ts'
import { bestOf, routerVerdict } from './trust.ts'
import type { SellerRecord, WalletRecord } from './seller-record.ts'

const CAVEATS = [
  'Counts are floors: only what the index and the chain have shown.',
  'What registries count is their word, and listings can be bought or made up.',
]

export const noDossier = (origin: string) => ({
  origin,
  listed: false,
  identity: null,
  crawl: null,
  catalog: null,
  wallets: null,
  settlementEvidence: null,
  router: null,
  routerPayments: null,
  priceHistory: [],
  flags: ['The index does not know this seller; that is no finding about it.'],
  caveats: CAVEATS,
})

export function dossierOf(record: SellerRecord, most: number) {
  const { seller, crawls, wallets } = record
  const { routes, origin } = seller
  const best = bestOf(routes.map(record.verdictOf))
  return {
    origin,
    listed: true,
    identity: {
      displayName: displayNameOf(seller),
      domain: seller.domain,
      foundBy: seller.found_by,
      firstSeenIso: new Date(seller.first_seen).toISOString(),
    },
    crawl: {
      attempts: crawls.length,
      successes: crawls.filter(({ ok }) => ok === 1).length,
      history: crawls.map(({ at, ok, ms, routes: count, error }) => ({
        atIso: new Date(at).toISOString(),
        ok: ok === 1,
        ms,
        routes: count,
        error,
      })),
    },
    catalog: {
      tools: routes.slice(0, most).map((route) => listed(route, record)),
      toolCount: routes.length,
      toolsTruncated: routes.length > most,
      priceProvenance: provenanceOf(routes),
    },
    wallets: {
      advertisedByNetwork: payTosByNetwork(routes.flatMap(({ accepts }) => accepts)),
      evidenceByWallet: wallets.map(({ wallet, sharedWith, circular, refunded }) => ({
        wallet,
        sharedWith: [...sharedWith],
        selfFunded: circular.settled,
        refunded,
      })),
    },
    settlementEvidence: { chain: wallets.flatMap(evidenceOf), registries: trafficOf(routes) },
    router: best ? routerVerdict(best) : null,
    routerPayments: paymentsTold(record.payments),
    priceHistory: record.prices.map(({ slug, source, price, since }) => ({
      slug,
      source,
      priceUsd: price === null ? null : dollarsOfNanos(price as Nanos),
      sinceIso: new Date(since).toISOString(),
    })),
    flags: flagsOf(record),
    caveats: CAVEATS,
  }
}

/** How many prices each source has the word on. */
function provenanceOf(routes: readonly Route[]): Record<string, number> {
  const bySource = Map.groupBy(routes, ({ priceSource }) => priceSource ?? 'unknown')
  return Object.fromEntries([...bySource].map(([source, own]) => [source, own.length]))
}

function listed(route: Route, { verdictOf }: SellerRecord) {
  const { eligible, reason, byChain } = verdictOf(route)
  return {
    slug: route.slug,
    name: route.name,
    method: route.method,
    url: route.url,
    priceUsd: route.price === null ? null : dollarsOfNanos(route.price),
    price: {
      source: route.priceSource,
      sources: [...route.sources],
      sinceIso: new Date(route.priceSince).toISOString(),
      conflict: route.isInConflict,
    },
    dispatch: { eligible, reason },
    routerDispatchByChain: byChain,
  }
}

const evidenceOf = ({ wallet, history, since }: WalletRecord) =>
  history === null || since === null
    ? []
    : [{ wallet, ...history, sinceIso: new Date(since).toISOString() }]

function trafficOf(routes: readonly Route[]) {
  const told = routes.flatMap(({ traffic }) => traffic ?? [])
  if (told.length === 0) return null
  const [last = null] = told
    .flatMap(({ lastCalledAt }) => lastCalledAt ?? [])
    .toSorted()
    .toReversed()
  return {
    calls30d: told.reduce((sum, { calls30d }) => sum + calls30d, 0),
    // The same payer may have called several routes.
    payers30d: Math.max(...told.map(({ payers30d }) => payers30d)),
    lastCalledIso: last,
  }
}

/** Sentences on what was read; each is true by itself. */
function flagsOf({ seller, crawls, wallets, payments }: SellerRecord): string[] {
  const { routes } = seller
  const failed = crawls.filter(({ ok }) => ok === 0).length
  const shared = wallets.filter(({ sharedWith }) => sharedWith.length > 0)
  const circular = wallets.filter(({ circular: own }) => own.settled > 0)
  const unpriced = routes.filter(({ price }) => price === null).length
  const inConflict = routes.filter(({ isInConflict }) => isInConflict).length
  const said = [
    payments.some(isFailure) &&
      `${payments.filter(isFailure).length} of ${payments.length} payments of this service brought no answer.`,
    !isRoutable(seller) &&
      (seller.crawled === null
        ? 'It has not been crawled yet.'
        : `The last crawl, ${isoTime(seller.crawled)}, failed: ${seller.error}.`),
    failed > 0 && `${failed} of ${crawls.length} crawls failed.`,
    unpriced > 0 && `${unpriced} of ${routes.length} routes state no price.`,
    inConflict > 0 && `The sources of ${inConflict} routes differ in price by twice or more.`,
    shared.length > 0 && `${shared.length} of its wallets are named by other sellers too.`,
    circular.length > 0 && `${circular.length} of its wallets were paid with their own money.`,
    wallets.length === 0 && 'It names no wallet that can be paid here or with real money.',
  ]
  return said.filter((sentence) => typeof sentence === 'string')
}
