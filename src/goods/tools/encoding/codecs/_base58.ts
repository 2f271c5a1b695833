import { createHash } from 'node:crypto'
import { badInput } from '../../../../base/core/fault.ts'
import { excerpt } from '../../../../base/lib/bytes.ts'

/**
 * Our own code, because the library converts in quadratic time and so stops at 2 KB. This code
 * halves the number recursively and uses big integers, which is fast enough for tens of kilobytes.
 */
export const BASE58_ALPHABETS = {
  bitcoin: '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
  flickr: '123456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ',
  ripple: 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz',
} as const

/** The most digits whose value is a safe integer. */
const DIGITS_EXACT = 9

export function encodeBase58(bytes: Buffer, alphabet: string): string {
  const first = bytes.findIndex((byte) => byte !== 0)
  if (first < 0) return alphabet.charAt(0).repeat(bytes.length)
  const value = BigInt(`0x${bytes.toString('hex')}`)
  const width = Math.ceil((bytes.length - first) * 1.3658) + 1
  const digits = digitsOf(value, width)
  const top = digits.findIndex((digit) => digit !== 0)
  const letters = digits.slice(top).map((digit) => alphabet.charAt(digit))
  return alphabet.charAt(0).repeat(first) + letters.join('')
}

export function decodeBase58(text: string, alphabet: string): Buffer {
  const digits = Array.from(text, (letter, at) => {
    const digit = alphabet.indexOf(letter)
    if (digit >= 0) return digit
    throw badInput(`text: must be Base58, but holds ${excerpt(letter)} at position ${at}`)
  })
  const first = digits.findIndex((digit) => digit !== 0)
  if (first < 0) return Buffer.alloc(digits.length)
  const hex = valueOf(digits).toString(16)
  const value = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
  return Buffer.concat([Buffer.alloc(first), value])
}

function digitsOf(value: bigint, width: number): readonly number[] {
  if (width <= DIGITS_EXACT) {
    let rest = Number(value)
    const digits = Array.from({ length: width }, () => {
      const digit = rest % 58
      rest = (rest - digit) / 58
      return digit
    })
    return digits.toReversed()
  }
  const low = width >> 1
  const unit = 58n ** BigInt(low)
  return digitsOf(value / unit, width - low).concat(digitsOf(value % unit, low))
}

function valueOf(digits: readonly number[]): bigint {
  if (digits.length <= DIGITS_EXACT) {
    return BigInt(digits.reduce((value, digit) => value * 58 + digit, 0))
  }
  const low = digits.length >> 1
  const high = digits.length - low
  return valueOf(digits.slice(0, high)) * 58n ** BigInt(low) + valueOf(digits.slice(high))
}

export const CHECKSUM_BYTES = 4

/** The first four bytes of the double SHA-256, as Base58Check appends them. */
export function checksumOf(payload: Buffer): Buffer {
  const once = createHash('sha256').update(payload).digest()
  return createHash('sha256').update(once).digest().subarray(0, CHECKSUM_BYTES)
}
