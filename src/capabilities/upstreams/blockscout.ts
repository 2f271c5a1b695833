import { z } from 'zod'
import { notFound } from '../../base/core/fault.ts'
import { MINUTE_MS } from '../../base/core/milliseconds.ts'
import { httpUrl } from '../../base/lib/fields.ts'
import { addressReads } from './_blockscout-addresses.ts'
import { defineUpstream } from './define.ts'

export type {
  ExplorerAccount,
  ExplorerBalance,
  ExplorerPiece,
  ExplorerTransaction,
  ExplorerTransfer,
} from './_blockscout-addresses.ts'

const BASE = 'https://api.blockscout.com'
const Whole = z.string().regex(/^\d{1,78}$/)
const Count = z.union([z.string().regex(/^\d{1,15}$/), z.int()]).transform(Number)

const Token = z.object({
  type: z.string(),
  name: z.string().nullish(),
  symbol: z.string().nullish(),
  decimals: Count.nullish(),
  total_supply: Whole.nullish(),
  holders_count: Count.nullish(),
})

const Account = z.object({
  hash: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
  is_contract: z.boolean().nullish(),
  name: z.string().nullish(),
})
/** Older instances name the account `address`, newer ones `address_hash`. */
const Holder = z
  .object({ address: Account.nullish(), address_hash: Account.nullish(), value: Whole })
  .transform((row, context) => {
    const account = row.address ?? row.address_hash
    if (account) return { account, value: row.value }
    context.addIssue({ code: 'custom', message: 'has no address' })
    return z.NEVER
  })

/**
 * An index of many chains by an explorer: facts that the chain itself cannot answer, such as
 * holders.
 */
export const blockscout = defineUpstream({
  name: 'blockscout',
  title: 'Blockscout',
  terms: 'https://docs.blockscout.com/devs/pro-api',
  texts: 'public',
  base: BASE,
  asks: '$0',
  baseSetting: 'UPSTREAM_BLOCKSCOUT_URL',
  settings: [
    {
      name: 'BLOCKSCOUT_API_KEY',
      description: 'Key of the PRO API of Blockscout.',
      need: 'one-of',
    },
    {
      name: 'UPSTREAM_BLOCKSCOUT_URL',
      description: `A host of the operator's own with the same paths, which begin with the chain id. Default: ${BASE}`,
      schema: httpUrl,
      need: 'one-of',
    },
  ],
  limits: { timeoutMs: 15_000, bytesMax: 4_000_000, perSecond: 5, among: 'replicas' },
  cacheTtlMs: MINUTE_MS,
  headers: (setting): Readonly<Record<string, string>> => {
    const key = setting('BLOCKSCOUT_API_KEY')
    return key ? { authorization: `Bearer ${key}` } : {}
  },
  refusals: { 404: () => notFound('Blockscout does not know it on this network.') },
  api: (http) => ({
    ...addressReads(http),
    async token(chainId: number, address: string) {
      return http.json(`/${chainId}/api/v2/tokens/${address}`, Token)
    },
    /** Largest first, at most 50. */
    async holders(chainId: number, address: string) {
      const page = z.object({ items: z.array(Holder) })
      const { items } = await http.json(`/${chainId}/api/v2/tokens/${address}/holders`, page)
      return items
    },
  }),
})
