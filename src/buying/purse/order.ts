import { createHash } from 'node:crypto'
import type { Usd } from '../../base/core/money.ts'
import type { Spending } from '../../base/core/spending.ts'
import type { Answer } from '../../outside/net/request.ts'
import { ANSWER_BYTES_MAX } from './seller-answer.ts'
import type { History, SpendChain } from './chains.ts'

/** One purchase from another seller. */
export interface PurchaseOrder {
  /** The same for all attempts of one purchase, so it is paid once. */
  readonly id: string
  readonly callId: string
  /** The wallet or the credits key of the buyer for whom it is made. */
  readonly payer: string | null
  /** Counts what the purchase costs until its buyer has paid. */
  readonly spending?: Spending | undefined
  /** The buyer named the seller, and may be the seller. */
  readonly isNamedByPayer?: boolean
  readonly origin: string
  readonly url: string
  /** Null if unknown: GET is tried, then POST. */
  readonly method: 'GET' | 'POST' | null
  readonly params: Readonly<Record<string, unknown>>
  /** The most that may be paid. */
  readonly most: Usd
  /** Allowed chains, among those with a wallet. */
  readonly chains: readonly SpendChain[]
  /**
   * Chains on which the seller's wallet has not been checked, and the amount that may be risked
   * there.
   */
  readonly unlooked?: {
    readonly chains: readonly SpendChain[]
    readonly most: Usd
    /** The history that the wallet needs for a higher price. */
    readonly least: History
  }
  /** Known wallets of the seller. */
  payTos(chain: SpendChain): readonly string[]
  /** Fields that a good answer must have. */
  readonly expects: readonly string[]
  /** How long the paid answer may take. */
  readonly timeoutMs: number
  /** Called for each answer of the seller, before and after the payment. */
  onAnswer?(when: 'unpaid' | 'paid', answer: Answer, ms: number): void
}

export const methodsOf = ({ method }: PurchaseOrder): readonly ('GET' | 'POST')[] =>
  method === null ? ['GET', 'POST'] : [method]

/** An idempotency key that reveals nothing about the call. */
export const keyOf = (id: string): string =>
  createHash('sha256').update(`purse ${id}`).digest('hex')

/** The request of an order, before it is paid. */
export function requestOf({ url, params }: PurchaseOrder, method: 'GET' | 'POST') {
  const base = {
    method,
    // A payment is sent to the address that asked for it, and to no other.
    redirectsMax: 0,
    bytesMax: ANSWER_BYTES_MAX,
  }
  const accept = { accept: 'application/json' }
  if (method === 'POST') {
    const headers = { ...accept, 'content-type': 'application/json' }
    return { url, options: { ...base, headers, body: JSON.stringify(params) } }
  }
  const asked = new URL(url)
  for (const [name, value] of Object.entries(params))
    asked.searchParams.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  return { url: asked.href, options: { ...base, headers: accept } }
}
