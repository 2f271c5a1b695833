import { z } from 'zod'
import { notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { numberWord } from '../../../../engines/onchain/abi-words.ts'
import { codec, type Hex } from '../../../../engines/onchain/calldata/codec.ts'
import { tokenUnits } from '../../../../engines/onchain/chains/amounts.ts'
import { evmAddress, networkField } from '../../../../engines/onchain/chains/fields.ts'
import { isGenuine } from '../../../../engines/onchain/chains/known-tokens.ts'
import { evm, type EvmState } from '../../../../capabilities/upstreams/evm.ts'
import {
  addressIn,
  standardsOf,
  textIn,
  wholeIn,
} from '../../../../engines/onchain/chains/contract.ts'

/**
 * Selectors to read. The last two ask about the zero address; an answer of one word shows that they
 * exist.
 */
const READS = [
  '0x06fdde03', // name
  '0x95d89b41', // symbol
  '0x54fd4d50', // version
  '0x313ce567', // decimals
  '0x18160ddd', // totalSupply
  '0x8da5cb5b', // owner
  '0x5c975abb', // paused
  '0x3644e515', // DOMAIN_SEPARATOR
  `0x7ecebe00${'0'.repeat(64)}`, // nonces
  `0xe94a0102${'0'.repeat(128)}`, // authorizationState
] as const

export default defineTool({
  route: 'GET /api/token-metadata',
  name: 'Token metadata',
  description:
    'Name, symbol, decimals, supply, owner and signing features (permit, EIP-3009) of a token contract.',
  asks: [
    'symbol, decimals and supply of an erc-20 token contract',
    'owner of a token contract, and is permit signing supported',
    'symbol and decimals of a token',
    'total supply of a coin',
  ],
  price: '$0.001',
  uses: { evm },
  input: z.object({
    token: evmAddress().describe('The token contract.'),
    network: networkField('base'),
  }),
  output: z.object({
    token: z.string().describe('Contract of the token.'),
    standard: z.enum(['erc20', 'erc721', 'erc1155']).nullable(),
    name: z.string().nullable(),
    symbol: z
      .string()
      .nullable()
      .describe('Symbol that the contract claims; anybody can use any symbol.'),
    genuine: z
      .boolean()
      .nullable()
      .describe('False for a namesake of a known token; null if unknown.'),
    decimals: z.int().nullable(),
    totalSupply: z.string().nullable().describe('Supply in units.'),
    totalSupplyBase: z.string().nullable(),
    owner: z
      .string()
      .nullable()
      .describe('Null if there is no owner(), or ownership was given up.'),
    paused: z.boolean().nullable().describe('Null if the token has no paused().'),
    supportsPermit: z.boolean(),
    supportsEip3009: z.boolean(),
    eip712Domain: z
      .object({
        name: z.string(),
        version: z.string(),
        chainId: z.int(),
        verifyingContract: z.string(),
      })
      .nullable()
      .describe('EIP-712 domain; only if its separator equals the one that the token answers.'),
    blockNumber: z.int(),
  }),
  examples: [{ input: { token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' } }],

  async run({ token, network }, { evm }) {
    const state = await evm.on(network).at()
    const [code, standards, ...said] = await Promise.all([
      state.code(token),
      standardsOf(state, token),
      ...READS.map((data) => state.call({ to: token, data })),
    ])
    if (code === '0x') throw notFound(`token: has no code on ${state.network.name}.`)
    const [name = null, symbol = null, version = null] = await Promise.all(
      said.slice(0, 3).map(textIn),
    )
    const [scale, supply, owner, paused, separator, nonces, states] = said.slice(3).map(wholeIn)
    const decimals = scale != null && scale <= 77n ? Number(scale) : null
    const isKnown = supply != null && decimals !== null
    return {
      token,
      standard: standardOf(standards),
      name,
      symbol,
      genuine: isGenuine(state.network, token, symbol),
      decimals,
      totalSupply: isKnown ? tokenUnits(supply, decimals) : null,
      totalSupplyBase: supply == null ? null : String(supply),
      owner: owner == null ? null : addressIn(hexWord(owner)),
      paused: paused === 0n || paused === 1n ? paused === 1n : null,
      supportsPermit: separator != null && nonces != null,
      supportsEip3009: separator != null && states != null,
      eip712Domain: await domainOf(state, token, separator, [name, version]),
      blockNumber: state.block.number,
    }
  },
})

const hexWord = (whole: bigint): Hex => `0x${numberWord(whole)}`

function standardOf(names: readonly string[]) {
  if (names.includes('ERC-721')) return 'erc721' as const
  if (names.includes('ERC-1155')) return 'erc1155' as const
  return names.includes('ERC-20') ? ('erc20' as const) : null
}

const DOMAIN = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
] as const

/** The usual domain, with the version that the token names or a common one. */
async function domainOf(
  { network }: EvmState,
  token: string,
  separator: bigint | null | undefined,
  [name, version]: readonly [string | null, string | null],
) {
  if (name === null || separator == null) return null
  const { hashStruct } = await codec()
  for (const each of [version, '1', '2']) {
    if (each === null) continue
    const whose = { chainId: network.chainId, verifyingContract: token }
    const data = { name, version: each, ...whose } as never
    const types = { EIP712Domain: DOMAIN }
    if (hashStruct({ data, types, primaryType: 'EIP712Domain' }) === hexWord(separator))
      return { name, version: each, ...whose }
  }
  return null
}
