import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { checksummed } from '../../../../engines/onchain/account-address.ts'
import { evmAddress, evmNetwork } from '../../../../engines/onchain/chains/fields.ts'
import { isObject } from '../../../../base/lib/json-object.ts'
import { cursorField, cursorOf, placeAfter, placesIn } from '../../../../base/lib/page-places.ts'
import { blockscout, type ExplorerPiece } from '../../../../capabilities/upstreams/blockscout.ts'

const TEXT_MAX = 200
const URL_MAX = 2_048

export default defineTool({
  route: 'GET /api/wallet-nfts',
  name: 'Wallet NFTs',
  description: 'NFTs that a wallet holds on one EVM network, with collection, name and image.',
  asks: [
    'NFTs that this wallet holds with collection and image',
    'NFT collection of a wallet',
    'which NFTs does he own',
    'collectibles of a wallet',
  ],
  price: '$0.003',
  uses: { blockscout },
  input: z.object({
    address: evmAddress().describe('The wallet.'),
    network: evmNetwork('ethereum').describe('EVM network by name or chain id.'),
    limit: z.int().min(1).max(50).default(25).describe('Most NFTs, 1 to 50.'),
    cursor: cursorField(),
  }),
  output: z.object({
    address: z.string(),
    network: z.string(),
    nfts: z.array(
      z.object({
        contract: z.string(),
        collection: z
          .string()
          .nullable()
          .describe('Name that the contract states; anybody can copy it.'),
        tokenId: z.string(),
        name: z.string().nullable(),
        imageUrl: z.string().nullable(),
        standard: z.string().nullable(),
        amount: z.string(),
        spam: z.boolean().describe('The explorer calls the collection a scam.'),
      }),
    ),
    cursor: z.string().nullable().describe('Cursor of the next page; null at the end.'),
    count: z.int(),
  }),
  examples: [
    {
      input: {
        address: '0x1111111111111111111111111111111111111111',
        network: 'base',
        limit: 1,
      },
      at: '2026-01-01T00:10:00Z',
      output: {
        address: '0x1111111111111111111111111111111111111111',
        network: 'base',
        nfts: [
          {
            contract: '0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D',
            collection: 'Pieces',
            tokenId: '1',
            name: 'Piece #1',
            imageUrl: 'https://pieces.example/1.png',
            standard: 'ERC-721',
            amount: '1',
            spam: false,
          },
        ],
        cursor: 'W1tudWxsLDFdXQ',
        count: 1,
        source: 'Blockscout',
        asOf: '2026-01-01T00:10:00.000Z',
        untrustedContent: true,
      },
    },
    {
      input: { address: '0x1111111111111111111111111111111111111111' },
      at: '2026-01-01T00:10:00Z',
    },
  ],

  async run({ address, network, limit, cursor }, { blockscout }) {
    const [place] = placesIn(cursor, 1)
    const page = place ? await blockscout.pieces(network.chainId, address, place) : null
    const nfts = (page?.rows ?? []).slice(0, limit).map(pieceOf)
    return {
      address,
      network: network.slug,
      nfts,
      cursor: cursorOf([page && placeAfter(page, nfts.length)]),
      count: nfts.length,
    }
  },
})

function pieceOf({ id, token, token_type, value, image_url, metadata }: ExplorerPiece) {
  const name = isObject(metadata) ? metadata['name'] : null
  return {
    contract: checksummed(token.address),
    collection: short(token.name),
    tokenId: id,
    name: typeof name === 'string' ? short(name) : null,
    imageUrl: image_url && image_url.length <= URL_MAX ? image_url : null,
    standard: token_type ?? token.type ?? null,
    amount: value ?? '1',
    spam: token.reputation === 'scam',
  }
}

const short = (text: string | null | undefined): string | null =>
  text ? text.replaceAll(/\p{Cc}/gu, '').slice(0, TEXT_MAX) : null
