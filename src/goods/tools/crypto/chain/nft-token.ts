import { z } from 'zod'
import { notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { numberWord } from '../../../../engines/onchain/abi-words.ts'
import { evmAddress, networkField } from '../../../../engines/onchain/chains/fields.ts'
import { numericText } from '../../../../base/lib/fields.ts'
import { web } from '../../../../outside/net/web.ts'
import { evm, type CallOutcome } from '../../../../capabilities/upstreams/evm.ts'
import { ipfs } from '../../../../capabilities/upstreams/ipfs.ts'
import {
  addressIn,
  standardsOf,
  textIn,
  wholeIn,
} from '../../../../engines/onchain/chains/contract.ts'
import { metadataAt, uriIn } from './_nft-metadata.ts'

const SHOWN_URI_MAX = 2_000
/** Sale price in base units for which the royalty is in hundredths of a percent. */
const PRICE = 10_000n

export default defineTool({
  route: 'GET /api/nft-token',
  name: 'NFT',
  description:
    'An NFT collection, or one piece of it: owner, metadata, supply and royalty, read from the contract.',
  asks: [
    'owner and metadata of one nft by its token id',
    'nft collection: supply and royalty of the contract',
    'who has this ape',
    'picture and traits of an NFT',
  ],
  price: '$0.002',
  uses: { evm, web, ipfs },
  input: z.object({
    token: evmAddress().describe('Contract of the collection.'),
    tokenId: numericText(80)
      .pipe(
        z
          .string()
          .regex(/^(\d{1,78}|0x[0-9a-fA-F]{1,64})$/, {
            error: 'must be a whole number as text',
            abort: true,
          })
          .refine((text) => BigInt(text) < 2n ** 256n, { error: 'must be below 2^256' }),
      )
      .optional()
      .describe('Id of one token; without it, only the collection is read.'),
    network: networkField('ethereum'),
  }),
  output: z.object({
    contract: z.string(),
    name: z.string().nullable(),
    symbol: z
      .string()
      .nullable()
      .describe('Symbol that the contract claims; anybody can use any symbol.'),
    standard: z.enum(['erc721', 'erc1155']),
    tokenId: z.string().nullable(),
    owner: z
      .string()
      .nullable()
      .describe('Null without tokenId, and for ERC-1155, where one id has many holders.'),
    tokenUri: z.string().nullable().describe(`At most ${SHOWN_URI_MAX} characters of the URI.`),
    metadata: z.record(z.string(), z.unknown()).nullable(),
    metadataProblem: z.string().nullable().describe('Why there is no metadata.'),
    totalSupply: z.string().nullable().describe('Null if the contract does not count.'),
    royaltyPct: z
      .number()
      .nullable()
      .describe('Royalty that the contract asks for (ERC-2981); nobody has to pay it.'),
    royaltyTo: z.string().nullable(),
    network: z.string(),
    blockNumber: z.int(),
  }),
  examples: [
    { input: { token: '0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D', tokenId: '1' } },
    { input: { token: '0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D' } },
  ],

  async run({ token, tokenId, network }, { evm, web, ipfs }) {
    const state = await evm.on(network).at()
    const id = tokenId === undefined ? null : BigInt(tokenId)
    const ask = (data: string): Promise<CallOutcome> => state.call({ to: token, data })
    const [code, standards, name, symbol, supply] = await Promise.all([
      state.code(token),
      standardsOf(state, token),
      ask('0x06fdde03'),
      ask('0x95d89b41'),
      ask('0x18160ddd'),
    ])
    if (code === '0x') throw notFound(`token: has no code on ${state.network.name}.`)
    const standard = standards.includes('ERC-721')
      ? ('erc721' as const)
      : standards.includes('ERC-1155')
        ? ('erc1155' as const)
        : null
    if (!standard)
      throw notFound('token: the contract does not say that it is an NFT (ERC-721 or ERC-1155).')
    const word = numberWord(id ?? 0n)
    const isPiece = standard === 'erc721'
    const [owned, uri, royalty] = await Promise.all([
      isPiece && id !== null ? ask(`0x6352211e${word}`) : null,
      id === null ? null : ask(`${isPiece ? '0xc87b56dd' : '0x0e89341c'}${word}`),
      standards.includes('ERC-2981 royalties')
        ? ask(`0x2a55205a${word}${numberWord(PRICE)}`)
        : null,
    ])
    const owner = owned?.isOk ? addressIn(owned.data) : null
    if (isPiece && id !== null && owner === null)
      throw notFound(`tokenId: the collection has no token ${id}, or it was burnt.`)
    const tokenUri = uri ? await uriIn(uri, word) : null
    const found = tokenUri === null ? null : await metadataAt(tokenUri, { web, ipfs })
    const total = wholeIn(supply)
    return {
      contract: token,
      name: await textIn(name),
      symbol: await textIn(symbol),
      standard,
      tokenId: id === null ? null : String(id),
      owner,
      tokenUri: tokenUri?.slice(0, SHOWN_URI_MAX) ?? null,
      metadata: found?.metadata ?? null,
      metadataProblem:
        found?.problem ??
        (id !== null && !found ? 'The contract has no metadata URI for it.' : null),
      totalSupply: total === null ? null : String(total),
      ...royaltyIn(royalty),
      network: state.network.slug,
      blockNumber: state.block.number,
    }
  },
})

function royaltyIn(said: CallOutcome | null) {
  const none = { royaltyPct: null, royaltyTo: null }
  if (!said?.isOk || said.data.length < 130) return none
  const part = BigInt(`0x${said.data.slice(66, 130)}`)
  if (part > PRICE) return none
  return { royaltyPct: Number(part) / 100, royaltyTo: addressIn(said.data.slice(0, 66)) }
}
