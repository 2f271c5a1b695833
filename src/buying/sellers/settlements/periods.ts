import { setImmediate } from 'node:timers/promises'
import { DAY_MS, WEEK_MS } from '../../../base/core/milliseconds.ts'
import type { SettlementStore, TransferRow } from '../../../stores/settlements.ts'
import { ownersOf, type BoardParts, type Owner } from './board.ts'
import { createTallies, type WalletTally } from './tally.ts'

/** What a seller was paid between two moments, less what went back. Millionths of a dollar. */
export interface PeriodSum {
  readonly calls: number
  readonly total: bigint
  readonly buyers: number
  readonly topByCalls: number
  readonly circular: number
  readonly refunded: number
}

const PERIODS = ['recent', 'before', 'week', 'weekBefore'] as const
export type PeriodName = (typeof PERIODS)[number]

export interface SellerPeriods extends Owner {
  /** Since when all of its wallets have been watched. */
  readonly since: number
  readonly sums: Readonly<Record<PeriodName, PeriodSum>>
}

export interface Counted {
  readonly sellers: readonly SellerPeriods[]
  /** Different payers of all sellers, in the days asked for. */
  readonly buyers: number
  readonly sharedWallets: number
  /** Where each period begins, in milliseconds. */
  readonly from: Readonly<Record<PeriodName, number>>
  /** From when transfers are kept. */
  readonly keptFrom: number
  readonly to: number
}

/** Counts the days that end with the newest block, and the days before them. */
export interface Periods {
  /** Null where nothing of the chain has been read. */
  of(days: number): Promise<Counted | null>
}

export interface PeriodParts extends Omit<BoardParts, 'store'> {
  readonly store: Pick<SettlementStore, 'transfers' | 'first' | 'last' | 'watched'>
  /** How long transfers are kept. */
  readonly windowMs: number
}

const PAGE = 1_000
const FRESH_MS = 60_000
const HELD_MAX = 8

/** What had been counted for a wallet at a moment. */
interface Mark {
  readonly calls: number
  readonly total: bigint
  readonly circular: number
  readonly refunded: number
  readonly byPayer: ReadonlyMap<string, number>
}
type Marks = ReadonlyMap<string, Mark>

export function createPeriods(parts: PeriodParts): Periods {
  const held = new Map<number, { readonly at: number; readonly counted: Promise<Counted | null> }>()

  return {
    of(days) {
      const known = held.get(days)
      if (known && parts.now() - known.at < FRESH_MS) return known.counted
      const counted = countDays(parts, days)
      held.delete(days)
      held.set(days, { at: parts.now(), counted })
      const [oldest] = held.keys()
      if (held.size > HELD_MAX && oldest !== undefined) held.delete(oldest)
      counted.catch(() => held.delete(days))
      return counted
    },
  }
}

async function countDays(parts: PeriodParts, days: number): Promise<Counted | null> {
  const { store, sellers, own, windowMs } = parts
  const [first, last, watched] = await Promise.all([store.first(), store.last(), store.watched()])
  if (!first || !last) return null
  const { owners, shared } = ownersOf(await sellers(), own)
  const to = Number(last.at)
  const from = {
    recent: to - days * DAY_MS,
    before: to - 2 * days * DAY_MS,
    week: to - WEEK_MS,
    weekBefore: to - 2 * WEEK_MS,
  }
  const marks = await marksAt(store, new Set([...owners.keys(), ...shared]), Object.values(from))
  const end = marks.get(Infinity) as Marks
  const until: Readonly<Record<PeriodName, Marks>> = {
    recent: end,
    before: marks.get(from.recent) as Marks,
    week: end,
    weekBefore: marks.get(from.week) as Marks,
  }
  const since = new Map(watched.map((each) => [each.wallet, Number(each.since)]))
  const bySeller = Map.groupBy(owners.keys(), (wallet) => owners.get(wallet)!.origins.join(' '))
  const all = new Set<string>()
  const counted = [...bySeller.values()].map((wallets): SellerPeriods => {
    const sumOf = (name: PeriodName) => {
      const paid = between(wallets, marks.get(from[name]) as Marks, until[name])
      if (name === 'recent')
        for (const [payer, calls] of paid.byPayer) if (calls > 0) all.add(payer)
      return summed(paid)
    }
    return {
      ...owners.get(wallets[0]!)!,
      since: Math.max(...wallets.map((wallet) => since.get(wallet) ?? to)),
      sums: {
        recent: sumOf('recent'),
        before: sumOf('before'),
        week: sumOf('week'),
        weekBefore: sumOf('weekBefore'),
      },
    }
  })
  const keptFrom = Math.max(Number(first.at), to - windowMs)
  return {
    sellers: counted,
    buyers: all.size,
    sharedWallets: shared.size,
    from,
    keptFrom,
    to,
  }
}

/** What was counted before each moment, and in the end. */
async function marksAt(
  store: PeriodParts['store'],
  wallets: ReadonlySet<string>,
  moments: readonly number[],
): Promise<ReadonlyMap<number, Marks>> {
  const tallies = createTallies(wallets)
  const marks = new Map<number, Marks>()
  const waiting = [...new Set(moments)].toSorted((a, b) => a - b)
  const mark = () => new Map(tallies.all().map((tally) => [tally.wallet, markOf(tally)]))
  let last: TransferRow | undefined
  for (;;) {
    const page = await store.transfers(last, PAGE)
    for (const row of page) {
      while (waiting[0] !== undefined && row.at >= waiting[0]) marks.set(waiting.shift()!, mark())
      tallies.add(row)
    }
    last = page.at(-1)
    if (page.length < PAGE) break
    await setImmediate()
  }
  for (const moment of [...waiting, Infinity]) marks.set(moment, mark())
  return marks
}

const markOf = ({ calls, total, excluded, byPayer }: WalletTally): Mark => ({
  calls,
  total,
  circular: excluded.selfFunded,
  refunded: excluded.refunded,
  byPayer: new Map([...byPayer].map(([payer, paid]) => [payer, paid.calls])),
})

const nothing = (): Mark => ({
  calls: 0,
  total: 0n,
  circular: 0,
  refunded: 0,
  byPayer: new Map(),
})

function between(wallets: readonly string[], from: Marks, until: Marks) {
  const sum = { calls: 0, total: 0n, circular: 0, refunded: 0, byPayer: new Map<string, number>() }
  for (const wallet of wallets) {
    const [before, after] = [from.get(wallet) ?? nothing(), until.get(wallet) ?? nothing()]
    sum.calls += after.calls - before.calls
    sum.total += after.total - before.total
    sum.circular += after.circular - before.circular
    sum.refunded += after.refunded - before.refunded
    for (const [payer, calls] of after.byPayer) {
      const more = calls - (before.byPayer.get(payer) ?? 0)
      sum.byPayer.set(payer, (sum.byPayer.get(payer) ?? 0) + more)
    }
  }
  return sum
}

function summed({ byPayer, ...sum }: ReturnType<typeof between>): PeriodSum {
  const calls = [...byPayer.values()].filter((each) => each > 0)
  return {
    ...sum,
    buyers: calls.length,
    topByCalls: calls.reduce((most, each) => Math.max(most, each), 0),
  }
}
