import type { PaymentRequirements } from '@x402/core/types'
import { Fault } from '../../core/fault.ts'
import { signerOf, transferDigest, type Eip3009 } from '../../chains/evm/eip3009.ts'
import type { EvmNetwork, Network } from '../../chains/networks.ts'
import { same, type Permit2, type ReadPayload } from './payload.ts'

export const refused = (reason: string): Fault => new Fault('payment_refused', `x402: ${reason}`)

/** A transfer of one amount, signed for the token itself. */
export function assertPays(
  { to, value, validAfter }: Eip3009,
  { scheme, payTo, amount }: PaymentRequirements,
  now: number,
): void {
  if (scheme !== 'exact') throw refused('a transfer of one amount cannot be settled for less')
  if (!same(to, payTo)) throw refused('it pays somebody else')
  if (value !== amount) throw refused(`it pays ${value}, not ${amount}`)
  if (Number(validAfter) * 1000 > now) throw refused('it is not valid yet')
}

/** A transfer of at most an amount, signed for Permit2. */
export function assertPermits(
  { permitted, witness }: Permit2,
  { asset, payTo, amount }: PaymentRequirements,
  now: number,
): void {
  if (!same(witness.to, payTo)) throw refused('it pays somebody else')
  if (!same(permitted.token, asset)) throw refused('it pays in another token')
  if (permitted.amount !== amount) throw refused(`it permits ${permitted.amount}, not ${amount}`)
  if (Number(witness.validAfter) * 1000 > now) throw refused('it is not valid yet')
}

/**
 * The payer's own signature, recovered here: whose wallet it is, is never a facilitator's word.
 * Only a plain key can be told without asking the chain.
 */
export function assertSigned(network: Network, { payload, eip3009 }: ReadPayload): void {
  const { signature } = payload.payload
  if (network.family === 'evm' && eip3009 && isSignedByPayer(network, eip3009, signature)) return
  throw refused('this tool belongs to a wallet; sign a transfer with the key of the wallet itself')
}

export const isSignedByPayer = (
  network: EvmNetwork,
  transfer: Eip3009,
  signature: unknown,
): boolean =>
  signerOf(transferDigest(network, transfer), String(signature)) === transfer.from.toLowerCase()
