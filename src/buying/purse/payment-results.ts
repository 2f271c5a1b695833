import { HOUR_MS, DAY_MS } from '../../base/core/milliseconds.ts'
import type { PurseStore } from '../../stores/purse.ts'
import type { Spend } from '../../stores/purse-rows.ts'
import { unitsOf, usdOfUnits } from './amounts.ts'
import type { StoredPayment, PaymentState, SpendWallet } from './chains.ts'

/** Finds the results of signed payments. Only the chain is asked, never the seller. */
export interface PaymentResults {
  /** Reads the result from the chain; null if it is not known yet. */
  look(spend: Spend): Promise<boolean | null>
  /** Checks all payments that are due, and ends those whose result stayed unknown for too long. */
  reconcile(signal: AbortSignal): Promise<void>
}

export interface PaymentResultParts {
  readonly wallets: readonly SpendWallet[]
  readonly store: PurseStore
  now(): number
  onTrouble(what: string, cause: unknown): void
}

const LOOK_EVERY_MS = 15_000
/** After this time, a payment without a result is checked rarely. */
const LOOK_SELDOM_MS = HOUR_MS
const LOOKS_PER_BEAT = 50
const KEEP_ANSWERS_MS = DAY_MS

export function createPaymentResults({
  wallets,
  store,
  now,
  onTrouble,
}: PaymentResultParts): PaymentResults {
  async function look(spend: Spend): Promise<boolean | null> {
    const wallet = wallets.find(({ chain }) => chain === spend.chain)
    if (!wallet) return null
    const kept = { ...spend, units: unitsOf(spend.amount, wallet) }
    const { state, fee } = await stateAndFee(wallet, kept).catch((cause: unknown) => {
      onTrouble(`the purse on ${spend.chain}`, cause)
      return { state: 'unknown', fee: 0n } as const
    })
    if (state === 'unknown') return null
    await store.moved(spend.id, state === 'settled' ? 1 : 0, usdOfUnits(fee, wallet))
    return state === 'settled'
  }

  return {
    look,
    async reconcile(signal) {
      for (const spend of await store.due(now(), LOOKS_PER_BEAT)) {
        if (signal.aborted) return
        if (spend.moved !== null) await store.unheard(spend.id)
        if (spend.moved !== null || (await look(spend)) !== null) continue
        const age = now() - spend.at
        const waitMs = Math.min(LOOK_SELDOM_MS, LOOK_EVERY_MS + Math.floor(age / 4))
        await store.lookLater(spend.id, now() + waitMs)
      }
      await store.forgetAnswers(now() - KEEP_ANSWERS_MS)
    },
  }
}

/** The state of a payment and, once that is final, the fee that the chain took for it. */
async function stateAndFee(
  wallet: SpendWallet,
  kept: StoredPayment,
): Promise<{ state: PaymentState; fee: bigint }> {
  const state = await wallet.stateOf(kept)
  return { state, fee: state === 'unknown' ? 0n : ((await wallet.feeTaken?.(kept)) ?? 0n) }
}
