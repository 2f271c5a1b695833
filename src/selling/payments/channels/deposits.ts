import type { Hex } from 'viem'
import type { EscrowNode } from '../x402/evm/escrow-node.ts'
import type { Eip3009 } from '../../../outside/chains/evm/eip3009.ts'
import { COLLECTOR, depositNonce, type ChannelConfig } from '../../../outside/chains/evm/escrow.ts'
import type { SignedDeposit } from '../../../outside/chains/evm/escrow-calls.ts'

/** What became of a deposit. */
export type Deposited =
  | { readonly state: 'mined'; readonly transaction: Hex }
  | { readonly state: 'refused'; readonly reason: string }
  | { readonly state: 'unknown'; readonly transaction?: Hex }

/** A deposit and its channel. */
export interface ChannelDeposit {
  readonly id: string
  readonly config: ChannelConfig
  readonly deposit: SignedDeposit
}

/** Most gas that a deposit may take: one to a new channel takes about 145,000. */
const DEPOSIT_GAS_MAX = 400_000n

/** The transfer to the collector that a deposit signs. */
export const transferOf = ({ id, config, deposit }: ChannelDeposit): Eip3009 => ({
  from: config.payer,
  to: COLLECTOR,
  value: String(deposit.amount),
  validAfter: String(deposit.validAfter),
  validBefore: String(deposit.validBefore),
  nonce: depositNonce(id, deposit.salt),
})

/** Whether the chain would take a deposit now. Throws when the node cannot be asked. */
export async function isTaken(
  node: EscrowNode,
  { config, deposit }: ChannelDeposit,
): Promise<boolean> {
  const { depositCall } = await import('../../../outside/chains/evm/escrow-calls.ts')
  const gas = await node.rehearse(depositCall(config, deposit))
  return gas !== null && gas <= DEPOSIT_GAS_MAX
}

/** Sends a deposit. One that somebody else has sent counts as well: it is in the channel. */
export async function sendDeposit(node: EscrowNode, made: ChannelDeposit): Promise<Deposited> {
  const { depositCall } = await import('../../../outside/chains/evm/escrow-calls.ts')
  const sent = await node.send(depositCall(made.config, made.deposit), DEPOSIT_GAS_MAX)
  if (sent.state === 'mined') return sent
  if (sent.state === 'lost') return { state: 'unknown', transaction: sent.transaction }
  const traced = await traceDeposit(node, made)
  if (traced.state !== 'unused') return traced
  return {
    state: 'refused',
    reason: sent.state === 'rejected' ? sent.reason : 'settlement_reverted',
  }
}

/** `unused`: it can still be sent. Throws when the node cannot be asked. */
export async function traceDeposit(
  node: EscrowNode,
  made: ChannelDeposit,
): Promise<Deposited | { readonly state: 'unused' }> {
  const traced = await node.trace(transferOf(made))
  if (traced.state === 'settled') return { state: 'mined', transaction: traced.transaction }
  if (traced.state === 'dead') return { state: 'refused', reason: traced.reason }
  return traced.state === 'unused' ? traced : { state: 'unknown' }
}
