import { bech32, bech32m } from '@scure/base'
import {
  algorandAddressProblem,
  checksummed,
  evmAddressProblem,
  stellarAddressProblem,
} from '../../../../engines/onchain/account-address.ts'
import { bitcoinAddress, isSegwitForm } from '../../../../engines/onchain/bitcoin-address.ts'
import { cashAddress } from '../../../../engines/onchain/cash-address.ts'
import { base58Address, NOTHING, right, wrong, type AddressReading } from './_base58-addresses.ts'

/** Readers of the families, in order; the first that recognizes the form answers. */
const READERS: readonly ((text: string) => AddressReading | null)[] = [
  evm,
  segwit,
  bitcoinCash,
  cosmos,
  algorand,
  stellar,
  base58Address,
]

export function readAddress(text: string) {
  const found = READERS.map((reader) => reader(text)).find((one) => one !== null) ?? NOTHING
  const { chains, normalized = text, checksumValid, contractLike = false, problems = [] } = found
  return {
    valid: chains.length > 0,
    chains,
    normalized,
    checksumValid,
    testnet: chains.length > 0 && chains.every(({ network }) => /test|reg/.test(network)),
    contractLike,
    problems,
  }
}

function evm(text: string): AddressReading | null {
  if (/^0x[0-9a-f]{64}$/i.test(text))
    return wrong(
      'it is 32 bytes of hex: a hash, an Aptos or Sui address, or a private key; never send a private key to anybody',
    )
  if (!/^(0x)?[0-9a-f]{40}$/i.test(text)) return null
  const whole = /^0x/i.test(text) ? `0x${text.slice(2)}` : `0x${text}`
  const isZero = /^0x0{40}$/.test(whole)
  const problem = isZero ? null : evmAddressProblem(whole)
  if (problem !== null) return wrong(`it ${problem}`)
  const digits = whole.slice(2)
  const isMixed = /[a-f]/.test(digits) && /[A-F]/.test(digits)
  return {
    chains: [
      { family: 'evm', kind: isZero ? 'zero address' : 'account or contract', network: 'any' },
    ],
    normalized: checksummed(whole),
    checksumValid: isMixed ? true : null,
    problems: [
      ...(isZero ? ['it is the zero address: what is sent there is lost'] : []),
      ...(isMixed || !/[a-f]/i.test(digits)
        ? []
        : ['it has no checksum, so a mistyped digit cannot be found']),
      ...(text.startsWith('0x') ? [] : ['it must begin with 0x']),
    ],
  }
}

/** Human-readable parts of other chains that use segwit addresses. */
const SEGWIT_OTHERS: Readonly<Record<string, readonly [family: string, network: string]>> = {
  ltc: ['litecoin', 'mainnet'],
  tltc: ['litecoin', 'testnet'],
}

function segwit(text: string): AddressReading | null {
  const prefix = /^(bc|tb|bcrt|ltc|tltc)1/i.exec(text)?.[1]?.toLowerCase()
  if (prefix === undefined) return null
  if (isSegwitForm(text)) {
    const read = bitcoinAddress(text)
    if (typeof read === 'string') return wrong(`it ${read}`)
    const { kind, network } = read
    const normalized = text.toLowerCase()
    const contractLike = kind === 'p2wsh'
    return right({ family: 'bitcoin', kind, network }, { normalized, contractLike })
  }
  const read = bech32.decodeUnsafe(text) ?? bech32m.decodeUnsafe(text)
  const [family, network] = SEGWIT_OTHERS[prefix] ?? ['', '']
  return read && family !== ''
    ? right({ family, kind: 'segwit', network }, { normalized: text.toLowerCase() })
    : wrong('it has a wrong checksum')
}

function bitcoinCash(text: string): AddressReading | null {
  const read = cashAddress(text)
  if (read === null) return null
  if (read === undefined) return wrong('it has a wrong checksum')
  const { kind, network, normalized } = read
  return right(
    { family: 'bitcoin-cash', kind, network },
    { normalized, contractLike: kind === 'p2sh' },
  )
}

/** Chains of the Cosmos family: bech32 over 20 or 32 bytes. */
const COSMOS: ReadonlySet<string> = new Set([
  'cosmos',
  'osmo',
  'noble',
  'inj',
  'sei',
  'celestia',
  'dydx',
  'juno',
  'kava',
  'axelar',
  'stars',
  'akash',
  'terra',
  'secret',
  'neutron',
  'stride',
  'evmos',
  'thor',
  'babylon',
])
const OTHER_BECH32: Readonly<Record<string, readonly [family: string, network: string]>> = {
  addr: ['cardano', 'mainnet'],
  addr_test: ['cardano', 'testnet'],
  stake: ['cardano', 'mainnet'],
  erd: ['multiversx', 'mainnet'],
  zil: ['zilliqa', 'any'],
  one: ['harmony', 'any'],
}

function cosmos(text: string): AddressReading | null {
  const prefix = /^([a-z][a-z_]{2,15})1[02-9ac-hj-np-z]{6,}$/.exec(text)?.[1]
  if (prefix === undefined) return null
  const other = OTHER_BECH32[prefix]
  if (!other && !COSMOS.has(prefix)) return null
  const read = bech32.decodeUnsafe(text, 200)
  if (!read) return wrong('it has a wrong checksum')
  const { length } = bech32.fromWordsUnsafe(read.words) ?? []
  if (other) return right({ family: other[0], kind: 'account', network: other[1] })
  if (length !== 20 && length !== 32) return wrong('it must hold 20 or 32 bytes')
  const chain = { family: 'cosmos', kind: `${prefix} account`, network: 'mainnet' }
  return right(chain, { contractLike: length === 32 })
}

function algorand(text: string): AddressReading | null {
  if (!/^[A-Z2-7]{58}$/.test(text)) return null
  const problem = algorandAddressProblem(text)
  if (problem !== null) return wrong(`it ${problem}`)
  return right({ family: 'algorand', kind: 'account', network: 'any' })
}

function stellar(text: string): AddressReading | null {
  if (!/^[GMCS][A-Z2-7]{55,68}$/.test(text)) return null
  if (text.startsWith('S'))
    return wrong('it has the form of a secret seed of Stellar; never send one to anybody')
  if (!text.startsWith('G')) return NOTHING
  const problem = stellarAddressProblem(text)
  return problem === null
    ? right({ family: 'stellar', kind: 'account', network: 'any' })
    : wrong(`it ${problem}`)
}
