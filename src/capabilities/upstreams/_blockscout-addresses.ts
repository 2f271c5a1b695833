import { z } from 'zod'
import { orNull } from '../../base/core/failover.ts'
import { BEGINNING, pageFields, type Page, type PagePlace } from '../../base/lib/page-places.ts'
import type { UpstreamHttp } from './define.ts'

const Whole = z.string().regex(/^\d{1,78}$/)
const Hash = z.string().regex(/^0x[0-9a-fA-F]{64}$/)
const Address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
const Count = z.union([z.string().regex(/^\d{1,15}$/), z.int()]).transform(Number)
const Price = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => {
    const price = value == null ? Number.NaN : Number(value)
    return Number.isFinite(price) && price >= 0 ? price : null
  })

/** Versions before 8 name a token's contract `address`. */
const Token = z
  .object({
    address_hash: Address.nullish(),
    address: Address.nullish(),
    type: z.string().nullish(),
    name: z.string().nullish(),
    symbol: z.string().nullish(),
    decimals: Count.nullish(),
    exchange_rate: Price,
    reputation: z.string().nullish(),
  })
  .transform(({ address, address_hash, ...token }, context) => {
    const contract = address_hash ?? address
    if (contract) return { ...token, address: contract }
    context.addIssue({ code: 'custom', message: 'has no address' })
    return z.NEVER
  })

const Party = z.object({
  hash: Address,
  name: z.string().nullish(),
  is_contract: z.boolean().nullish(),
  is_scam: z.boolean().nullish(),
})

const Account = Party.extend({
  is_verified: z.boolean().nullish(),
  reputation: z.string().nullish(),
  proxy_type: z.string().nullish(),
  implementations: z.array(z.object({ name: z.string().nullish() })).nullish(),
  ens_domain_name: z.string().nullish(),
  creator_address_hash: Address.nullish(),
  coin_balance: Whole.nullish(),
  token: z.object({ type: z.string().nullish() }).nullish(),
  public_tags: z.array(z.object({ display_name: z.string() })).nullish(),
  metadata: z.object({ tags: z.array(z.object({ name: z.string() })) }).nullish(),
})

const Counters = z.object({ transactions_count: Count, token_transfers_count: Count.nullish() })

const Balance = z.object({ token: Token, value: Whole.nullish() })

const Transfer = z.object({
  transaction_hash: Hash,
  block_number: z.int(),
  timestamp: z.string().nullish(),
  from: Party,
  to: Party,
  method: z.string().nullish(),
  token: Token,
  total: z
    .object({
      value: Whole.nullish(),
      decimals: Count.nullish(),
      token_id: Whole.nullish(),
    })
    .nullish(),
})

const Transaction = z.object({
  hash: Hash,
  block_number: z.int().nullish(),
  timestamp: z.string().nullish(),
  from: Party,
  to: Party.nullish(),
  created_contract: Party.nullish(),
  method: z.string().nullish(),
  value: Whole,
  fee: z.object({ value: Whole.nullish() }).nullish(),
  status: z.string().nullish(),
})

const Piece = z.object({
  id: Whole,
  token: Token,
  token_type: z.string().nullish(),
  value: Whole.nullish(),
  image_url: z.string().nullish(),
  metadata: z.unknown(),
})

export type ExplorerAccount = z.output<typeof Account>
export type ExplorerBalance = z.output<typeof Balance>
export type ExplorerTransfer = z.output<typeof Transfer>
export type ExplorerTransaction = z.output<typeof Transaction>
export type ExplorerPiece = z.output<typeof Piece>

const Fields = z.record(z.string(), z.unknown())

export interface TransferWish {
  readonly types: string
  readonly token?: string
  /** Only transfers to or from the address. */
  readonly filter?: 'to' | 'from'
}

const pathOf = (chainId: number, address: string) => `/${chainId}/api/v2/addresses/${address}`

/** Facts of the explorer about one address. An address that it never saw has none. */
export function addressReads(http: UpstreamHttp) {
  async function page<S extends z.ZodType>(
    path: string,
    row: S,
    at: PagePlace,
    query: Readonly<Record<string, string | undefined>> = {},
  ): Promise<Page<z.output<S>>> {
    const shape = z.object({ items: z.array(row), next_page_params: Fields.nullish() })
    const told = await orNull(http.json(path, shape, { query: { ...query, ...at.page } }))
    const next = pageFields(told?.next_page_params)
    return {
      rows: (told?.items ?? []).slice(at.read),
      at,
      next: next ? { page: next, read: 0 } : null,
    }
  }

  return {
    account: async (chainId: number, address: string) =>
      orNull(http.json(pathOf(chainId, address), Account)),
    counters: async (chainId: number, address: string) =>
      orNull(http.json(`${pathOf(chainId, address)}/counters`, Counters)),
    /** When it was first seen in a transaction. */
    async firstSeen(chainId: number, address: string): Promise<string | null> {
      const query = { sort: 'block_number', order: 'asc' }
      const path = `${pathOf(chainId, address)}/transactions`
      const { rows } = await page(path, Transaction, BEGINNING, query)
      return rows.find(({ timestamp }) => timestamp)?.timestamp ?? null
    },
    balances: async (chainId: number, address: string) =>
      (await orNull(http.json(`${pathOf(chainId, address)}/token-balances`, z.array(Balance)))) ??
      [],
    transfers: async (
      chainId: number,
      address: string,
      { types, token, filter }: TransferWish,
      at: PagePlace,
    ) =>
      page(`${pathOf(chainId, address)}/token-transfers`, Transfer, at, {
        type: types,
        token,
        filter,
      }),
    transactions: async (chainId: number, address: string, at: PagePlace) =>
      page(`${pathOf(chainId, address)}/transactions`, Transaction, at),
    pieces: async (chainId: number, address: string, at: PagePlace) =>
      page(`${pathOf(chainId, address)}/nft`, Piece, at, { type: 'ERC-721,ERC-1155' }),
  }
}
