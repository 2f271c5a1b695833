import { randomBytes } from 'node:crypto'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { Hex } from 'viem'
import { selectorOf, topicOf } from '../../../engines/onchain/evm-selector.ts'
import { addressWord, numberWord } from '../../../engines/onchain/abi-words.ts'

const TRANSFER_WITH_MEMO = selectorOf('transferWithMemo(address,uint256,bytes32)')
/** The event of a transfer with a memo. Its topics are from, to and memo. */
export const TRANSFERRED_WITH_MEMO = topicOf('TransferWithMemo(address,address,uint256,bytes32)')

export interface MemoTransfer {
  readonly payTo: string
  readonly units: bigint
  readonly memo: Hex
}

export const memoTransferCall = ({ payTo, units, memo }: MemoTransfer): Hex =>
  `${TRANSFER_WITH_MEMO}${addressWord(payTo)}${numberWord(String(units))}${memo.slice(2)}`

const digest = (text: string): Buffer => Buffer.from(keccak_256(Buffer.from(text)))

const TAG = digest('mpp').subarray(0, 4)
const VERSION = Buffer.of(1)
const MARK_BYTES = 10

/** Whether a memo says that the transfer answers an MPP challenge. */
export const isMppMemo = (memo: string): boolean =>
  memo.startsWith(`0x${Buffer.concat([TAG, VERSION]).toString('hex')}`)

/**
 * The memo by which a transfer answers one MPP challenge: tag, version, server, a random mark of
 * the payer, and the challenge. The mark is random for each payment, so no two have the same memo,
 * whatever challenges a seller issues.
 */
export function mppMemo(challenge: { readonly id: string; readonly realm: string }): Hex {
  const parts = [
    TAG,
    VERSION,
    digest(challenge.realm).subarray(0, 10),
    randomBytes(MARK_BYTES),
    digest(challenge.id).subarray(0, 7),
  ]
  return `0x${Buffer.concat(parts).toString('hex')}`
}

/** Gas is priced in 10^-18 dollars, tokens in 10^-6 dollars. */
const ATTOS_PER_UNIT = 10n ** 12n

export const feeUnits = (attos: bigint): bigint => (attos + ATTOS_PER_UNIT - 1n) / ATTOS_PER_UNIT
