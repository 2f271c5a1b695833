import { EVM_NETWORKS, evmNetworkNamed } from './evm-networks.ts'

/** A network of any family, with the names that callers and sellers use. */
export interface NamedChain {
  /** The name that answers use. */
  readonly slug: string
  /** CAIP-2 id. */
  readonly id: string
  readonly name: string
  readonly testnet: boolean
}

/** Ids of the CAIP-2 namespace registry, which are prefixes of genesis hashes. */
const OTHERS: readonly (NamedChain & { readonly aliases: readonly string[] })[] = [
  other('solana', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'Solana', ['solana:mainnet']),
  other('solana-devnet', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'Solana Devnet', [
    'solana:devnet',
  ]),
  other('solana-testnet', 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'Solana Testnet', []),
  other('algorand', 'algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73k', 'Algorand', [
    'algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73ktiC1qzkkit8=',
  ]),
  other('algorand-testnet', 'algorand:SGO1GKSzyE7IEPItTxCByw9x8FmnrCDe', 'Algorand Testnet', [
    'algorand:SGO1GKSzyE7IEPItTxCByw9x8FmnrCDexi9/cOUJOiI=',
  ]),
  other('stellar', 'stellar:pubnet', 'Stellar', []),
  other('stellar-testnet', 'stellar:testnet', 'Stellar Testnet', []),
  other('bitcoin', 'bip122:000000000019d6689c085ae165831e93', 'Bitcoin', []),
  other('bitcoin-testnet', 'bip122:000000000933ea01ad0ee984209779ba', 'Bitcoin Testnet', []),
]

function other(slug: string, id: string, name: string, aliases: readonly string[]) {
  return { slug, id, name, aliases, testnet: / (Testnet|Devnet)$/.test(name) }
}

const byName = new Map<string, NamedChain>(
  OTHERS.flatMap((chain) =>
    [chain.slug, chain.id, ...chain.aliases].map((name) => [name.toLowerCase(), chain] as const),
  ),
)

/** Finds a network by name, alias, chain id or CAIP-2 id; undefined if it is unknown. */
export function chainNamed(label: string): NamedChain | undefined {
  const bare = label.trim().toLowerCase()
  const known = evmNetworkNamed(bare) ?? evmNetworkNamed(bare.replace(/-mainnet$/, ''))
  if (!known) return byName.get(bare) ?? byName.get(bare.replace(/-mainnet$/, ''))
  const { slug, chainId, name, testnet } = known
  return { slug, id: `eip155:${chainId}`, name, testnet }
}

const CAIP2 = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/

/** The CAIP-2 id of a label, also of an unknown network; null for other text. */
export const chainIdOf = (label: string): string | null =>
  chainNamed(label)?.id ?? (CAIP2.test(label) ? label : null)

export const isTestChain = (id: string): boolean => chainNamed(id)?.testnet === true

/** The allowed names, for messages. */
export const CHAIN_NAMES: string = [...EVM_NETWORKS, ...OTHERS].map(({ slug }) => slug).join(', ')
