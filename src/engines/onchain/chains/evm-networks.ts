/** One EVM network with its names. */
export interface EvmNetwork {
  /** The name that answers use. */
  readonly slug: string
  readonly chainId: number
  readonly name: string
  /** Other names that callers write. */
  readonly aliases: readonly string[]
  readonly nativeSymbol: string
  readonly blockSeconds: number
  readonly explorer: string
  /** Public nodes that need no key, the best first. `EVM_RPC_<SLUG>_URL` replaces them. */
  readonly nodes: readonly string[]
  readonly testnet: boolean
  /** The kind of rollup. Only OP stacks report their charge for data on Ethereum separately. */
  readonly rollup?: 'op-stack' | 'arbitrum' | 'zk' | 'other'
}

interface More {
  readonly native?: string
  readonly aliases?: readonly string[]
  readonly seconds?: number
  readonly testnet?: true
  readonly rollup?: EvmNetwork['rollup']
}

/**
 * Ids, native coins and explorers are from the chain definitions of viem; nodes are from the
 * documentation of the networks and the public endpoints of PublicNode and dRPC.
 */
export const EVM_NETWORKS: readonly EvmNetwork[] = [
  row(
    'base',
    8453,
    'Base',
    'https://basescan.org',
    'mainnet.base.org base-rpc.publicnode.com base.drpc.org',
    { rollup: 'op-stack' },
  ),
  row(
    'ethereum',
    1,
    'Ethereum',
    'https://etherscan.io',
    'ethereum-rpc.publicnode.com eth.drpc.org',
    { seconds: 12, aliases: ['eth', 'mainnet'] },
  ),
  row(
    'arbitrum',
    42161,
    'Arbitrum One',
    'https://arbiscan.io',
    'arb1.arbitrum.io/rpc arbitrum-one-rpc.publicnode.com arbitrum.drpc.org',
    { seconds: 0.25, aliases: ['arbitrum-one', 'arb'], rollup: 'arbitrum' },
  ),
  row(
    'optimism',
    10,
    'OP Mainnet',
    'https://optimistic.etherscan.io',
    'mainnet.optimism.io optimism-rpc.publicnode.com optimism.drpc.org',
    { aliases: ['op', 'op-mainnet'], rollup: 'op-stack' },
  ),
  row(
    'polygon',
    137,
    'Polygon',
    'https://polygonscan.com',
    'polygon-bor-rpc.publicnode.com polygon.drpc.org',
    { native: 'POL', aliases: ['matic', 'pol'] },
  ),
  row(
    'avalanche',
    43114,
    'Avalanche',
    'https://snowtrace.io',
    'api.avax.network/ext/bc/C/rpc avalanche-c-chain-rpc.publicnode.com',
    { native: 'AVAX', aliases: ['avax', 'avalanche-c-chain'] },
  ),
  row(
    'bsc',
    56,
    'BNB Smart Chain',
    'https://bscscan.com',
    'bsc-dataseed.bnbchain.org bsc-rpc.publicnode.com bsc.drpc.org',
    { native: 'BNB', seconds: 0.75, aliases: ['bnb', 'binance-smart-chain'] },
  ),
  row(
    'gnosis',
    100,
    'Gnosis',
    'https://gnosisscan.io',
    'rpc.gnosischain.com gnosis-rpc.publicnode.com',
    { native: 'XDAI', seconds: 5, aliases: ['xdai'] },
  ),
  row('celo', 42220, 'Celo', 'https://celoscan.io', 'forno.celo.org celo.drpc.org', {
    native: 'CELO',
    seconds: 1,
    rollup: 'other',
  }),
  row(
    'linea',
    59144,
    'Linea',
    'https://lineascan.build',
    'rpc.linea.build linea-rpc.publicnode.com',
    { rollup: 'zk' },
  ),
  row(
    'scroll',
    534352,
    'Scroll',
    'https://scrollscan.com',
    'rpc.scroll.io scroll-rpc.publicnode.com',
    { seconds: 3, rollup: 'other' },
  ),
  row('zksync', 324, 'ZKsync Era', 'https://explorer.zksync.io', 'mainnet.era.zksync.io', {
    seconds: 1,
    aliases: ['zksync-era', 'era'],
    rollup: 'zk',
  }),
  row(
    'mantle',
    5000,
    'Mantle',
    'https://mantlescan.xyz',
    'rpc.mantle.xyz mantle-rpc.publicnode.com',
    { native: 'MNT', rollup: 'other' },
  ),
  row('blast', 81457, 'Blast', 'https://blastscan.io', 'rpc.blast.io blast-rpc.publicnode.com', {
    rollup: 'op-stack',
  }),
  row(
    'unichain',
    130,
    'Unichain',
    'https://uniscan.xyz',
    'mainnet.unichain.org unichain-rpc.publicnode.com',
    { seconds: 1, rollup: 'op-stack' },
  ),
  row(
    'worldchain',
    480,
    'World Chain',
    'https://worldscan.org',
    'worldchain-mainnet.g.alchemy.com/public worldchain.drpc.org',
    { aliases: ['world', 'world-chain'], rollup: 'op-stack' },
  ),
  row(
    'ink',
    57073,
    'Ink',
    'https://explorer.inkonchain.com',
    'rpc-gel.inkonchain.com rpc-qnd.inkonchain.com',
    { seconds: 1, rollup: 'op-stack' },
  ),
  row(
    'sonic',
    146,
    'Sonic',
    'https://sonicscan.org',
    'rpc.soniclabs.com sonic-rpc.publicnode.com',
    { native: 'S', seconds: 1 },
  ),
  row(
    'berachain',
    80094,
    'Berachain',
    'https://berascan.com',
    'rpc.berachain.com berachain-rpc.publicnode.com',
    { native: 'BERA' },
  ),
  row('sei', 1329, 'Sei', 'https://seiscan.io', 'evm-rpc.sei-apis.com sei.drpc.org', {
    native: 'SEI',
    seconds: 0.4,
  }),
  row('monad', 143, 'Monad', 'https://monadscan.com', 'rpc.monad.xyz rpc1.monad.xyz', {
    native: 'MON',
    seconds: 0.4,
  }),
  row(
    'robinhood',
    4663,
    'Robinhood Chain',
    'https://robinhoodchain.blockscout.com',
    'rpc.mainnet.chain.robinhood.com',
    { seconds: 0.1, aliases: ['robinhood-chain'], rollup: 'arbitrum' },
  ),
  row('tempo', 4217, 'Tempo', 'https://explore.tempo.xyz', 'rpc.tempo.xyz', {
    native: 'USD',
    seconds: 1,
  }),
  row(
    'base-sepolia',
    84532,
    'Base Sepolia',
    'https://sepolia.basescan.org',
    'sepolia.base.org base-sepolia-rpc.publicnode.com',
    { testnet: true, rollup: 'op-stack' },
  ),
  row(
    'sepolia',
    11155111,
    'Sepolia',
    'https://sepolia.etherscan.io',
    'ethereum-sepolia-rpc.publicnode.com sepolia.drpc.org',
    { seconds: 12, testnet: true, aliases: ['ethereum-sepolia'] },
  ),
  row(
    'arbitrum-sepolia',
    421614,
    'Arbitrum Sepolia',
    'https://sepolia.arbiscan.io',
    'sepolia-rollup.arbitrum.io/rpc arbitrum-sepolia-rpc.publicnode.com',
    { seconds: 0.25, testnet: true, rollup: 'arbitrum' },
  ),
  row(
    'optimism-sepolia',
    11155420,
    'OP Sepolia',
    'https://optimism-sepolia.blockscout.com',
    'sepolia.optimism.io optimism-sepolia-rpc.publicnode.com',
    { testnet: true, aliases: ['op-sepolia'], rollup: 'op-stack' },
  ),
  row(
    'polygon-amoy',
    80002,
    'Polygon Amoy',
    'https://amoy.polygonscan.com',
    'polygon-amoy.drpc.org polygon-amoy-bor-rpc.publicnode.com',
    { native: 'POL', testnet: true, aliases: ['amoy'] },
  ),
  row(
    'avalanche-fuji',
    43113,
    'Avalanche Fuji',
    'https://testnet.snowtrace.io',
    'api.avax-test.network/ext/bc/C/rpc',
    { native: 'AVAX', testnet: true, aliases: ['fuji'] },
  ),
]

