import { STABLECOINS } from '../stablecoins.ts'
import type { EvmNetwork } from './evm-networks.ts'

/** A token with its genuine contract. */
export interface KnownToken {
  readonly symbol: string
  readonly decimals: number
  /** In checksum form. */
  readonly address: string
  /** Issued by a bridge or another company, not by the issuer of the coin. */
  readonly isBridged: boolean
}

/**
 * Genuine contracts by chain id, without those of the stablecoins, which stand in their own table
 * and are added below. Sources: the default token list of Uniswap (22.21), the address
 * book of Aave (4.44), and for USDC and EURC the lists of Circle; those of chains that neither
 * knows are the payment networks of this service. A test compares them with those, and checks
 * every checksum.
 */
const TOKENS: Readonly<Record<number, readonly KnownToken[]>> = {
  1: tokens(
    'AAVE 18 0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9',
    'ARB 18 0xB50721BCf8d664c30412Cfbc6cf7a15145234ad1',
    'cbBTC 8 0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf',
    'cbETH 18 0xBe9895146f7AF43049ca1c1AE358B0541Ea49704',
    'COMP 18 0xc00e94Cb662C3520282E6f5717214004A7f26888',
    'CRV 18 0xD533a949740bb3306d119CC777fa900bA034cd52',
    'FRAX 18 0x853d955aCEf822Db058eb8505911ED77F175b99e',
    'LINK 18 0x514910771AF9Ca656af840dff83E8264EcF986CA',
    'LUSD 18 0x5f98805A4E8be255a32880FDeC7F6728C6568bA0',
    'MKR 18 0x9f8F72aA9304c8B593d555F12eF6589cC3A579A2',
    'RLUSD 18 0x8292Bb45bf1Ee4d140127049757C2E0fF06317eD',
    'tBTC 18 0x18084fbA666a33d37592fA2633fD49a74DD93a88',
    'UNI 18 0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984',
    'USDS 18 0xdC035D45d973E3EC169d2276DDab16f1e407384F',
    'WBTC 8 0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599',
    'WETH 18 0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
    'wstETH 18 0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0',
    'GHO 18 0x40D16FC0246aD3160Ccc09B8D0D3A2cD28aE6C2f',
  ),
  10: tokens(
    'AAVE 18 0x76FB31fb4af56892A25e32cFC43De717950c9278',
    'cbETH 18 0xadDb6A0412DE1BA0F936DCaeb8Aaa24578dcF3B2',
    'CRV 18 0x0994206dfE8De6Ec6920FF4D779B0d950605Fb53',
    'FRAX 18 0x2E3D870790dC77A83DD1d18184Acc7439A53f475',
    'LINK 18 0x350a791Bfc2C21F9Ed5d10980Dad2e2638ffa7f6',
    'LUSD 18 0xc40F949F8a4e094D1b49a23ea9241D289B7b2819',
    'OP 18 0x4200000000000000000000000000000000000042',
    'UNI 18 0x6fd9d7AD17242c41f7131d257212c54A0e816691',
    'USDC.e 6 0x7F5c764cBc14f9669B88837ca1490cCa17c31607 bridged',
    'USDT 6 0x94b008aA00579c1307B0EF2c499aD98a8ce58e58 bridged',
    'USDT0 6 0x01bFF41798a0BcF287b996046Ca68b395DbC1071',
    'WBTC 8 0x68f180fcCe6836688e9084f035309E29Bf0A2095',
    'WETH 18 0x4200000000000000000000000000000000000006',
    'wstETH 18 0x1F32b1c2345538c0c6f582fCB022739c4A194Ebb',
  ),
  56: tokens(
    'AAVE 18 0xfb6115445Bff7b52FeB98650C87f44907E58f802',
    'COMP 18 0x52CE071Bd9b1C4B00A0b92D298c512478CaD67e8',
    'DAI 18 0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3 bridged',
    'FRAX 18 0x90C97F71E18723b0Cf0dfa30ee176Ab653E89F40',
    'LINK 18 0xF8A0BF9cF54Bb92F17374d9e9A321E6a111a51bD',
    'UNI 18 0xBf5140A22578168FD562DCcF235E5D43A02ce9B1',
    'USDC 18 0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d bridged',
    'USDT 18 0x55d398326f99059fF775485246999027B3197955 bridged',
    'WBNB 18 0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c',
    'wstETH 18 0x26c5e01524d2E6280A48F2c50fF6De7e52E9611C',
  ),
  100: tokens(
    'WETH 18 0x6A023CCd1ff6F2045C3309768eAd9E68F978f6e1',
    'wstETH 18 0x6C76971f98945AE98dD7d4DFcA8711ebea946eA6',
    'WXDAI 18 0xe91D153E0b41518A2Ce8Dd3D7944Fa863463a97d',
    'GHO 18 0xfc421aD3C883Bf9E7C4f42dE845C4e4405799e73',
  ),
  130: tokens(
    'USDT0 6 0x9151434b16b9763660705744891fA906F660EcC5',
    'WETH 18 0x4200000000000000000000000000000000000006',
  ),
  137: tokens(
    'AAVE 18 0xD6DF932A45C0f255f85145f286eA0b292B21C90B',
    'COMP 18 0x8505b9d2254A7Ae468c0E9dd10Ccea3A837aef5c',
    'CRV 18 0x172370d5Cd63279eFa6d502DAB29171933a610AF',
    'DAI 18 0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063 bridged',
    'LINK 18 0x53E0bca35eC356BD5ddDFebbD1Fc0fD03FaBad39',
    'MKR 18 0x6f7C932e7684666C9fd1d44527765433e01fF61d',
    'UNI 18 0xb33EaAd8d922B1083446DC23f610c2567fB5180f',
    'USDC.e 6 0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174 bridged',
    'USDT 6 0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
    'WBTC 8 0x1BFD67037B42Cf73acF2047067bd4F2C47D9BfD6',
    'WETH 18 0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619',
    'WPOL 18 0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270',
    'wstETH 18 0x03b54A6e9a984069379fae1a4fC4dBAE93B3bCCD',
  ),
  146: tokens(
    'WETH 18 0x50c42dEAcD8Fc9773493ED674b675bE577f2634b',
    'wS 18 0x039e2fB66102314Ce7b64Ce5Ce3E5183bc94aD38',
  ),
  324: tokens(
    'USDT 6 0x493257fD37EDB34451f62EDf8D2a0C418852bA4C bridged',
    'WETH 18 0x5AEa5775959fBC2557Cc8789bC1bf90A239D9a91',
    'wstETH 18 0x703b52F2b28fEbcB60E1372858AF5b18849FE867',
  ),
  480: tokens('WETH 18 0x4200000000000000000000000000000000000006'),
  4217: tokens(
    'USDC.e 6 0x20C000000000000000000000b9537d11c60E8b50',
    'pathUSD 6 0x20C0000000000000000000000000000000000000',
  ),
  5000: tokens(
    'WETH 18 0xdEAddEaDdeadDEadDEADDEAddEADDEAddead1111',
    'WMNT 18 0x78c1b0C915c4FAA5FffA6CAbf0219DA63d7f4cb8',
    'USDT0 6 0x779Ded0c9e1022225f8E0630b35a9b54bE713736',
    'USDC 6 0x09Bc4E0D864854c6aFB6eB9A9cdF58aC190D0dF9 bridged',
    'GHO 18 0xfc421aD3C883Bf9E7C4f42dE845C4e4405799e73',
  ),
  8453: tokens(
    'AERO 18 0x940181a94A35A4569E4529A3CDfB74e38FD98631',
    'cbBTC 8 0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf',
    'cbETH 18 0x2Ae3F1Ec7F1F5012CFEab0185bfc7aa3cf0DEc22',
    'COMP 18 0x9e1028F5F1D5eDE59748FFceE5532509976840E0',
    'DAI 18 0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb bridged',
    'tBTC 18 0x236aa50979D5f3De3Bd1Eeb40E81137F22ab794b',
    'UNI 18 0xc3De830EA07524a0761646a6a4e4be0e114a3C83',
    'USDbC 6 0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA bridged',
    'WETH 18 0x4200000000000000000000000000000000000006',
    'wstETH 18 0xc1CBa3fCea344f92D9239c08C0568f6F2F0ee452',
    'GHO 18 0x6Bb7a212910682DCFdbd5BCBb3e28FB4E8da10Ee',
  ),
  42161: tokens(
    'AAVE 18 0xba5DdD1f9d7F570dc94a51479a000E3BCE967196',
    'ARB 18 0x912CE59144191C1204E64559FE8253a0e49E6548',
    'cbBTC 8 0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf',
    'cbETH 18 0x1DEBd73E752bEaF79865Fd6446b0c970EaE7732f',
    'COMP 18 0x354A6dA3fcde098F8389cad84b0182725c6C91dE',
    'CRV 18 0x11cDb42B0EB46D95f990BeDD4695A6e3fA034978',
    'EURC 6 0x863708032B5c328e11aBcbC0DF9D79C71Fc52a48',
    'FRAX 18 0x7468a5d8E02245B00E8C0217fCE021C70Bc51305',
    'LINK 18 0xf97f4df75117a78c1A5a0DBb814Af92458539FB4',
    'LUSD 18 0x93b346b6BC2548dA6A1E7d98E9a421B42541425b',
    'MKR 18 0x2e9a6Df78E42a30712c10a9Dc4b1C8656f8F2879',
    'tBTC 18 0x7E2a1eDeE171C5B19E6c54D73752396C0A572594',
    'UNI 18 0xFa7F8980b0f1E64A2062791cc3b0871572f1F7f0',
    'USDC.e 6 0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8 bridged',
    'USDS 18 0x6491c05A82219b8D1479057361ff1654749b876b',
    'USDT0 6 0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9',
    'WBTC 8 0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f',
    'WETH 18 0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
    'wstETH 18 0x5979D7b546E38E414F7E9822514be443A4800529',
    'GHO 18 0x7dfF72693f6A4149b17e7C6314655f6A9F7c8B33',
  ),
  42220: tokens(
    'USDm 18 0x765DE816845861e75A25fCA122bb6898B8B1282a',
    'CELO 18 0x471EcE3750Da237f93B8E339c536989b8978a438',
  ),
  43114: tokens(
    'AAVE 18 0x63a72806098Bd3D9520cC43356dD78afe5D386D9',
    'COMP 18 0xc3048E19E76CB9a3Aa9d77D8C03c29Fc906e2437',
    'FRAX 18 0xD24C2Ad096400B6FBcd2ad8B24E7acBc21A1da64',
    'LINK 18 0x5947BB275c521040051D82396192181b413227A3',
    'MKR 18 0x88128fd4b259552A9A1D457f435a6527AAb72d42',
    'WAVAX 18 0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
    'WBTC 8 0x50b7545627a5162F82A992c33b87aDc75187B218',
    'WETH 18 0x49D5c2BdFfac6CE2BFdB6640F4F80f226bc10bAB',
    'GHO 18 0xfc421aD3C883Bf9E7C4f42dE845C4e4405799e73',
  ),
  59144: tokens(
    'WETH 18 0xe5D7C2a44FfDDf6b295A15c148167daaAf5Cf34f',
    'WBTC 8 0x3aAB2285ddcDdaD8edf438C1bAB47e1a9D05a9b4',
    'USDT 6 0xA219439258ca9da29E9Cc4cE5596924745e12B93 bridged',
    'wstETH 18 0xB5beDd42000b71FddE22D3eE8a79Bd49A568fC8F',
  ),
  534352: tokens(
    'WETH 18 0x5300000000000000000000000000000000000004',
    'USDC 6 0x06eFdBFf2a14a7c8E15944D1F4A48F9F95F663A4 bridged',
    'wstETH 18 0xf610A9dfB7C89644979b4A0f27063E9e7d7Cda32',
  ),
}

