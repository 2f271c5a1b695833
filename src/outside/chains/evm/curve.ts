import { createRequire } from 'node:module'
import { secp256k1 } from '@noble/curves/secp256k1.js'

/**
 * The curve of EVM signatures, secp256k1. A digest has 32 bytes; a signature is `r` and `s`, 64
 * bytes.
 */
export interface Curve {
  /** Recovers the uncompressed public key of a signature. Throws if there is none. */
  recover(signature: Uint8Array, recovery: number, digest: Uint8Array): Uint8Array
  /** Deterministic (RFC 6979), with the lower of the two possible `s`. */
  sign(digest: Uint8Array, key: Uint8Array): Signature
}

export interface Signature {
  readonly signature: Uint8Array
  /** 0 or 1. */
  readonly recovery: number
}

export const portable: Curve = {
  recover: (signature, recovery, digest) =>
    secp256k1.Signature.fromBytes(signature, 'compact')
      .addRecoveryBit(recovery)
      .recoverPublicKey(digest)
      .toBytes(false),
  sign(digest, key) {
    const bytes = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' })
    return { signature: bytes.subarray(1), recovery: bytes[0] ?? 0 }
  },
}

/** The native library where its binary is installed: it is twenty times faster. */
export const curve: Curve = nativeCurve() ?? portable

function nativeCurve(): Curve | null {
  try {
    const native = createRequire(import.meta.url)('secp256k1/bindings.js') as Native
    return {
      recover: (signature, recovery, digest) =>
        native.ecdsaRecover(Uint8Array.from(signature), recovery, Uint8Array.from(digest), false),
      sign(digest, key) {
        const signed = native.ecdsaSign(Uint8Array.from(digest), Uint8Array.from(key))
        return { signature: signed.signature, recovery: signed.recid }
      },
    }
  } catch {
    return null
  }
}

interface Native {
  ecdsaRecover(
    signature: Uint8Array,
    recovery: number,
    digest: Uint8Array,
    compressed: boolean,
  ): Uint8Array
  ecdsaSign(
    digest: Uint8Array,
    key: Uint8Array,
  ): { readonly signature: Uint8Array; readonly recid: number }
}
