import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { PayableEvmNetwork } from '../networks.ts'
import { curve } from './curve.ts'
import { keccak } from './keccak.ts'
import { addressWord, numberWord } from '../../../engines/onchain/abi-words.ts'
import { bytesOf, signedDigest, structHash, typeHash } from './typed-data.ts'

/** An EIP-3009 transfer with authorization: numbers in decimal digits, the nonce in hex. */
export interface Eip3009 {
  readonly from: string
  readonly to: string
  readonly value: string
  /** In seconds. */
  readonly validAfter: string
  readonly validBefore: string
  readonly nonce: string
}

const DOMAIN_TYPE = typeHash(
  'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)',
)
const TRANSFER_TYPE = typeHash(
  'TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)',
)
/** Tokens refuse the upper half of `s`, so that a signature has one form only. */
const HALF_ORDER = secp256k1.Point.Fn.ORDER / 2n

const separators = new WeakMap<PayableEvmNetwork, Uint8Array>()

/** The ABI words of a transfer. The same words are signed and sent. */
export const transferWords = (transfer: Eip3009): string =>
  [
    addressWord(transfer.from),
    addressWord(transfer.to),
    numberWord(transfer.value),
    numberWord(transfer.validAfter),
    numberWord(transfer.validBefore),
    transfer.nonce.slice(2),
  ].join('')

/** The EIP-712 digest that a payer signs. */
export function transferDigest(network: PayableEvmNetwork, transfer: Eip3009): Uint8Array {
  const struct = structHash(TRANSFER_TYPE, bytesOf(transferWords(transfer)))
  return signedDigest(domainSeparator(network), struct)
}

function domainSeparator(network: PayableEvmNetwork): Uint8Array {
  const known = separators.get(network)
  if (known) return known
  const { domain, chainId, asset } = network
  const separator = structHash(
    DOMAIN_TYPE,
    typeHash(domain.name),
    typeHash(domain.version),
    bytesOf(numberWord(chainId) + addressWord(asset)),
  )
  separators.set(network, separator)
  return separator
}

/**
 * The lower-case address that made a plain 65-byte signature; null for any other kind of signature.
 */
export function signerOf(digest: Uint8Array, signature: string): string | null {
  if (!/^0x[0-9a-fA-F]{130}$/.test(signature)) return null
  const bytes = Buffer.from(signature.slice(2), 'hex')
  const v = bytes[64] ?? 0
  const recovery = v >= 27 ? v - 27 : v
  if (recovery > 1 || BigInt(`0x${signature.slice(66, 130)}`) > HALF_ORDER) return null
  try {
    const point = curve.recover(bytes.subarray(0, 64), recovery, digest)
    return `0x${Buffer.from(keccak(point.subarray(1)).subarray(12)).toString('hex')}`
  } catch {
    return null
  }
}
