import { createHash } from 'node:crypto'
import { base58, bech32, bech32m } from '@scure/base'
import { evmAddressProblem } from '../../../../engines/onchain/account-address.ts'
import type { Reader } from './_reader.ts'

export interface Wallet {
  readonly address: string
  readonly chain: 'evm' | 'bitcoin' | 'solana' | 'tron'
}

const IBAN = /(?<!\w)[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?!\w)/g

/**
 * Words in capitals may follow an account number, so groups are dropped until the check digits fit.
 */
export const ibansIn = (reader: Reader): readonly string[] =>
  reader
    .take(
      IBAN,
      ([text]) => {
        const groups = text.split(' ')
        for (let count = groups.length; count > 0; count -= 1) {
          const written = groups.slice(0, count)
          if (isIban(written.join(''))) return written.join(' ')
        }
        return null
      },
      (written) => written.length,
    )
    .map((written) => written.replaceAll(' ', ''))

function isIban(iban: string): boolean {
  if (iban.length < 15 || iban.length > 34) return false
  const turned = iban.slice(4) + iban.slice(0, 4)
  const digits = turned.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return BigInt(digits) % 97n === 1n
}

const WALLET =
  /(?<!\w)(?:0x[0-9a-fA-F]{40}|bc1[02-9ac-hj-np-z]{11,71}|[1-9A-HJ-NP-Za-km-z]{26,44})(?!\w)/g

export const walletsIn = (reader: Reader): readonly Wallet[] =>
  reader.take(WALLET, ([address]) => {
    const chain = chainOf(address)
    return chain ? { address, chain } : null
  })

function chainOf(address: string): Wallet['chain'] | null {
  if (address.startsWith('0x')) return isEvm(address) ? 'evm' : null
  if (address.startsWith('bc1')) return isSegwit(address) ? 'bitcoin' : null
  const version = checkedVersion(address)
  if (version === 0x00 || version === 0x05) return 'bitcoin'
  if (version === 0x41) return 'tron'
  return isSolana(address) ? 'solana' : null
}

/** The zero address counts too, though nobody can receive money there. */
const isEvm = (address: string): boolean =>
  /^0x0+$/.test(address) || evmAddressProblem(address) === null

function isSegwit(address: string): boolean {
  const text = address as `bc1${string}`
  return Boolean(bech32.decodeUnsafe(text) ?? bech32m.decodeUnsafe(text))
}

const CHECKSUM_BYTES = 4
const HASH_BYTES = 20

/** The version of an address that contains its own checksum; null if that is wrong. */
function checkedVersion(address: string): number | null {
  const bytes = decodeBase58(address)
  if (bytes?.length !== 1 + HASH_BYTES + CHECKSUM_BYTES) return null
  const body = bytes.subarray(0, -CHECKSUM_BYTES)
  const sum = sha256(sha256(body)).subarray(0, CHECKSUM_BYTES)
  return sum.equals(bytes.subarray(-CHECKSUM_BYTES)) ? (body[0] ?? null) : null
}

const KEY_BYTES = 32

/** It has no checksum, so at least it must not look like a word. */
const isSolana = (address: string): boolean =>
  /\d/.test(address) &&
  /[a-z]/.test(address) &&
  /[A-Z]/.test(address) &&
  decodeBase58(address)?.length === KEY_BYTES

function decodeBase58(text: string): Uint8Array | null {
  try {
    return base58.decode(text)
  } catch {
    return null
  }
}

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()
