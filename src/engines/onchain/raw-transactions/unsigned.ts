import { codec } from '../calldata/codec.ts'

/** The fields of an EIP-1559 transaction that nobody has signed. */
export interface UnsignedFields {
  readonly chainId: number
  readonly to: string
  readonly value: bigint
  readonly data: string
  readonly nonce: number
  readonly gas: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
}

/** The bytes that a wallet signs the hash of. */
export async function unsignedHexOf(fields: UnsignedFields): Promise<string> {
  const { serializeTransaction } = await codec()
  return serializeTransaction({ type: 'eip1559', ...fields } as never)
}
