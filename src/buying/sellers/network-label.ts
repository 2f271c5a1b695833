import { NETWORKS } from '../../outside/chains/networks.ts'

/** Names that stand in documents for networks, beside those that `chains/networks.ts` gives. */
const NAMES: Readonly<Record<string, string>> = {
  ethereum: 'eip155:1',
  mainnet: 'eip155:1',
  eth: 'eip155:1',
  matic: 'eip155:137',
  'arbitrum-one': 'eip155:42161',
  bsc: 'eip155:56',
  bnb: 'eip155:56',
  tempo: 'eip155:4217',
  robinhood: 'eip155:4663',
  avax: 'eip155:43114',
  'avalanche-c': 'eip155:43114',
  'avalanche-fuji': 'eip155:43113',
  'polygon-amoy': 'eip155:80002',
  'sei-testnet': 'eip155:1328',
  iotex: 'eip155:4689',
  peaq: 'eip155:3338',
  abstract: 'eip155:2741',
  xlayer: 'eip155:196',
  'x-layer': 'eip155:196',
  sepolia: 'eip155:11155111',
  'solana-devnet': 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  'algorand-testnet': 'algorand:SGO1GKSzyE7IEPItTxCByw9x8FmnrCDe',
  stellar: 'stellar:pubnet',
  'stellar-testnet': 'stellar:testnet',
}

const BY_NAME: ReadonlyMap<string, string> = new Map([
  ...NETWORKS.flatMap(({ id, name, aliases = [] }) =>
    [
      name.toLowerCase().replaceAll(' ', '-'),
      id.toLowerCase(),
      ...aliases.map((alias) => alias.toLowerCase()),
    ].map((label) => [label, shortOf(id)] as const),
  ),
  ...Object.entries(NAMES),
])

/** CAIP-2 has at most 32 characters for the chain; ids of Algorand are cut there. */
function shortOf(id: string): string {
  const [space = '', chain = ''] = id.split(':')
  return `${space}:${chain.slice(0, 32)}`
}

const LABEL_CHARACTERS_MAX = 80
const CAIP2 = /^[a-z0-9-]{3,8}:[A-Za-z0-9_-]{1,32}$/

/** The CAIP-2 id that a label stands for; null if nobody here knows the network. */
export function caip2Of(label: unknown): string | null {
  const text = typeof label === 'number' ? String(label) : label
  if (typeof text !== 'string' || text.length > LABEL_CHARACTERS_MAX) return null
  const bare = text.trim()
  const known =
    BY_NAME.get(bare.toLowerCase()) ?? BY_NAME.get(bare.toLowerCase().replace(/-mainnet$/, ''))
  if (known) return known
  const chainId = /^(?:eip155:)?(0x[0-9a-f]{1,12}|\d{1,12})$/i.exec(bare)?.[1]
  if (chainId !== undefined) return `eip155:${Number(chainId)}`
  return CAIP2.test(shortOf(bare)) ? shortOf(bare) : null
}

const TESTNETS = new Set([
  'eip155:84532',
  'eip155:11155111',
  'eip155:80002',
  'eip155:43113',
  'eip155:1328',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  'algorand:SGO1GKSzyE7IEPItTxCByw9x8FmnrCDe',
  'stellar:testnet',
])

/** Networks whose money is worth nothing. */
export const isTestnet = (caip2: string): boolean => TESTNETS.has(caip2)
