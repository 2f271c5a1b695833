import { z } from 'zod'
import { orNull } from '../../base/core/failover.ts'
import { notFound } from '../../base/core/fault.ts'
import { defineUpstream } from './define.ts'

const Address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
const Whole = z.union([z.int().min(0), z.string().regex(/^\d{1,78}$/)]).transform(String)

const Waiting = z.object({
  safeTxHash: z.string().regex(/^0x[0-9a-fA-F]{64}$/),
  to: Address,
  value: Whole,
  data: z.string().nullish(),
  operation: z.int(),
  nonce: Whole,
  submissionDate: z.string().nullish(),
  proposer: Address.nullish(),
  confirmationsRequired: z.int().nullish(),
  confirmations: z.array(z.object({ owner: Address })).nullish(),
  // Deprecated, and a text in its documents.
  dataDecoded: z.object({ method: z.string().nullish() }).nullish().catch(null),
  trusted: z.boolean().nullish(),
})

export type WaitingTransaction = z.output<typeof Waiting>

/** Short names of chains, by id, as the client of Safe has them (safe-global/safe-core-sdk). */
const SHORT_NAMES: Readonly<Record<number, string>> = {
  1: 'eth',
  10: 'oeth',
  56: 'bnb',
  100: 'gno',
  130: 'unichain',
  137: 'pol',
  146: 'sonic',
  324: 'zksync',
  480: 'wc',
  5000: 'mantle',
  8453: 'base',
  42161: 'arb1',
  42220: 'celo',
  43114: 'avax',
  59144: 'linea',
  84532: 'basesep',
  534352: 'scr',
  11155111: 'sep',
}

const KEY = {
  name: 'SAFE_API_KEY',
  description: 'Key of the services of Safe, which permits more than two requests a second.',
} as const
const WAITING_MAX = 50

/**
 * The place where owners of a Safe collect signatures: waiting transactions are not on the chain
 * yet.
 */
export const safe = defineUpstream({
  name: 'safe',
  title: 'Safe Transaction Service',
  terms: 'https://safe.global/terms',
  texts: 'public',
  base: 'https://api.safe.global',
  asks: '$0',
  settings: [KEY],
  limits: {
    timeoutMs: 10_000,
    bytesMax: 4_000_000,
    perSecond: (setting) => (setting(KEY.name) ? 5 : 2),
    among: 'replicas',
  },
  headers(setting): Record<string, string> {
    const key = setting(KEY.name)
    return key ? { authorization: `Bearer ${key}` } : {}
  },
  refusals: { 404: () => notFound('address: The service does not know this Safe.') },
  api: (http) => ({
    /** The newest 50; null if it does not serve the chain, or does not know the Safe. */
    async waiting(chainId: number, address: string) {
      const name = SHORT_NAMES[chainId]
      if (name === undefined) return null
      const path = `/tx-service/${name}/api/v2/safes/${address}/multisig-transactions/`
      const query = { executed: false, limit: WAITING_MAX }
      const told = await orNull(http.json(path, z.object({ results: z.array(Waiting) }), { query }))
      return told?.results ?? null
    },
  }),
})
