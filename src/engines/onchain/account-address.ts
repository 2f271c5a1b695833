import { sha512_256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { base32, base32nopad, base58 } from '@scure/base'

/** Checks of addresses that receive money. Each returns the problem as a sentence, or null. */

/** EIP-55: mixed case is a checksum, one case has none. */
export function evmAddressProblem(text: string): string | null {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return 'must be an EVM address: 0x and 40 hex digits'
  if (/^0x0{40}$/.test(text)) return 'is the zero address, from which nobody can take money'
  const digits = text.slice(2)
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return null
  return checksummed(text) === text
    ? null
    : 'has a wrong checksum: a letter or its case is mistyped'
}

/** An EVM address in checksum form. */
export function checksummed(address: string): `0x${string}` {
  const lower = address.slice(2).toLowerCase()
  const hash = bytesToHex(keccak_256(utf8ToBytes(lower)))
  const sums = Array.from(lower, (digit, at) =>
    Number.parseInt(hash[at] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit,
  )
  return `0x${sums.join('')}`
}

export function solanaAddressProblem(text: string): string | null {
  const bytes = decodeOrNull(() => base58.decode(text))
  if (bytes?.length !== 32) return 'must be a Solana address: 32 bytes in base58'
  return bytes.every((byte) => byte === 0) ? 'is the address of the system program' : null
}

const ALGORAND_CHECKSUM_BYTES = 4

/** 32 bytes and the last four bytes of their hash, in base32 without padding. */
export function algorandAddressProblem(text: string): string | null {
  const bytes = /^[A-Z2-7]{58}$/.test(text)
    ? decodeOrNull(() => base32.decode(`${text}======`))
    : null
  if (bytes?.length !== 36) return 'must be an Algorand address: 58 characters in base32'
  const sum = sha512_256(bytes.subarray(0, 32)).subarray(-ALGORAND_CHECKSUM_BYTES)
  if (!equal(sum, bytes.subarray(32))) return 'has a wrong checksum: a character is mistyped'
  return bytes.subarray(0, 32).every((byte) => byte === 0) ? 'is the zero address' : null
}

/** The address of a public key. */
export function algorandAddressOf(key: Uint8Array): string {
  const sum = sha512_256(key).subarray(-ALGORAND_CHECKSUM_BYTES)
  return base32nopad.encode(new Uint8Array([...key, ...sum]))
}

const STELLAR_ACCOUNT = 6 << 3

/** A version byte, 32 bytes and a CRC-16/XMODEM of both, in base32. */
export function stellarAddressProblem(text: string): string | null {
  const bytes = /^G[A-Z2-7]{55}$/.test(text) ? decodeOrNull(() => base32.decode(text)) : null
  if (bytes?.length !== 35 || bytes[0] !== STELLAR_ACCOUNT)
    return 'must be a Stellar account: G and 55 characters in base32'
  const sum = crc16(bytes.subarray(0, 33))
  const isRight = bytes[33] === (sum & 0xff) && bytes[34] === sum >> 8
  return isRight ? null : 'has a wrong checksum: a character is mistyped'
}

function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1)
      crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc
}

function decodeOrNull(decode: () => Uint8Array): Uint8Array | null {
  try {
    return decode()
  } catch {
    return null
  }
}

const equal = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at])
