import { createBase58check, bech32, bech32m } from '@scure/base'
import { sha256 } from '@noble/hashes/sha2.js'

/** A decoded Bitcoin address. */
export interface BitcoinAddress {
  readonly kind: 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr' | 'witness'
  readonly network: 'mainnet' | 'testnet' | 'regtest'
}

/** Version bytes of the old addresses (BIP 13, and the chain parameters of Bitcoin Core). */
const VERSIONS: Readonly<
  Record<number, readonly [BitcoinAddress['kind'], BitcoinAddress['network']]>
> = {
  0x00: ['p2pkh', 'mainnet'],
  0x05: ['p2sh', 'mainnet'],
  0x6f: ['p2pkh', 'testnet'],
  0xc4: ['p2sh', 'testnet'],
}

const PREFIXES: Readonly<Record<string, BitcoinAddress['network']>> = {
  bc: 'mainnet',
  tb: 'testnet',
  bcrt: 'regtest',
}

export const isSegwitForm = (text: string): boolean => /^(bc|tb|bcrt)1/i.test(text)

/** Decodes a Bitcoin address, or returns the problem as a sentence. */
export function bitcoinAddress(text: string): BitcoinAddress | string {
  return isSegwitForm(text) ? segwit(text) : legacy(text)
}

const check = createBase58check(sha256)

function legacy(text: string): BitcoinAddress | string {
  if (!/^[123mn][1-9A-HJ-NP-Za-km-z]{25,38}$/.test(text)) return 'is no Bitcoin address'
  let bytes: Uint8Array
  try {
    bytes = check.decode(text)
  } catch {
    return 'has a wrong checksum: a character is mistyped'
  }
  const known = VERSIONS[bytes[0] ?? -1]
  if (!known || bytes.length !== 21) return 'is base58 with a checksum, but no Bitcoin address'
  return { kind: known[0], network: known[1] }
}

const SEGWIT_LENGTH_MAX = 90

/** BIP 173 and BIP 350. */
function segwit(text: string): BitcoinAddress | string {
  if (text.length > SEGWIT_LENGTH_MAX) return 'is longer than any segwit address'
  const first = bech32.decodeUnsafe(text, SEGWIT_LENGTH_MAX)
  const read = first ?? bech32m.decodeUnsafe(text, SEGWIT_LENGTH_MAX)
  if (!read) return 'has a wrong checksum, or mixes upper and lower case'
  const network = PREFIXES[read.prefix.toLowerCase()]
  const [version = -1, ...words] = read.words
  const program = bech32.fromWordsUnsafe(words)
  if (!network || !program || version < 0 || version > 16) return 'holds no witness program'
  if ((version === 0) !== (first !== undefined))
    return 'has the checksum of another witness version (bech32 is for version 0, bech32m for others)'
  const { length } = program
  if (length < 2 || length > 40) return 'holds a witness program of a wrong length'
  if (version === 0 && length !== 20 && length !== 32)
    return 'holds a witness program of a wrong length'
  if (version === 0) return { kind: length === 20 ? 'p2wpkh' : 'p2wsh', network }
  return { kind: version === 1 && length === 32 ? 'p2tr' : 'witness', network }
}
