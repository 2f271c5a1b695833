/**
 * `claimed`: a call is checking it. `verified`: it is good, and the tool runs. `delivering`: the
 * tool has answered, the answer is kept, and the payment may be sent. `pending`: it was sent, and
 * the result is unknown. `settled`: the money has moved. `reverted`: it had moved, in a block that
 * the chain took back; it is sent again while it may. `failed`: nothing moved, and it may be tried
 * again. `spent`: used up when it was presented, as a proof of work is.
 */
type PaymentState =
  | 'claimed'
  | 'verified'
  | 'delivering'
  | 'pending'
  | 'settled'
  | 'reverted'
  | 'failed'
  | 'spent'

export interface Payment {
  readonly proof: string
  readonly rail: string
  readonly slug: string
  readonly callId: string
  /** Digest of the request, so that a kept answer goes to the same request only. */
  readonly request: string
  readonly state: PaymentState
  readonly attempts: number
  readonly lease: number
  readonly until: number
  /** The data to look up a settlement, as JSON. It includes the caller's signature. */
  readonly data: string | null
  readonly reply: string | null
  /** The wallet, once verified. */
  readonly payer: string | null
  readonly amount: number
}

/** It has bought its answer. */
export const isPaid = ({ state }: Payment): boolean => state === 'settled' || state === 'reverted'

/** A payment as its row holds it. */
export const COLUMNS =
  'proof, rail, slug, call_id, request, state, attempts, lease, until, data, reply, payer, amount'

export type Row = Omit<Payment, 'callId'> & { readonly call_id: string }

export const paymentOf = ({ call_id: callId, ...row }: Row): Payment => ({ ...row, callId })
