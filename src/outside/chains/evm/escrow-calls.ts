import { encodeAbiParameters, encodeFunctionData, parseAbi, type Hex } from 'viem'
import { selectorOf, topicOf } from '../../../engines/onchain/evm-selector.ts'
import type { ContractCall } from './multicall.ts'
import { COLLECTOR, ESCROW, type ChannelConfig } from './escrow.ts'

/** Calldata and answers of the escrow. */
const ABI = parseAbi([
  'struct Config { address payer; address payerAuthorizer; address receiver; address receiverAuthorizer; address token; uint40 withdrawDelay; bytes32 salt; }',
  'struct Voucher { Config channel; uint128 maxClaimableAmount; }',
  'struct Row { Voucher voucher; bytes signature; uint128 totalClaimed; }',
  'function deposit(Config config, uint128 amount, address collector, bytes data)',
  'function claimWithSignature(Row[] rows, bytes signature)',
  'function settle(address receiver, address token)',
  'function refundWithSignature(Config config, uint128 amount, uint256 nonce, bytes signature)',
  'function multicall(bytes[] calls) returns (bytes[])',
])

export const WITHDRAW_INITIATED = topicOf('WithdrawInitiated(bytes32,uint128,uint40)')
/** Everything that changes what a channel holds, and is not done by its receiver. */
export const CHANNEL_EVENTS: readonly Hex[] = [
  WITHDRAW_INITIATED,
  topicOf('WithdrawFinalized(bytes32,address,uint128)'),
  topicOf('Deposited(bytes32,address,uint128,uint128)'),
  topicOf('Refunded(bytes32,address,uint128)'),
]

/** A signed deposit by EIP-3009. */
export interface SignedDeposit {
  readonly amount: bigint
  readonly validAfter: bigint
  readonly validBefore: bigint
  readonly salt: bigint
  readonly signature: Hex
}

/** A voucher, and how much of it is claimed in all. */
export interface ClaimRow {
  readonly config: ChannelConfig
  readonly max: bigint
  readonly signature: string
  readonly total: bigint
}

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

const tupleOf = ({ withdrawDelay, ...config }: ChannelConfig) =>
  ({ ...config, withdrawDelay }) as {
    payer: Hex
    payerAuthorizer: Hex
    receiver: Hex
    receiverAuthorizer: Hex
    token: Hex
    withdrawDelay: number
    salt: Hex
  }

export function depositCall(config: ChannelConfig, deposit: SignedDeposit): Hex {
  const { amount, validAfter, validBefore, salt, signature } = deposit
  const data = encodeAbiParameters(
    [{ type: 'uint256' }, { type: 'uint256' }, { type: 'uint256' }, { type: 'bytes' }],
    [validAfter, validBefore, salt, signature],
  )
  const args = [tupleOf(config), amount, COLLECTOR, data] as const
  return encodeFunctionData({ abi: ABI, functionName: 'deposit', args })
}

export function claimCall(rows: readonly ClaimRow[], signature: Hex): Hex {
  const claims = rows.map(({ config, max, signature: signed, total }) => ({
    voucher: { channel: tupleOf(config), maxClaimableAmount: max },
    signature: signed as Hex,
    totalClaimed: total,
  }))
  return encodeFunctionData({
    abi: ABI,
    functionName: 'claimWithSignature',
    args: [claims, signature],
  })
}

export const settleCall = (receiver: string, token: string): Hex =>
  encodeFunctionData({
    abi: ABI,
    functionName: 'settle',
    args: [receiver as Hex, token as Hex],
  })

export const refundCall = (
  config: ChannelConfig,
  { amount, nonce }: { readonly amount: bigint; readonly nonce: bigint },
  signature: Hex,
): Hex =>
  encodeFunctionData({
    abi: ABI,
    functionName: 'refundWithSignature',
    args: [tupleOf(config), amount, nonce, signature],
  })

/** All of them in one transaction: one that fails undoes all. */
export const together = (calls: readonly Hex[]): Hex =>
  encodeFunctionData({ abi: ABI, functionName: 'multicall', args: [calls] })

const CHANNELS = selectorOf('channels(bytes32)')
const PENDING = selectorOf('pendingWithdrawals(bytes32)')
const REFUND_NONCE = selectorOf('refundNonce(bytes32)')

/** Calls that together tell the state of a channel. */
export const stateCalls = (id: string): readonly ContractCall[] =>
  [CHANNELS, PENDING, REFUND_NONCE].map((selector): ContractCall => ({
    to: ESCROW,
    data: `${selector}${id.slice(2)}`,
  }))

/** Of the answers to `stateCalls`, as hex without `0x`. */
export function stateIn(answers: readonly string[]): ChannelState {
  const [channel = '', pending = '', nonce = ''] = answers
  const word = (text: string, at: number) => BigInt(`0x${text.slice(at * 64, at * 64 + 64) || '0'}`)
  return {
    balance: word(channel, 0),
    claimed: word(channel, 1),
    withdrawAmount: word(pending, 0),
    withdrawAt: Number(word(pending, 1)),
    refundNonce: word(nonce, 0),
  }
}
