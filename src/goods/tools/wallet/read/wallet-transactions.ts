import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { NATIVE_DECIMALS } from '../../../../engines/onchain/chains/evm-networks.ts'
import { isGenuine } from '../../../../engines/onchain/chains/known-tokens.ts'
import { evmAddress, evmNetwork } from '../../../../engines/onchain/chains/fields.ts'
import { cursorField, cursorOf, placesIn } from '../../../../base/lib/page-places.ts'
import { unitsOf } from '../../../../engines/onchain/token-units.ts'
import { blockscout } from '../../../../capabilities/upstreams/blockscout.ts'
import { merged, movedBy, type MovedToken } from './_history.ts'

/** Whether own transactions are listed, and which kinds of tokens. */
const KINDS = {
  all: { own: true, types: 'ERC-20,ERC-721,ERC-1155' },
  native: { own: true, types: null },
  tokens: { own: false, types: 'ERC-20' },
  nft: { own: false, types: 'ERC-721,ERC-1155' },
} as const

const Token = z.object({
  token: z.string().describe('Contract of the token.'),
  symbol: z.string().nullable(),
  genuine: z
    .boolean()
    .nullable()
    .describe('True for a genuine token that this service lists, false for a copy of its name.'),
  direction: z.enum(['in', 'out', 'self']),
  amount: z.string().nullable().describe('Amount in units; null for an NFT, or without decimals.'),
  amountBase: z.string().nullable(),
  tokenId: z.string().nullable(),
})

export default defineTool({
  route: 'GET /api/wallet-transactions',
  name: 'Wallet transactions',
  description:
    'Transaction history of a wallet on one EVM network in plain rows: payments, token transfers, NFTs, fees.',
  asks: [
    'transaction history of a wallet in plain rows',
    'history of payments, token transfers and fees of my wallet',
    'what did this wallet do',
    'payments in and out of an address',
    'history',
  ],
  price: '$0.003',
  uses: { blockscout },
  input: z.object({
    address: evmAddress().describe('The wallet.'),
    network: evmNetwork().describe('EVM network by name or chain id.'),
    kind: z
      .enum(['all', 'native', 'tokens', 'nft'])
      .default('all')
      .describe('Which transactions; native: those that move the native coin.'),
    limit: z.int().min(1).max(50).default(25).describe('Most transactions, 1 to 50.'),
    cursor: cursorField(),
  }),
  output: z.object({
    address: z.string(),
    network: z.string(),
    transactions: z
      .array(
        z.object({
          txHash: z.string(),
          blockNumber: z.int().nullable(),
          timeIso: z.string().nullable(),
          direction: z.enum(['in', 'out', 'self', 'mixed']),
          counterparty: z
            .string()
            .nullable()
            .describe('The other side; null if there are several.'),
          method: z
            .string()
            .nullable()
            .describe('Method that was called, as the explorer decodes it.'),
          valueNative: z
            .string()
            .nullable()
            .describe('Value in the native coin; null if only token transfers are listed.'),
          tokens: z.array(Token).describe('Tokens that it moved from or to the wallet.'),
          feeNative: z
            .string()
            .nullable()
            .describe('Fee that the sender paid, whoever the sender was.'),
          status: z.enum(['success', 'failed', 'pending']),
        }),
      )
      .describe('Newest first.'),
    cursor: z.string().nullable().describe('Cursor of the next page; null at the end.'),
    count: z.int(),
  }),
  examples: [
    {
      input: { address: '0x1111111111111111111111111111111111111111', limit: 10 },
      at: '2026-01-01T00:10:00Z',
    },
  ],

  async run({ address, network, kind, limit, cursor }, { blockscout }) {
    const { own, types } = KINDS[kind]
    const [first, second] = placesIn(cursor, 2)
    const { chainId } = network
    const [sent, moved] = await Promise.all([
      own && first ? blockscout.transactions(chainId, address, first) : null,
      types && second ? blockscout.transfers(chainId, address, { types }, second) : null,
    ])
    const { rows, places } = merged(sent, moved, limit)
    const transactions = rows.map((row) => ({
      txHash: row.hash,
      blockNumber: row.block,
      timeIso: row.timestamp ? new Date(row.timestamp).toISOString() : null,
      ...movedBy(row, address),
      method: row.method?.slice(0, METHOD_MAX) ?? null,
      valueNative: row.sent ? unitsOf(row.sent.value, NATIVE_DECIMALS) : null,
      tokens: row.tokens.map((each) => tokenOf(each, address, network)),
      feeNative: row.sent?.fee?.value ? unitsOf(row.sent.fee.value, NATIVE_DECIMALS) : null,
      status: statusOf(row.sent),
    }))
    const wanted = transactions.filter(
      ({ valueNative }) => kind !== 'native' || valueNative !== '0',
    )
    return {
      address,
      network: network.slug,
      transactions: wanted,
      cursor: cursorOf(places),
      count: wanted.length,
    }
  },
})

const METHOD_MAX = 100
const SYMBOL_MAX = 40

/** A transaction that moved tokens has succeeded. */
function statusOf(
  sent: { readonly status?: string | null | undefined; block_number?: unknown } | null,
) {
  if (sent === null) return 'success' as const
  if (sent.block_number == null) return 'pending' as const
  return sent.status === 'error' ? ('failed' as const) : ('success' as const)
}

function tokenOf(each: MovedToken, address: string, network: Parameters<typeof isGenuine>[0]) {
  const { token, total, from, to } = each
  const symbol = token.symbol?.replaceAll(/\p{Cc}/gu, '').slice(0, SYMBOL_MAX) ?? null
  const decimals = total?.decimals ?? token.decimals ?? null
  const base = total?.token_id != null && total.value == null ? null : (total?.value ?? null)
  const isIn = to === address
  return {
    token: token.address,
    symbol,
    genuine: isGenuine(network, token.address, symbol),
    direction: from === to ? ('self' as const) : isIn ? ('in' as const) : ('out' as const),
    amount: base === null || decimals === null || decimals > 77 ? null : unitsOf(base, decimals),
    amountBase: base,
    tokenId: total?.token_id ?? null,
  }
}
