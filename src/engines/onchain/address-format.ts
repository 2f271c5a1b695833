import { sha256 } from '@noble/hashes/sha2.js'
import { base58, bech32, bech32m } from '@scure/base'
import {
  algorandAddressProblem,
  evmAddressProblem,
  stellarAddressProblem,
} from './account-address.ts'
import { bitcoinAddress, isSegwitForm } from './bitcoin-address.ts'
import { cashAddress } from './cash-address.ts'

export interface AddressFormat {
  /** The format of the text. Several chains share some formats. */
  readonly format: string
  /** Null if the format or the text has no checksum. */
  readonly checksumValid: boolean | null
}

/** By the first byte of base58check. */
const VERSIONS: Readonly<Record<number, string>> = {
  0x00: 'bitcoin',
  0x05: 'bitcoin-script',
  0x41: 'tron',
  0x30: 'litecoin',
  0x32: 'litecoin-script',
  0x1e: 'dogecoin',
  0x4c: 'dash',
  0x26: 'bitcoin-gold',
}

/**
 * Describes the format of an address and whether its checksum is right. Nothing is refused by it.
 */
export function addressFormat(address: string): AddressFormat {
  const text = address.trim()
  if (/^0x[0-9a-fA-F]{40}$/.test(text)) return { format: 'evm', checksumValid: evmChecksum(text) }
  if (/^(?:0x)?[0-9a-fA-F]{64}$/.test(text)) return { format: 'hex-64', checksumValid: null }
  const segwit = segwitFormat(text)
  if (segwit) return segwit
  const cash = cashAddress(text)
  if (cash !== null) return { format: 'bitcoin-cash', checksumValid: cash !== undefined }
  if (/^[A-Z2-7]{58}$/.test(text))
    return { format: 'algorand', checksumValid: algorandAddressProblem(text) === null }
  if (/^G[A-Z2-7]{55}$/.test(text))
    return { format: 'stellar', checksumValid: stellarAddressProblem(text) === null }
  if (/^[48][1-9A-HJ-NP-Za-km-z]{94,105}$/.test(text))
    return { format: 'monero', checksumValid: null }
  if (/^r[1-9A-HJ-NP-Za-km-z]{24,34}$/.test(text)) return { format: 'xrp', checksumValid: null }
  return base58Format(text) ?? bech32Format(text) ?? { format: 'unknown', checksumValid: null }
}

/** Text in one case has no checksum. */
function evmChecksum(text: string): boolean | null {
  const digits = text.slice(2)
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return null
  return evmAddressProblem(text) === null
}

function segwitFormat(text: string): AddressFormat | null {
  if (!isSegwitForm(text)) return null
  const read = bitcoinAddress(text)
  if (typeof read === 'string') return { format: 'bitcoin', checksumValid: false }
  return { format: read.network === 'mainnet' ? 'bitcoin' : 'bitcoin-test', checksumValid: true }
}

/** Of other chains, such as those of Cosmos and Cardano. */
function bech32Format(text: string): AddressFormat | null {
  if (!/^[a-z][a-z_]{1,15}1[ac-hj-np-z02-9]{20,}$/.test(text)) return null
  const read = bech32.decodeUnsafe(text, 200) ?? bech32m.decodeUnsafe(text, 200)
  return read ? { format: 'bech32', checksumValid: true } : null
}

function base58Format(text: string): AddressFormat | null {
  if (!/^[1-9A-HJ-NP-Za-km-z]{25,44}$/.test(text)) return null
  const bytes = base58.decode(text)
  if (bytes.length === 32) return { format: 'solana', checksumValid: null }
  if (bytes.length !== 25) return null
  const sum = sha256(sha256(bytes.subarray(0, 21)))
  const checksumValid = bytes.subarray(21).every((byte, at) => byte === sum[at])
  return { format: VERSIONS[bytes[0] ?? -1] ?? 'base58check', checksumValid }
}
