import { hash } from 'node:crypto'
import { base58 } from '@scure/base'
import {
  KEY_BYTES,
  SIGNATURE_BYTES,
  type Ed25519Signature,
} from '../../../engines/onchain/ed25519.ts'

/** The identity, the blockhash and the payer of a signed Solana transaction. */
export interface SvmTransaction {
  /** The hash of the signed message. The ledger accepts each message once. */
  readonly id: string
  readonly blockhash: string
  /** The payer: the second signer, or the only one. */
  readonly signer: string
  /** The signature of the payer. */
  readonly signed: Ed25519Signature
}

const VERSION_0 = 0x80

/**
 * Reads a transaction in wire form. Null unless its encoding is canonical with no bytes after the
 * end: a copy in another encoding would count as another payment.
 */
export function readSvmTransaction(base64: string): SvmTransaction | null {
  const bytes = Buffer.from(base64, 'base64')
  const reader = createReader(bytes)
  try {
    const signatures = reader.take(reader.count() * SIGNATURE_BYTES)
    const message = bytes.subarray(reader.at())
    const isVersioned = reader.peek() >= VERSION_0
    if (isVersioned && reader.byte() !== VERSION_0) return null
    const signers = reader.byte()
    reader.skip(2)
    const keys = reader.take(reader.count() * KEY_BYTES)
    const payerAt = signers > 1 ? 1 : 0
    const blockhash = base58.encode(reader.take(KEY_BYTES))
    for (let left = reader.count(); left > 0; left--) skipInstruction(reader)
    if (isVersioned) for (let left = reader.count(); left > 0; left--) skipLookup(reader)
    if (reader.at() !== bytes.length) return null
    const key = nth(keys, payerAt, KEY_BYTES)
    const signed = { key, message, signature: nth(signatures, payerAt, SIGNATURE_BYTES) }
    return { id: hash('sha256', message), blockhash, signer: base58.encode(key), signed }
  } catch (thrown) {
    if (thrown instanceof RangeError) return null
    throw thrown
  }
}

const nth = (bytes: Buffer, at: number, size: number): Buffer =>
  bytes.subarray(at * size, (at + 1) * size)

function skipInstruction(reader: Reader): void {
  reader.skip(1)
  reader.skip(reader.count())
  reader.skip(reader.count())
}

/** A lookup table: its address, the writable keys, the read-only keys. */
function skipLookup(reader: Reader): void {
  reader.skip(KEY_BYTES)
  reader.skip(reader.count())
  reader.skip(reader.count())
}

type Reader = ReturnType<typeof createReader>

function createReader(bytes: Buffer) {
  let at = 0

  function skip(length: number): void {
    if (at + length > bytes.length) throw new RangeError('the transaction is cut short')
    at += length
  }
  function take(length: number): Buffer {
    skip(length)
    return bytes.subarray(at - length, at)
  }
  const byte = (): number => take(1).readUInt8()

  /**
   * Reads a number in groups of seven bits, the lowest first. More groups than needed are refused.
   */
  function count(): number {
    let value = 0
    for (let shift = 0; shift <= 14; shift += 7) {
      const group = byte()
      value |= (group & 0x7f) << shift
      if (group >= 0x80) continue
      if (group === 0 && shift > 0) break
      return value
    }
    throw new RangeError('a count is spelled oddly')
  }

  return { at: () => at, peek: () => bytes.readUInt8(at), byte, count, skip, take }
}
