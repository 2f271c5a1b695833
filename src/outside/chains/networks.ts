/** One network on which a buyer can pay with a USD stablecoin over x402. Data, no behaviour. */
export type Network = PayableEvmNetwork | OtherNetwork

interface Row {
  /** CAIP-2 id, as offers write it. */
  readonly id: string
  /** Other spellings that buyers send. */
  readonly aliases?: readonly string[]
  readonly name: string
  /** Token: contract, mint or asset number. */
  readonly asset: string
  readonly decimals: number
  readonly blockSeconds: number
  /** The default facilitator. */
  readonly facilitator?: string
  readonly testnet?: true
}

/** An EVM network on which payments are received. Networks that tools read are in `lib/chains`. */
export interface PayableEvmNetwork extends Row {
  readonly family: 'evm'
  readonly chainId: number
  /** The EIP-712 domain of the token, used in signatures. */
  readonly domain: { readonly name: string; readonly version: string }
  /** Tools with `identity: 'wallet'` accept it. */
  readonly wallets?: true
  /** Stock MPP clients know its token without configuration. */
  readonly mpp?: true
}

export interface OtherNetwork extends Row {
  readonly family: 'svm' | 'avm' | 'stellar'
}

const PAYAI = 'https://facilitator.payai.network'
const ULTRAVIOLETA = 'https://facilitator.ultravioletadao.xyz'

/** Ordered by the cost of a settlement, the cheapest first. Offers have the same order. */
export const NETWORKS: readonly Network[] = [
  evm(8453, 'Base', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 'USD Coin', {
    facilitator: PAYAI,
    wallets: true,
    mpp: true,
  }),
  evm(137, 'Polygon', '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', 'USD Coin', {
    facilitator: PAYAI,
  }),
  evm(42220, 'Celo', '0xcebA9300f2b948710d2653dD7B07f33A8B32118C', 'USDC', {
    facilitator: 'https://api.x402.celo.org',
    blockSeconds: 1,
    wallets: true,
    mpp: true,
  }),
  evm(42161, 'Arbitrum', '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', 'USD Coin', {
    facilitator: PAYAI,
    blockSeconds: 1,
  }),
  evm(10, 'Optimism', '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85', 'USD Coin', {
    facilitator: ULTRAVIOLETA,
  }),
  evm(43114, 'Avalanche', '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E', 'USD Coin', {
    facilitator: PAYAI,
  }),
  evm(1329, 'Sei', '0xe15fC38F6D8c56aF07bbCBe3BAf5708A2Bf42392', 'USDC', {
    facilitator: PAYAI,
    blockSeconds: 1,
  }),
  evm(143, 'Monad', '0x754704Bc059F8C67012fEd69BC8A327a5aafb603', 'USDC', {
    facilitator: ULTRAVIOLETA,
    blockSeconds: 1,
  }),
  evm(4663, 'Robinhood Chain', '0x5fc5360D0400a0Fd4f2af552ADD042D716F1d168', 'Global Dollar', {
    facilitator: ULTRAVIOLETA,
    version: '1',
  }),
  evm(84532, 'Base Sepolia', '0x036CbD53842c5426634e7929541eC2318f3dCF7e', 'USDC', {
    facilitator: 'https://x402.org/facilitator',
    wallets: true,
    mpp: true,
    testnet: true,
  }),
  {
    id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    family: 'svm',
    name: 'Solana',
    asset: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    decimals: 6,
    blockSeconds: 1,
    facilitator: PAYAI,
  },
  {
    id: 'algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73ktiC1qzkkit8=',
    aliases: ['algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73k'],
    family: 'avm',
    name: 'Algorand',
    asset: '31566704',
    decimals: 6,
    blockSeconds: 2.8,
    facilitator: 'https://facilitator.goplausible.xyz',
  },
  {
    id: 'stellar:pubnet',
    family: 'stellar',
    name: 'Stellar',
    asset: 'CCW67TSZV3SSS2HXMBQ5JFGCKJNXKZM7UQUWUZPUTHXSTZLEO7SJMI75',
    decimals: 7,
    blockSeconds: 5,
    facilitator: ULTRAVIOLETA,
  },
]

interface More {
  readonly facilitator?: string
  readonly blockSeconds?: number
  readonly version?: string
  readonly wallets?: true
  readonly mpp?: true
  readonly testnet?: true
}

function evm(
  chainId: number,
  name: string,
  asset: string,
  tokenName: string,
  { version = '2', blockSeconds = 2, ...more }: More,
): PayableEvmNetwork {
  const domain = { name: tokenName, version }
  return {
    id: `eip155:${chainId}`,
    family: 'evm',
    chainId,
    name,
    asset,
    decimals: 6,
    blockSeconds,
    domain,
    ...more,
  }
}

export function networkOf(id: string): Network {
  const network = NETWORKS.find((row) => row.id === id || row.aliases?.includes(id))
  if (!network) throw new Error(`no network is called ${id}`)
  return network
}

export function evmNetworkOf(id: string): PayableEvmNetwork {
  const network = networkOf(id)
  if (network.family !== 'evm') throw new Error(`${id} is no EVM network`)
  return network
}

export function otherNetworkOf(id: string): OtherNetwork {
  const network = networkOf(id)
  if (network.family === 'evm') throw new Error(`${id} is an EVM network`)
  return network
}

/** The canonical spelling of a network id. */
export function canonicalId(id: string): string {
  return NETWORKS.find((row) => row.aliases?.includes(id))?.id ?? id
}
