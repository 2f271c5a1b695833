import type { Hex } from 'viem'
import { selectorOf, topicOf } from '../../../engines/onchain/evm-selector.ts'
import type { ContractCall } from './multicall.ts'
import { ESCROW } from './escrow.ts'

/** Reads of the escrow: its events, and the state of a channel. */
export const WITHDRAW_INITIATED = topicOf('WithdrawInitiated(bytes32,uint128,uint40)')
/** Everything that changes what a channel holds, and is not done by its receiver. */
export const CHANNEL_EVENTS: readonly Hex[] = [
  WITHDRAW_INITIATED,
  topicOf('WithdrawFinalized(bytes32,address,uint128)'),
  topicOf('Deposited(bytes32,address,uint128,uint128)'),
  topicOf('Refunded(bytes32,address,uint128)'),
]

/** A channel as a block has it. */
export interface ChannelState {
  /** All deposits, less refunds and withdrawals. Claims do not lower it. */
  readonly balance: bigint
  readonly claimed: bigint
  /** When its payer has begun to withdraw, in seconds; 0 for no withdrawal. */
  readonly withdrawAt: number
  readonly withdrawAmount: bigint
  readonly refundNonce: bigint
}

const CHANNELS = selectorOf('channels(bytes32)')
const PENDING = selectorOf('pendingWithdrawals(bytes32)')
const REFUND_NONCE = selectorOf('refundNonce(bytes32)')

/** Calls that together tell the state of a channel. */
export const stateCalls = (id: string): readonly ContractCall[] =>
  [CHANNELS, PENDING, REFUND_NONCE].map((selector): ContractCall => ({
    to: ESCROW,
    data: `${selector}${id.slice(2)}`,
  }))

const word = (text: string, at: number): bigint =>
  BigInt(`0x${text.slice(at * 64, at * 64 + 64) || '0'}`)

/** Of the answers to `stateCalls`, as hex without `0x`. */
export function stateIn(answers: readonly string[]): ChannelState {
  const [channel = '', pending = '', nonce = ''] = answers
  return {
    balance: word(channel, 0),
    claimed: word(channel, 1),
    withdrawAmount: word(pending, 0),
    withdrawAt: Number(word(pending, 1)),
    refundNonce: word(nonce, 0),
  }
}
