import { randomUUID } from 'node:crypto'
import type { Sender } from '../../base/core/capability.ts'
import { Fault } from '../../base/core/fault.ts'
import { dollarsOf, formatUsd, usdOf, type Usd } from '../../base/core/money.ts'
import type { Expense, Spending } from '../../base/core/spending.ts'
import { addressBlock } from '../../base/lib/address-block.ts'
import type { Capped, LossCap, LossCaps, LossStore, Risk } from '../../stores/losses.ts'

/** What calls cost this service before their buyers have paid. */
export interface Losses {
  watch(call: WatchedCall): CallExpenses
  /** A payment whose settlement was unknown has settled, or never will. */
  known(callId: string, isPaid: boolean): Promise<void>
}

export interface WatchedCall {
  readonly id: string
  readonly sender: Sender
  /** Its payment may still fail to settle: what it costs counts from the moment it is asked for. */
  readonly isAtRisk: boolean
  /** Aborted when nobody waits for the call. */
  readonly signal: AbortSignal
}

/** The expenses of one call. */
export interface CallExpenses extends Spending {
  /** A third party was asked for money's worth: the call is no longer cancelled by a hang-up. */
  hasBegun(): boolean
  /** It has cost something that was not announced. */
  bears(what: string, amount: Usd): void
  /** The buyer has paid. */
  paid(): Promise<void>
  /** The buyer has paid no more than that: what it has cost beyond is lost. */
  lost(paid?: Usd): Promise<void>
  /** Whether the buyer has paid is known later. */
  open(): Promise<void>
}

export interface LossParts {
  readonly lossLedger: LossStore
  readonly caps: LossCaps
  now(): number
  onLoss(provider: string, amount: Usd): void
  onRefused(cap: LossCap): void
  onTrouble(what: string, cause: unknown): void
}

export function createLosses(parts: LossParts): Losses {
  const { lossLedger: store, caps, now, onLoss, onRefused, onTrouble } = parts
  return {
    async known(callId, isPaid) {
      if (isPaid) return store.paid(callId)
      for (const { provider, amount } of await store.lost(callId)) onLoss(provider, amount)
    },
    watch({ id: callId, sender, isAtRisk, signal }) {
      const { client } = sender
      const by = { callId, payer: sender.payer ?? '', client, block: addressBlock(client) }
      const begun: { readonly provider: string; amount: Usd }[] = []
      // If the end of a call cannot be stored, its row stays a risk, which counts like a loss.
      const tryWrite = (write: Promise<void>): Promise<void> =>
        write.catch((thrown: unknown) => onTrouble(`expenses of call ${callId}`, thrown))

      async function begin(provider: string, most: Usd): Promise<Expense> {
        const risk: Risk = { ...by, id: randomUUID(), provider, amount: most }
        const reached = await store.take(risk, caps, { now: now(), kept: isAtRisk })
        if (reached) {
          onRefused(reached.cap)
          throw capped(reached, caps)
        }
        const expense = { provider, amount: most }
        begun.push(expense)
        if (signal.aborted) {
          expense.amount = usdOf(0)
          throw new Fault('caller_gone', 'The caller hung up.')
        }
        return { costs: (amount) => void (expense.amount = usdOf(Math.max(0, amount))) }
      }

      /** What each provider has billed beyond what is paid. */
      function costs(paid: number): readonly Risk[] {
        let covered = paid
        return [...Map.groupBy(begun, ({ provider }) => provider)].flatMap(([provider, each]) => {
          const cost = each.reduce((sum, { amount }) => sum + amount, 0)
          const amount = usdOf(Math.max(0, cost - covered))
          covered = Math.max(0, covered - cost)
          return amount > 0 ? [{ ...by, id: randomUUID(), provider, amount }] : []
        })
      }

      return {
        begin,
        bears: (provider, amount) => void begun.push({ provider, amount }),
        hasBegun: () => begun.some(({ amount }) => amount > 0),
        async paid() {
          if (begun.length > 0 && isAtRisk) await tryWrite(store.paid(callId))
        },
        async lost(paid = usdOf(0)) {
          if (begun.length === 0) return
          const lost = costs(paid)
          for (const { provider, amount } of lost) onLoss(provider, amount)
          if (lost.length > 0 || isAtRisk)
            await tryWrite(store.book(callId, lost, { now: now(), sure: true }))
        },
        async open() {
          if (begun.length > 0)
            await tryWrite(store.book(callId, costs(0), { now: now(), sure: false }))
        },
      }
    },
  }
}

const CAP_WORDS: Readonly<Record<LossCap, string>> = {
  payer: 'by this payer in a day',
  client: 'from this address in a day',
  block: 'from this block of addresses in a day',
  hour: 'by all callers in an hour',
  day: 'by all callers in a day',
}

/** What is only under way is soon paid. */
const RETRY_SECONDS = { booked: 3_600, open: 5 }

const capped = ({ cap, isBooked }: Capped, caps: LossCaps): Fault =>
  new Fault(
    'rate_limited',
    `Calls that ended without a payment, or may yet, have cost all that is allowed ${CAP_WORDS[cap]} (${formatUsd(caps[cap])}). You are not charged; call again later.`,
    {
      retryAfterSeconds: isBooked ? RETRY_SECONDS.booked : RETRY_SECONDS.open,
      body: { cap, capUsd: dollarsOf(caps[cap]) },
    },
  )

/** Counts nothing: for calls that are free for their callers. */
export const UNWATCHED: CallExpenses = {
  begin: async () => ({ costs() {} }),
  bears() {},
  hasBegun: () => false,
  paid: async () => {},
  lost: async () => {},
  open: async () => {},
}
