/** One official contract of a stablecoin. */
export interface Stablecoin {
  readonly symbol: StablecoinSymbol
  /** CAIP-2 id. */
  readonly network: string
  /** Contract, mint or asset number. */
  readonly address: string
  readonly decimals: number
  /** EIP-712 domain that its holders sign under; null where it has none or none is known. */
  readonly domain: { readonly name: string; readonly version: string } | null
  /** Whether it takes `transferWithAuthorization`; null where that is not known. */
  readonly eip3009: boolean | null
}

export const STABLECOIN_SYMBOLS = ['USDC', 'USDT', 'EURC', 'PYUSD', 'USDG', 'DAI'] as const
export type StablecoinSymbol = (typeof STABLECOIN_SYMBOLS)[number]

type Row = readonly [
  chain: number | string,
  address: string,
  domain?: readonly [name: string, version: string] | undefined,
  eip3009?: boolean,
]

const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const SOLANA_DEVNET = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const ALGORAND = 'algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73k'
const COIN = ['USD Coin', '2'] as const
const USDC = ['USDC', '2'] as const
const GLOBAL = ['Global Dollar', '1'] as const

/**
 * Addresses as the issuers publish them: developers.circle.com
 * (stablecoins/usdc-contract-addresses, stablecoins/eurc-contract-addresses),
 * tether.to/en/supported-protocols, docs.paxos.com (stablecoin/pyusd, stablecoin/usdg) and
 * chainlog.sky.money. Domains are those whose hash is the `DOMAIN_SEPARATOR()` of the contract, or
 * that its source fixes; others stay unknown.
 */
const ROWS: Readonly<Record<StablecoinSymbol, readonly Row[]>> = {
  USDC: [
    [1, '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', COIN, true],
    [10, '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85', COIN, true],
    [50, '0xfA2958CB79b0491CC627c1557F441eF849Ca8eb1', USDC, true],
    [130, '0x078D782b760474a361dDA0AF3839290b0EF57AD6'],
    [137, '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', COIN, true],
    [143, '0x754704Bc059F8C67012fEd69BC8A327a5aafb603', USDC, true],
    [146, '0x29219dd400f2Bf60E5a23d13Be72B486D4038894'],
    [324, '0x1d17CBcF0D6D143135aE902365D2E5e2A16538D4'],
    [480, '0x79A02482A880bCE3F13e09Da970dC34db4CD24d1'],
    [999, '0xb88339CB7199b77E23DB6E890353E22632Ba630f'],
    [1329, '0xe15fC38F6D8c56aF07bbCBe3BAf5708A2Bf42392', USDC, true],
    [8453, '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', COIN, true],
    [42161, '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', COIN, true],
    [42220, '0xcebA9300f2b948710d2653dD7B07f33A8B32118C', USDC, true],
    [43114, '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E', COIN, true],
    [59144, '0x176211869cA2b568f2A7D4EE941E073a821EE1ff'],
    [SOLANA, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
    [ALGORAND, '31566704'],
    [84532, '0x036CbD53842c5426634e7929541eC2318f3dCF7e', USDC, true],
    [11155111, '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238'],
    [421614, '0x75faf114eafb1BDbe2F0316DF893fd58CE46AA4d', COIN, true],
    [SOLANA_DEVNET, '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'],
  ],
  USDT: [
    [1, '0xdAC17F958D2ee523a2206206994597C13D831ec7', undefined, false],
    [42220, '0x48065fbBE25f71C9282ddf5e1cD6D6A887483D5e', ['Tether USD', '1'], true],
    [43114, '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7'],
    [SOLANA, 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'],
  ],
  EURC: [
    [1, '0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c'],
    [480, '0x1C60ba0A0eD1019e8Eb035E6daF4155A5cE2380B'],
    [8453, '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42'],
    [43114, '0xC891EB4cbdEFf6e073e859e987815Ed1505c2ACD'],
    [SOLANA, 'HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr'],
  ],
  PYUSD: [
    [1, '0x6c3ea9036406852006290770BEdFcAbA0e23A0e8'],
    [42161, '0x46850aD61C2B7d64d08c9C754F45254596696984'],
    [SOLANA, '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo'],
  ],
  USDG: [
    [1, '0xe343167631d89B6Ffc58B88d6b7fB0228795491D'],
    [196, '0x4ae46a509F6b1D9056937BA4500cb143933D2dc8', GLOBAL, true],
    [4663, '0x5fc5360D0400a0Fd4f2af552ADD042D716F1d168', GLOBAL, true],
    [57073, '0xe343167631d89B6Ffc58B88d6b7fB0228795491D'],
    [SOLANA, '2u1tszSeqZ3qBWF3uNGPFc8TzMk2tdiwknnRMWGWjGWH'],
  ],
  DAI: [
    [1, '0x6B175474E89094C44Da98b954EedeAC495271d0F', ['Dai Stablecoin', '1'], false],
    [10, '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1', ['Dai Stablecoin', '2'], false],
    [42161, '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1', ['Dai Stablecoin', '2'], false],
  ],
}

const decimalsOf = (symbol: StablecoinSymbol): number => (symbol === 'DAI' ? 18 : 6)

export const STABLECOINS: readonly Stablecoin[] = STABLECOIN_SYMBOLS.flatMap((symbol) =>
  ROWS[symbol].map(([chain, address, domain, eip3009]): Stablecoin => {
    const isEvm = typeof chain === 'number'
    return {
      symbol,
      network: isEvm ? `eip155:${chain}` : chain,
      address,
      decimals: decimalsOf(symbol),
      domain: domain ? { name: domain[0], version: domain[1] } : null,
      eip3009: isEvm ? (eip3009 ?? null) : false,
    }
  }),
)

/** The stablecoin with that address there; EVM addresses in any case. */
export function stablecoinAt(network: string, address: string): Stablecoin | undefined {
  const isEvm = network.startsWith('eip155:')
  const wanted = isEvm ? address.toLowerCase() : address
  return STABLECOINS.find(
    (coin) =>
      coin.network === network && (isEvm ? coin.address.toLowerCase() : coin.address) === wanted,
  )
}

export const stablecoinOf = (symbol: StablecoinSymbol, network: string): Stablecoin | undefined =>
  STABLECOINS.find((coin) => coin.symbol === symbol && coin.network === network)
