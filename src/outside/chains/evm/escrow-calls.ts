import { encodeAbiParameters, encodeFunctionData, parseAbi, type Hex } from 'viem'
import { COLLECTOR, type ChannelConfig } from './escrow.ts'

/** Calldata of the escrow. Loads viem, so it is imported where a transaction is made. */
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
