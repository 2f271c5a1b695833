import { selectorOf } from '../../../engines/onchain/evm-selector.ts'
import type { EvmState } from '../../../capabilities/upstreams/evm.ts'

const WORD_DIGITS = 64

/** A question about one address, as calldata. */
const questionOf = (name: string, address: string): string =>
  `${selectorOf(`${name}(address)`)}${address.slice(2).toLowerCase().padStart(WORD_DIGITS, '0')}`

/** Yes or no, as a contract answers; null if it has no such function or gives another answer. */
export async function flagOf(
  state: EvmState,
  to: string,
  name: string,
  address: string,
): Promise<boolean | null> {
  const outcome = await state.call({ to, data: questionOf(name, address) })
  const [, word] = (outcome.isOk && /^0x(0{63}[01])$/.exec(outcome.data)) || []
  return word === undefined ? null : word.endsWith('1')
}

/** The Chainalysis oracle has the same address on all chains but Base. */
const ORACLE = '0x40C57923924B5c5c5455c48D93317139ADDaC8fb'
const ORACLE_ON_BASE = '0x3A91A31cB3dC49b4db9Ce721F50a9D076c8D739B'

export const ORACLE_NETWORKS = [
  'ethereum',
  'base',
  'polygon',
  'bsc',
  'avalanche',
  'optimism',
  'arbitrum',
  'celo',
] as const

export const oracleOn = (network: string): string => (network === 'base' ? ORACLE_ON_BASE : ORACLE)

export const isSanctioned = async (
  state: EvmState,
  network: string,
  address: string,
): Promise<boolean | null> => flagOf(state, oracleOn(network), 'isSanctioned', address)

/** The functions by which issuers answer whether an address is frozen. */
const FREEZES: Readonly<Record<string, readonly string[]>> = {
  USDC: ['isBlacklisted'],
  EURC: ['isBlacklisted'],
  USDT: ['isBlackListed', 'getBlackListStatus', 'isBlocked'],
  USDT0: ['isBlocked', 'isBlackListed'],
  PYUSD: ['isFrozen'],
}

export interface Freeze {
  readonly network: string
  readonly token: string
  readonly symbol: string
  /** Null if the contract did not answer. */
  readonly frozen: boolean | null
}

export interface Stablecoin {
  readonly symbol: string
  readonly address: string
  readonly isBridged: boolean
}

/**
 * The freezes by the issuers of stablecoins on one network. For a bridged coin, the bridge decides.
 */
export async function freezesOn(
  state: EvmState,
  tokens: readonly Stablecoin[],
  address: string,
): Promise<readonly Freeze[]> {
  const asked = tokens.filter(({ symbol, isBridged }) => symbol in FREEZES && !isBridged)
  return Promise.all(
    asked.map(async ({ symbol, address: token }) => {
      const flags = await Promise.all(
        (FREEZES[symbol] ?? []).map(async (name) => flagOf(state, token, name, address)),
      )
      const frozen = flags.includes(true) ? true : (flags.find((flag) => flag !== null) ?? null)
      return { network: state.network.slug, token, symbol, frozen }
    }),
  )
}

/** True if one flag is true; null if none is and some are unknown. */
export const anyOf = (flags: readonly (boolean | null)[]): boolean | null =>
  flags.includes(true) ? true : flags.length === 0 || flags.includes(null) ? null : false
