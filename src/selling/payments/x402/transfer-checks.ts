import type { PaymentRequirements } from '@x402/core/types'
import { Fault } from '../../../base/core/fault.ts'
import type { Eip3009 } from '../../../outside/chains/evm/eip3009.ts'
import { same, type Permit2 } from './payload.ts'

export const x402Fault = (reason: string): Fault => new Fault('payment_refused', `x402: ${reason}`)

/** A transfer of one amount, signed for the token itself. */
export function assertPays(
  { to, value, validAfter }: Eip3009,
  { scheme, payTo, amount }: PaymentRequirements,
  now: number,
): void {
  if (scheme !== 'exact') throw x402Fault('a transfer of one amount cannot be settled for less')
  if (!same(to, payTo)) throw x402Fault('it pays somebody else')
  if (value !== amount) throw x402Fault(`it pays ${value}, not ${amount}`)
  if (Number(validAfter) * 1000 > now) throw x402Fault('it is not valid yet')
}

/** A transfer of at most an amount, signed for Permit2. */
export function assertPermits(
  { permitted, witness }: Permit2,
  { asset, payTo, amount }: PaymentRequirements,
  now: number,
): void {
  if (!same(witness.to, payTo)) throw x402Fault('it pays somebody else')
  if (!same(permitted.token, asset)) throw x402Fault('it pays in another token')
  if (permitted.amount !== amount) throw x402Fault(`it permits ${permitted.amount}, not ${amount}`)
  if (Number(witness.validAfter) * 1000 > now) throw x402Fault('it is not valid yet')
}
