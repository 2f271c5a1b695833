import { setImmediate } from 'node:timers/promises'
import type { CheckSum, SettlementStore, TransferRow } from '../../../stores/settlements.ts'
import { displayNameOf, type Seller } from '../routes.ts'
import type { History } from '../../purse/chains.ts'
import {
  addToDay,
  circularIn,
  createTallies,
  historyIn,
  type DaySum,
  type WalletTally,
} from './tally.ts'

/** A seller as the chain shows it. Amounts are millionths of a dollar. */
export interface Standing {
  readonly name: string
  readonly isOwn: boolean
  readonly origins: readonly string[]
  readonly wallets: readonly string[]
  readonly calls: number
  readonly total: bigint
  readonly buyers: number
  readonly topByCalls: number
  readonly topByTotal: bigint
  readonly excluded: WalletTally['excluded']
  /** By days since 1970. */
  readonly byDay: ReadonlyMap<number, DaySum>
  readonly firstAt: number | null
  readonly lastAt: number | null
}

export interface Standings {
  readonly standings: readonly Standing[]
  /** Wallets that unrelated sellers claim. */
  readonly shared: ReadonlySet<string>
  readonly fromBlock: number | null
  readonly toBlock: number | null
  readonly fromAt: number | null
  /** What a second provider said of some of the chunks. */
  readonly checks: readonly CheckSum[]
  readonly madeAt: number
}

export interface Board {
  standings(): Promise<Standings>
  /** Settled calls at a wallet; undefined where nothing was seen. */
  historyOf(wallet: string): History | undefined
  selfFundedOf(wallet: string): History | undefined
  isShared(wallet: string): boolean
  /** Counts again. */
  refresh(): Promise<void>
}

export interface BoardParts {
  readonly store: SettlementStore
  sellers(): Promise<readonly Seller[]>
  /** This service, among the sellers. */
  readonly own: {
    readonly name: string
    readonly origin: string
    readonly wallets: readonly string[]
  }
  now(): number
}

const PAGE = 1_000

/** A seller: all origins with the same registered domain are one. */
export interface Owner {
  readonly name: string
  readonly isOwn: boolean
  readonly origins: readonly string[]
  /** When the index first saw it, in milliseconds; null for this service. */
  readonly firstSeen: number | null
}

export function createBoard({ store, sellers, own, now }: BoardParts): Board {
  let tallies: ReadonlyMap<string, WalletTally> = new Map()
  let known: Standings | undefined
  let counting: Promise<void> | undefined

  async function count(): Promise<void> {
    const { owners, shared } = ownersOf(await sellers(), own)
    const wallets = new Set([...owners.keys(), ...shared])
    const adding = createTallies(wallets)
    let last: TransferRow | undefined
    for (;;) {
      const page = await store.transfers(last, PAGE)
      for (const row of page) adding.add(row)
      last = page.at(-1)
      if (page.length < PAGE) break
      await setImmediate()
    }
    tallies = new Map(adding.all().map((tally) => [tally.wallet, tally]))
    const [first, newest, checks] = await Promise.all([store.first(), store.last(), store.checks()])
    known = {
      standings: standingsOf(tallies, owners),
      shared,
      fromBlock: first?.block ?? null,
      toBlock: newest?.block ?? null,
      fromAt: first?.at ?? null,
      checks,
      madeAt: now(),
    }
  }
  const refresh = (): Promise<void> => (counting ??= count().finally(() => (counting = undefined)))

  return {
    refresh,
    async standings() {
      if (!known) await refresh()
      return known as Standings
    },
    historyOf: (wallet) => mapped(tallies.get(wallet), historyIn),
    selfFundedOf: (wallet) => mapped(tallies.get(wallet), circularIn),
    isShared: (wallet) => known?.shared.has(wallet) ?? false,
  }
}

const mapped = <T, R>(value: T | undefined, map: (value: T) => R): R | undefined =>
  value === undefined ? undefined : map(value)

export function ownersOf(sellers: readonly Seller[], own: BoardParts['own']) {
  const claims = new Map<string, Map<string, Seller[]>>()
  for (const seller of sellers)
    for (const wallet of seller.wallets) {
      const byDomain = claims.get(wallet) ?? new Map<string, Seller[]>()
      byDomain.set(seller.domain, [...(byDomain.get(seller.domain) ?? []), seller])
      claims.set(wallet, byDomain)
    }
  const owners = new Map<string, Owner>()
  const shared = new Set<string>()
  for (const [wallet, byDomain] of claims) {
    const [only, ...others] = [...byDomain.values()]
    if (others.length > 0 || !only) shared.add(wallet)
    else
      owners.set(wallet, {
        name: nameOf(only),
        isOwn: false,
        origins: only.map(({ origin }) => origin),
        firstSeen: Math.min(...only.map((each) => Number(each.first_seen))),
      })
  }
  // The payee wallets of this service are its own, even if another seller claims them.
  for (const wallet of own.wallets) {
    shared.delete(wallet)
    owners.set(wallet, { name: own.name, isOwn: true, origins: [own.origin], firstSeen: null })
  }
  return { owners, shared }
}

const nameOf = ([first]: readonly Seller[]): string => (first ? displayNameOf(first) : '')

function standingsOf(
  tallies: ReadonlyMap<string, WalletTally>,
  owners: ReadonlyMap<string, Owner>,
): readonly Standing[] {
  const bySeller = Map.groupBy(
    [...tallies.values()].filter(({ wallet }) => owners.has(wallet)),
    ({ wallet }) => (owners.get(wallet) as Owner).origins.join(' '),
  )
  return [...bySeller.values()].map((own) => {
    const { name, isOwn, origins } = owners.get(own[0]!.wallet) as Owner
    return { name, isOwn, origins, ...summed(own) }
  })
}

const times = (each: readonly (number | null)[]) => each.filter((at) => at !== null)

function summed(tallies: readonly WalletTally[]) {
  const byPayer = new Map<string, { calls: number; total: bigint }>()
  for (const tally of tallies)
    for (const [payer, { calls, total }] of tally.byPayer) {
      const known = byPayer.get(payer) ?? { calls: 0, total: 0n }
      byPayer.set(payer, { calls: known.calls + calls, total: known.total + total })
    }
  const byDay = new Map<number, DaySum>()
  for (const tally of tallies) for (const [day, own] of tally.byDay) addToDay(byDay, day, own)
  const payers = [...byPayer.values()].filter(({ calls }) => calls > 0)
  const sum = (part: keyof WalletTally['excluded']): number =>
    tallies.reduce((total, { excluded }) => total + excluded[part], 0)
  const firsts = times(tallies.map(({ firstAt }) => firstAt))
  const lasts = times(tallies.map(({ lastAt }) => lastAt))
  return {
    wallets: tallies.map(({ wallet }) => wallet),
    calls: tallies.reduce((total, { calls }) => total + calls, 0),
    total: tallies.reduce((all, { total }) => all + total, 0n),
    buyers: payers.length,
    topByCalls: payers.reduce((most, { calls }) => Math.max(most, calls), 0),
    topByTotal: payers.reduce((most, { total }) => (total > most ? total : most), 0n),
    excluded: {
      notAuthorized: sum('notAuthorized'),
      overCeiling: sum('overCeiling'),
      selfFunded: sum('selfFunded'),
      refunded: sum('refunded'),
    },
    byDay,
    firstAt: firsts.length > 0 ? Math.min(...firsts) : null,
    lastAt: lasts.length > 0 ? Math.max(...lasts) : null,
  }
}
