import { keccak256, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { prepareTransactionRequest, signTransaction } from 'viem/actions'
import { connectTempo } from './connection.ts'
import type { TempoNodeAddress } from './node.ts'
import { feeUnits, memoTransferCall, type MemoTransfer } from './token.ts'

export interface TransferWish extends MemoTransfer {
  readonly key: Hex
  readonly token: string
  /** In seconds. From then on no block can include it. */
  readonly validBefore: number
  /** Another account signs for the fee, and submits it. */
  readonly isSponsored: boolean
}

export interface SignedTransfer {
  readonly raw: Hex
  /** Undefined if a second signature changes it. */
  readonly hash: Hex | undefined
  /** The highest possible fee in base units of the token; 0 if it is sponsored. */
  readonly feeMost: bigint
}

/** Stock MPP clients add the same: estimates leave out the gas for checking the signature. */
const SPARE_GAS = 5_000n

interface Prepared {
  gas?: bigint
  maxFeePerGas?: bigint
  feePayer?: true
  feeToken?: unknown
  feePayerSignature?: unknown
}

/** Signs one transfer, which is valid once and until `validBefore`. Sends nothing. */
export async function signTransfer(
  node: TempoNodeAddress,
  { key, token, validBefore, isSponsored, ...transfer }: TransferWish,
): Promise<SignedTransfer> {
  const connection = connectTempo(node)
  const wanted = {
    account: privateKeyToAccount(key),
    calls: [{ to: token as Hex, data: memoTransferCall(transfer) }],
    nonceKey: 'expiring',
    validBefore,
    ...(!isSponsored && { feeToken: token as Hex }),
  }
  const prepared = (await prepareTransactionRequest(connection, wanted as never)) as Prepared
  prepared.gas = (prepared.gas ?? 0n) + SPARE_GAS
  if (isSponsored) {
    delete prepared.feePayerSignature
    delete prepared.feeToken
    prepared.feePayer = true
  }
  const raw: Hex = await signTransaction(connection, prepared as never)
  if (isSponsored) return { raw, hash: undefined, feeMost: 0n }
  const feeMost = feeUnits(prepared.gas * (prepared.maxFeePerGas ?? 0n))
  return { raw, hash: keccak256(raw), feeMost }
}