function tokens(...lines: readonly string[]): readonly KnownToken[] {
  return lines.map((line) => {
    const [symbol = '', decimals = '', address = '', bridged] = line.split(' ')
    return { symbol, decimals: Number(decimals), address, isBridged: bridged === 'bridged' }
  })
}

/** DAI is issued on Ethereum; on other chains it is a bridged token. */
const isClaim = (symbol: string, chain: string): boolean => symbol === 'DAI' && chain !== 'eip155:1'

const byChain = Map.groupBy(STABLECOINS, ({ network }) => network)

export const knownTokensOn = ({ chainId }: Pick<EvmNetwork, 'chainId'>): readonly KnownToken[] => [
  ...(byChain.get(`eip155:${chainId}`) ?? []).map(({ symbol, decimals, address, network }) => ({
    symbol,
    decimals,
    address,
    isBridged: isClaim(symbol, network),
  })),
  ...(TOKENS[chainId] ?? []),
]

/** The known token at an address; undefined only means that it is not listed. */
export const knownTokenAt = (
  network: Pick<EvmNetwork, 'chainId'>,
  address: string,
): KnownToken | undefined =>
  knownTokensOn(network).find((token) => token.address.toLowerCase() === address.toLowerCase())

export const knownToken = (
  network: Pick<EvmNetwork, 'chainId'>,
  symbol: string,
): KnownToken | undefined =>
  knownTokensOn(network).find((token) => token.symbol.toLowerCase() === symbol.toLowerCase())

/**
 * Whether a token is the one that its symbol names: false for another contract with the symbol of a
 * known token, null if neither is listed.
 */
export function isGenuine(
  network: Pick<EvmNetwork, 'chainId'>,
  address: string,
  symbol: string | null,
): boolean | null {
  if (knownTokenAt(network, address)) return true
  return symbol !== null && knownToken(network, symbol) ? false : null
}

const STABLE =
  /^(USDC(\.e)?|USDbC|USDT0?|W?X?DAI|USDS|GHO|LUSD|FRAX|PYUSD|RLUSD|USDG|EURC|USDm|pathUSD)$/

/** Whether a listed symbol is a stablecoin. */
export const isStable = (symbol: string | null): boolean => symbol !== null && STABLE.test(symbol)
