import { DAY_MS } from '../../../base/core/milliseconds.ts'
import type { TransferRow } from '../../../stores/settlements.ts'
import type { History } from '../../purse/chains.ts'

/** The sums of one wallet's transfers, by the rules of `METHODOLOGY`. */
export interface WalletTally {
  readonly wallet: string
  calls: number
  /** Base units of a token with six decimals: millionths of a dollar. */
  total: bigint
  readonly byPayer: Map<string, { calls: number; total: bigint }>
  /** Calls that a payer made with money of the wallet itself. */
  readonly circular: Map<string, number>
  readonly excluded: {
    notAuthorized: number
    overCeiling: number
    selfFunded: number
    refunded: number
  }
  /** By days since 1970, less what was given back on that day. */
  readonly byDay: Map<number, DaySum>
  firstAt: number | null
  lastAt: number | null
}

export interface DaySum {
  readonly calls: number
  readonly total: bigint
}

export function addToDay(days: Map<number, DaySum>, day: number, { calls, total }: DaySum): void {
  const known = days.get(day)
  days.set(day, { calls: (known?.calls ?? 0) + calls, total: (known?.total ?? 0n) + total })
}

/** Five dollars: more is no price of one call. */
export const CALL_MAX = 5_000_000n

export const METHODOLOGY = [
  'Counted are transfers of the stablecoin to wallets that indexed sellers name in their 402s, directly preceded in the same transaction by the use of an EIP-3009 authorization of the payer.',
  'A transfer of more than $5 is not the price of a call.',
  'Money that the wallet has sent a payer before is used up first, in the order of the chain; a call that was paid by half or more with it is circular and does not count.',
  'A transfer back to a payer, of no more than it has paid, is a refund and takes calls back.',
  'A wallet that unrelated sellers claim is credited to none of them.',
  'One chunk of blocks in a hundred is read at a second provider, too, where one is known; where they differ, smaller chunks are read until they agree. What they said is in `coverage`; blocks that were not compared rest on one provider.',
  'A wallet is counted from when it was first seen here. Payments by other schemes, by card and on other networks are not counted.',
] as const

/** Adds transfers in the order of the chain. One small row is held for each wallet and payer. */
export function createTallies(wallets: ReadonlySet<string>) {
  const tallies = new Map<string, WalletTally>()
  /** What a wallet has sent a payer, less what came back as payment. */
  const funded = new Map<string, bigint>()

  const tallyOf = (wallet: string): WalletTally => {
    const known = tallies.get(wallet)
    if (known) return known
    const made = emptyTally(wallet)
    tallies.set(wallet, made)
    return made
  }

  function sent(wallet: string, payer: string, value: bigint, at: number): void {
    const tally = tallyOf(wallet)
    const paid = tally.byPayer.get(payer)
    if (paid && paid.calls > 0 && value <= paid.total) {
      const calls = refund(tally, paid, value)
      return addToDay(tally.byDay, dayOf(at), { calls: -calls, total: -value })
    }
    const pair = `${wallet}>${payer}`
    funded.set(pair, (funded.get(pair) ?? 0n) + value)
  }

  function received(row: TransferRow): void {
    const tally = tallyOf(row.payee)
    const value = BigInt(row.value)
    if (row.authorized !== 1) return void (tally.excluded.notAuthorized += 1)
    if (value <= 0n || value > CALL_MAX) return void (tally.excluded.overCeiling += 1)
    const pair = `${row.payee}>${row.payer}`
    const money = funded.get(pair) ?? 0n
    const own = money < value ? money : value
    funded.set(pair, money - own)
    if (own > 0n && own * 2n >= value) {
      tally.excluded.selfFunded += 1
      tally.circular.set(row.payer, (tally.circular.get(row.payer) ?? 0) + 1)
      return
    }
    const paid = tally.byPayer.get(row.payer) ?? { calls: 0, total: 0n }
    tally.byPayer.set(row.payer, { calls: paid.calls + 1, total: paid.total + value })
    tally.calls += 1
    tally.total += value
    addToDay(tally.byDay, dayOf(row.at), { calls: 1, total: value })
    tally.firstAt ??= row.at
    tally.lastAt = row.at
  }

  return {
    add(row: TransferRow): void {
      // A seller that pays itself has earned nothing.
      if (row.payer === row.payee) return
      if (wallets.has(row.payee)) received(row)
      if (wallets.has(row.payer)) sent(row.payer, row.payee, BigInt(row.value), row.at)
    },
    all: (): readonly WalletTally[] => [...tallies.values()],
  }
}

const dayOf = (at: number): number => Math.floor(at / DAY_MS)

/** As many calls as the money that went back paid for, at what they cost in the middle. */
function refund(tally: WalletTally, paid: { calls: number; total: bigint }, value: bigint): number {
  const calls =
    value === paid.total ? paid.calls : Number((BigInt(paid.calls) * value) / paid.total)
  paid.total -= value
  paid.calls -= calls
  tally.total -= value
  tally.calls -= calls
  tally.excluded.refunded += Math.max(1, calls)
  return calls
}

const emptyTally = (wallet: string): WalletTally => ({
  wallet,
  calls: 0,
  total: 0n,
  byPayer: new Map(),
  circular: new Map(),
  excluded: { notAuthorized: 0, overCeiling: 0, selfFunded: 0, refunded: 0 },
  byDay: new Map(),
  firstAt: null,
  lastAt: null,
})

export const historyIn = ({ calls, byPayer }: WalletTally): History => ({
  settled: calls,
  payers: [...byPayer.values()].filter((paid) => paid.calls > 0).length,
})

export const circularIn = ({ circular }: WalletTally): History => ({
  settled: [...circular.values()].reduce((sum, calls) => sum + calls, 0),
  payers: circular.size,
})
