import { sha256 } from '@noble/hashes/sha2.js'
import { base58, createBase58check } from '@scure/base'
import { solanaAddressProblem } from '../../../../engines/onchain/account-address.ts'

export interface Chain {
  readonly family: string
  readonly kind: string
  readonly network: string
}

export interface AddressReading {
  readonly chains: readonly Chain[]
  readonly normalized?: string
  readonly checksumValid: boolean | null
  readonly contractLike?: boolean
  readonly problems?: readonly string[]
}

export const NOTHING: AddressReading = {
  chains: [],
  checksumValid: null,
  problems: ['it has the form of no address that this service knows'],
}

export const wrong = (problem: string): AddressReading => ({
  chains: [],
  checksumValid: /checksum/.test(problem) ? false : null,
  problems: [problem],
})

export const right = (chain: Chain, more: Partial<AddressReading> = {}): AddressReading => ({
  chains: [chain],
  checksumValid: true,
  ...more,
})

/** Version bytes of base58check addresses. */
const VERSIONS: Readonly<Record<number, readonly Chain[]>> = {
  0x00: [chain('bitcoin', 'p2pkh', 'mainnet'), chain('bitcoin-cash', 'p2pkh', 'mainnet')],
  0x05: [chain('bitcoin', 'p2sh', 'mainnet'), chain('litecoin', 'p2sh of old', 'mainnet')],
  0x6f: [chain('bitcoin', 'p2pkh', 'testnet'), chain('litecoin', 'p2pkh', 'testnet')],
  0xc4: [chain('bitcoin', 'p2sh', 'testnet')],
  0x30: [chain('litecoin', 'p2pkh', 'mainnet')],
  0x32: [chain('litecoin', 'p2sh', 'mainnet')],
  0x1e: [chain('dogecoin', 'p2pkh', 'mainnet')],
  0x16: [chain('dogecoin', 'p2sh', 'mainnet')],
  0x41: [chain('tron', 'account or contract', 'mainnet')],
}

function chain(family: string, kind: string, network: string): Chain {
  return { family, kind, network }
}

const XRP = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz'
const BITCOIN = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const check = createBase58check(sha256)

export function base58Address(text: string): AddressReading | null {
  if (!/^[1-9A-HJ-NP-Za-km-z]{25,52}$/.test(text)) return null
  if (/^[5KLc9][1-9A-HJ-NP-Za-km-z]{50,51}$/.test(text) && checked(text))
    return wrong('it is a private key of Bitcoin (WIF); never send one to anybody')
  const bytes = checked(text)
  const chains = bytes?.length === 21 ? VERSIONS[bytes[0] ?? -1] : undefined
  if (chains)
    return { chains, checksumValid: true, contractLike: /p2sh/.test(chains[0]?.kind ?? '') }
  const own = text.startsWith('r') ? checked(translated(text)) : null
  if (own?.length === 21 && own[0] === 0) return right(chain('xrp', 'account', 'any'))
  if (/^(1|3|[mn2]|T|D|r|L|M)/.test(text) && text.length <= 35)
    return wrong('it has the form of an address, but its checksum is wrong')
  if (solanaAddressProblem(text) === null || base58.decode(text).length === 32)
    return {
      chains: [chain('solana', 'account', 'any')],
      checksumValid: null,
      problems: ['Solana addresses have no checksum, so a mistyped letter cannot be found'],
    }
  return NOTHING
}

const translated = (text: string): string =>
  Array.from(text, (letter) => BITCOIN[XRP.indexOf(letter)] ?? letter).join('')

function checked(text: string): Uint8Array | null {
  try {
    return check.decode(text)
  } catch {
    return null
  }
}
