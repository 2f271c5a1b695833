import type { Hex } from 'viem'
import { addressWord, numberWord } from '../../../engines/onchain/abi-words.ts'
import { keccak } from './keccak.ts'
import { bytesOf, signedDigest, structHash, typeHash } from './typed-data.ts'

/**
 * What is signed for payment channels of x402 `batch-settlement`. The contracts have these
 * addresses on every chain.
 */
export const ESCROW: Hex = '0x4020074e9dF2ce1deE5A9C1b5c3f541D02a10003'
/** Takes deposits that are signed as EIP-3009. */
export const COLLECTOR: Hex = '0x4020806089470a89826cB9fB1f4059150b550004'

/** Who pays whom, and who signs for them. Its digest is the id of the channel. */
export interface ChannelConfig {
  readonly payer: string
  /** Signs vouchers. */
  readonly payerAuthorizer: string
  readonly receiver: string
  /** Signs claims and refunds. */
  readonly receiverAuthorizer: string
  readonly token: string
  /** Seconds from the start of a withdrawal to its end. */
  readonly withdrawDelay: number
  /** 32 bytes in hex. */
  readonly salt: string
}

/** One channel of a claim: what it may cost at most, as its payer has signed, and what it costs. */
export interface ClaimEntry {
  readonly id: string
  readonly max: bigint
  readonly total: bigint
}

const DOMAIN_TYPE = typeHash(
  'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)',
)
const CONFIG_TYPE = typeHash(
  'ChannelConfig(address payer,address payerAuthorizer,address receiver,address receiverAuthorizer,address token,uint40 withdrawDelay,bytes32 salt)',
)
const VOUCHER_TYPE = typeHash('Voucher(bytes32 channelId,uint128 maxClaimableAmount)')
const REFUND_TYPE = typeHash('Refund(bytes32 channelId,uint256 nonce,uint128 amount)')
const ENTRY_TYPE = typeHash(
  'ClaimEntry(bytes32 channelId,uint128 maxClaimableAmount,uint128 totalClaimed)',
)
const BATCH_TYPE = typeHash(
  'ClaimBatch(ClaimEntry[] claims)ClaimEntry(bytes32 channelId,uint128 maxClaimableAmount,uint128 totalClaimed)',
)
const NAME = typeHash('x402 Batch Settlement')
const VERSION = typeHash('1')

const separatorOf = (chainId: number): Uint8Array =>
  structHash(DOMAIN_TYPE, NAME, VERSION, bytesOf(numberWord(chainId) + addressWord(ESCROW)))

const hexOf = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`

const digestOf = (chainId: number, type: Uint8Array, words: string): Uint8Array =>
  signedDigest(separatorOf(chainId), structHash(type, bytesOf(words)))

/** The id of a channel, in lower case. */
export function channelIdOf(chainId: number, config: ChannelConfig): Hex {
  const { payer, payerAuthorizer, receiver, receiverAuthorizer, token } = config
  const parties = [payer, payerAuthorizer, receiver, receiverAuthorizer, token].map(addressWord)
  const words = parties.join('') + numberWord(config.withdrawDelay) + config.salt.slice(2)
  return hexOf(digestOf(chainId, CONFIG_TYPE, words))
}

export const voucherDigest = (chainId: number, id: string, max: bigint): Uint8Array =>
  digestOf(chainId, VOUCHER_TYPE, id.slice(2) + numberWord(max))

export const refundDigest = (
  chainId: number,
  id: string,
  { nonce, amount }: { readonly nonce: bigint; readonly amount: bigint },
): Uint8Array =>
  digestOf(chainId, REFUND_TYPE, id.slice(2) + numberWord(nonce) + numberWord(amount))

export function claimDigest(chainId: number, entries: readonly ClaimEntry[]): Uint8Array {
  const hashes = entries.map(({ id, max, total }) =>
    structHash(ENTRY_TYPE, bytesOf(id.slice(2) + numberWord(max) + numberWord(total))),
  )
  return signedDigest(separatorOf(chainId), structHash(BATCH_TYPE, keccak(Buffer.concat(hashes))))
}

/** The nonce of the transfer that makes a deposit, which binds it to its channel. */
export const depositNonce = (id: string, salt: bigint): Hex =>
  hexOf(keccak(bytesOf(id.slice(2) + numberWord(salt))))