function row(
  slug: string,
  chainId: number,
  name: string,
  explorer: string,
  nodes: string,
  { native = 'ETH', aliases = [], seconds = 2, testnet, rollup }: More = {},
): EvmNetwork {
  return {
    slug,
    chainId,
    name,
    aliases,
    nativeSymbol: native,
    blockSeconds: seconds,
    explorer,
    nodes: nodes.split(' ').map((node) => `https://${node}`),
    testnet: testnet === true,
    ...(rollup && { rollup }),
  }
}

/** The EVM counts every native coin above with 18 decimals. */
export const NATIVE_DECIMALS = 18

const byName = new Map(
  EVM_NETWORKS.flatMap((network) =>
    [network.slug, ...network.aliases, network.name.toLowerCase(), String(network.chainId)]
      .concat(`eip155:${network.chainId}`)
      .map((name) => [name, network] as const),
  ),
)

/** A network by name, alias, chain id or CAIP-2 id; undefined where there is none. */
export const evmNetworkNamed = (name: string): EvmNetwork | undefined =>
  byName.get(name.trim().toLowerCase())

/** The allowed names, for messages. */
export const EVM_NETWORK_NAMES: string = EVM_NETWORKS.map(({ slug }) => slug).join(', ')

export const nodeSettingOf = ({ slug }: EvmNetwork): string =>
  `EVM_RPC_${slug.toUpperCase().replaceAll('-', '_')}_URL`

export const transactionUrl = ({ explorer }: EvmNetwork, hash: string): string =>
  `${explorer}/tx/${hash}`
