import { Fault } from '../../base/core/fault.ts'
import { dollarsOf, formatUsd, type Usd } from '../../base/core/money.ts'
import type { CapName } from '../../stores/purse-rows.ts'

/** Why an offer is not paid. */
export const REFUSALS = {
  network_mismatch: 'it asks to be paid on another network',
  scheme_not_exact: 'it asks to be paid in another way than the purse pays there',
  asset_not_allowed: 'it asks for another token',
  amount_not_atomic: 'its amount is not written in whole base units',
  price_drift: 'it asks for more than may be paid',
  payto_invalid: 'it names no address that can be paid',
  self_payment: 'it would be paid to this service itself',
  payto_changed: 'it names another wallet than the one that the index knows',
  fee_payer_missing: 'it names nobody who pays the fee of the chain',
  memo_too_long: 'it asks for a memo that is longer than 256 bytes',
  payment_split: 'it asks that the payment be split among several wallets',
  mode_not_pull: 'it asks for a payment that is sent before its answer',
  offer_expired: 'its offer has ended already',
  domain_mismatch: 'it names the token otherwise than the chain does',
} as const satisfies Readonly<Record<string, string>>
export type Refusal = keyof typeof REFUSALS

const CAP_WORDS: Readonly<Record<CapName, string>> = {
  call: 'one call',
  seller: 'one seller in a day',
  hour: 'an hour',
  day: 'a day',
  payer: 'one buyer whose payments have not settled',
}

export const capped = (cap: CapName, left: Usd): Fault =>
  new Fault(
    'rate_limited',
    `The purse may spend ${formatUsd(left)} more for ${CAP_WORDS[cap]}; ask for less, or later.`,
    { retryAfterSeconds: cap === 'call' ? 60 : 3600, body: { cap, leftUsd: dollarsOf(left) } },
  )

const FREE_OF_CHARGE = 'You are not charged.'

/** The fault of a payment, once the chain was asked. */
export type FaultOf = (moved: boolean | null) => Fault

/** `moved`: whether the chain shows the payment; null where that is not known yet. */
export const failedWith = (status: number, moved: boolean | null): Fault =>
  new Fault('upstream_failed', `${TOLD[String(moved)]} and answered ${status}. ${FREE_OF_CHARGE}`, {
    body: { sellerStatus: status },
  })

const TOLD: Readonly<Record<string, string>> = {
  true: 'The seller was paid',
  false: 'The seller did not take the payment',
  null: 'The seller was sent a payment, which the chain does not show yet,',
}

/** Why a seller is not paid by anybody, until its rest is over or its first payment has ended. */
export const RESTS = 'its last payment was not delivered, so nothing is bought from it for a while'
export const UNPROVEN = 'it has not delivered anything yet, and another payment to it is under way'

export const broken = (problem: string): Fault =>
  new Fault('upstream_failed', `The seller failed: ${problem}. ${FREE_OF_CHARGE}`)

export const undelivered = (thrown: unknown): Fault => {
  if (!(thrown instanceof Fault)) throw thrown
  const code = thrown.code === 'upstream_timeout' ? 'upstream_timeout' : 'upstream_failed'
  return new Fault(code, `The seller failed: ${thrown.message} ${FREE_OF_CHARGE}`, {
    cause: thrown,
  })
}
