import type { JsonObject } from '../../../src/base/lib/json-object.ts'
import type { SpendWallet } from '../../../src/buying/purse/chains.ts'
import type { Random } from '../simulation/random.ts'

/** A chain by its own rules of signed payments: each moves money once, and before its end. */
export interface Ledger {
  readonly wallet: SpendWallet
  /** Amounts by what the chain knows a payment by. */
  readonly moved: ReadonlyMap<string, bigint>
  /** That, in a nonce as the wallet keeps it. */
  keyOf(nonce: string): string
  /** What its offers say besides amount and payee. */
  readonly offer: JsonObject
  /** Wallets of sellers on it. */
  readonly payTos: readonly [string, string]
  /** False where it takes no such payment, or not any more. */
  transfer(payload: JsonObject): boolean
}

export interface LedgerParts {
  readonly seed: number
  readonly random: Random
  now(): number
}
