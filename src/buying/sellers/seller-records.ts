import { setImmediate } from 'node:timers/promises'
import type { Capability } from '../../base/core/capability.ts'
import type { Db } from '../../base/core/db.ts'
import { SPEND_CHAINS } from '../purse/chains.ts'
import { createPurseStore } from '../../stores/purse.ts'
import { createSellerStore } from '../../stores/sellers.ts'
import { chainReadUpTo, transfersOf, watchedSince } from '../../stores/settlements.ts'
import { payTosByNetwork } from './accepts.ts'
import { candidateOf, HEALTH_CRAWLS, routesOf, sellerOf, type Seller } from './routes.ts'
import type { SellerRecord, WalletRecord } from './seller-record.ts'
import { dossierOf, noDossier } from './dossier.ts'
import { LIMITS } from './limits.ts'
import { MARKET, type Market } from './market.ts'
import { circularIn, createTallies, historyIn } from './settlements/tally.ts'
import { noTrust, trustOf } from './trust.ts'
import { judge, type Evidence } from './verdict.ts'

/** The index of other sellers, read one seller at a time. The seller itself is never asked. */
export interface SellerRecords {
  /** What is known, with every field by which the router decides whether to buy. */
  trust(origin: string): Promise<Trust>
  /** Everything that is recorded; of its routes, so many. */
  dossier(origin: string, routesMax: number): Promise<Dossier>
}

type Trust = ReturnType<typeof trustOf> | ReturnType<typeof noTrust>
type Dossier = ReturnType<typeof dossierOf> | ReturnType<typeof noDossier>

const ROUTES_MAX = 5_000
const WALLETS_MAX = 20
const CLAIMANTS_MAX = 50
const PRICES_MAX = 200
const PAYMENTS_MAX = 1_000
/** The newest transfers of one wallet; a longer history is not needed for a verdict. */
const TRANSFERS_MAX = 5_000

export const sellerRecords: Capability<SellerRecords> = {
  name: 'seller-records',
  settings: [],
  texts: 'public',
  open: (host) => () => createSellerRecords(host.db, host.part?.(MARKET)),
}

/** The rules of the router; without a market nothing can be bought elsewhere. */
type Gate = Pick<Market, 'evidenceOn'>

export function createSellerRecords(db: Db, gate?: Gate): SellerRecords {
  const store = createSellerStore(db)
  const purse = createPurseStore(db)

  async function walletRecord(wallet: string, { origin, domain }: Seller): Promise<WalletRecord> {
    const [transfers, since, claimants] = await Promise.all([
      transfersOf(db, wallet, TRANSFERS_MAX),
      watchedSince(db, wallet),
      store.claimants(wallet, origin, CLAIMANTS_MAX),
    ])
    const tallies = createTallies(new Set([wallet]))
    for (const row of transfers) tallies.add(row)
    const [tally] = tallies.all()
    await setImmediate()
    return {
      wallet,
      history: since === null ? null : tally ? historyIn(tally) : { settled: 0, payers: 0 },
      circular: tally ? circularIn(tally) : { settled: 0, payers: 0 },
      refunded: tally?.excluded.refunded ?? 0,
      lastAt: tally?.lastAt ?? null,
      since,
      sharedWith: claimants.filter((other) => !isUnder(other, domain)),
    }
  }

  async function recordOf(origin: string): Promise<SellerRecord | null> {
    const row = await store.seller(origin)
    if (!row) return null
    const [crawls, rows, prices, payments, readUpTo] = await Promise.all([
      store.crawls(origin),
      store.routesOf(origin, ROUTES_MAX),
      store.prices(origin, PRICES_MAX),
      purse.endings(0, PAYMENTS_MAX, origin),
      chainReadUpTo(db),
    ])
    const latest = crawls.slice(0, HEALTH_CRAWLS)
    const good = latest.filter(({ ok }) => ok === 1).length
    const health = latest.length === 0 ? null : good / latest.length
    const seller = sellerOf(row, health, routesOf(rows))
    const rules = gate?.evidenceOn(seller)
    const followed = rules?.networks ?? SPEND_CHAINS
    const named = walletsNamed(seller, Object.values(followed)).slice(0, WALLETS_MAX)
    const wallets = await Promise.all(named.map((wallet) => walletRecord(wallet, seller)))
    const evidence = evidenceOf(wallets, rules)
    return {
      seller,
      crawls,
      wallets,
      prices,
      payments,
      base: followed.base,
      readUpTo,
      verdictOf: (route) => judge(candidateOf(route, seller), evidence),
    }
  }

  return {
    async trust(origin) {
      const record = await recordOf(origin)
      if (record) return trustOf(record)
      return noTrust(origin, (await store.hasCrawled()) ? 'ready' : 'warming')
    },
    async dossier(origin, routesMax) {
      const record = await recordOf(origin)
      return record ? dossierOf(record, routesMax) : noDossier(origin)
    },
  }
}

/** Those of real money, and those of the chains that are followed here, such as the sandbox's. */
const walletsNamed = ({ wallets, routes }: Seller, networks: readonly string[]): string[] => {
  const byNetwork = payTosByNetwork(routes.flatMap(({ accepts }) => accepts))
  return [...new Set([...wallets, ...networks.flatMap((network) => byNetwork[network] ?? [])])]
}

const isUnder = (origin: string, domain: string): boolean => {
  const { hostname } = new URL(origin)
  return hostname === domain || hostname.endsWith(`.${domain}`)
}

/** By the rules of the router, and the records of the wallets as they were read now. */
function evidenceOf(
  wallets: readonly WalletRecord[],
  rules: Omit<Evidence, 'historyOf' | 'selfFundedOf' | 'isShared'> = LIMITS,
): Evidence {
  const byWallet = new Map(wallets.map((record) => [record.wallet, record]))
  return {
    ...rules,
    historyOf: (wallet) => byWallet.get(wallet)?.history ?? undefined,
    selfFundedOf: (wallet) => byWallet.get(wallet)?.circular,
    isShared: (wallet) => (byWallet.get(wallet)?.sharedWith.length ?? 0) > 0,
  }
}
