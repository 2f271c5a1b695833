import { toRlp, type Hex } from 'viem'
import { curve } from './curve.ts'
import { keccak } from './keccak.ts'

/** The fields of an EIP-1559 transaction. */
export interface Fields {
  readonly chainId: number
  readonly nonce: number
  readonly maxPriorityFeePerGas: bigint
  readonly maxFeePerGas: bigint
  readonly gas: bigint
  readonly to: Hex
  readonly data: Hex
}

export interface Envelope {
  readonly raw: Hex
  readonly hash: Hex
}

const TYPE = Uint8Array.of(2)
const NO_VALUE = new Uint8Array()

/**
 * A signed EIP-1559 transaction. It stays bytes until it is complete: a batch of a hundred
 * transfers is tens of kilobytes, and hex at each step would take most of the time.
 */
export function sealed(fields: Fields, key: Hex): Envelope {
  const said = [
    numberBytes(fields.chainId),
    numberBytes(fields.nonce),
    numberBytes(fields.maxPriorityFeePerGas),
    numberBytes(fields.maxFeePerGas),
    numberBytes(fields.gas),
    hexBytes(fields.to),
    NO_VALUE,
    hexBytes(fields.data),
    [],
  ]
  const { signature, recovery } = curve.sign(keccak(typed(said)), hexBytes(key))
  const [r, s] = [signature.subarray(0, 32), signature.subarray(32)]
  const raw = typed([...said, numberBytes(recovery), unpadded(r), unpadded(s)])
  return { raw: hexOf(raw), hash: hexOf(keccak(raw)) }
}

const typed = (items: Parameters<typeof toRlp>[0]): Uint8Array =>
  Buffer.concat([TYPE, toRlp(items, 'bytes')])

const hexBytes = (hex: Hex): Uint8Array => Buffer.from(hex.slice(2), 'hex')

const hexOf = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`

/** RLP writes numbers without leading zeros, and zero as no bytes. */
function numberBytes(value: number | bigint): Uint8Array {
  const digits = value.toString(16)
  return unpadded(Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex'))
}

function unpadded(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte !== 0)
  return first < 0 ? NO_VALUE : bytes.subarray(first)
}
