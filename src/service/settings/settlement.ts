import { z } from 'zod'
import { flag } from '../../base/lib/fields.ts'

/** A CAIP-2 id; it may end in the sign that pads base64. */
const isNetwork = (id: string): boolean => /^[a-z0-9]+:[A-Za-z0-9+/=_-]+$/.test(id)

const isHttp = (url: string): boolean => /^https?:$/.test(URL.parse(url)?.protocol ?? '')

const PRIVATE_KEY = /^0x[0-9a-fA-F]{64}$/

function splitCoin(pair: string): [string, number] {
  const at = pair.lastIndexOf('=')
  return [pair.slice(0, at).trim(), Number(pair.slice(at + 1))]
}

/** An id may end in the sign that parts it from its endpoint. */
function splitRpc(pair: string): [string, string] {
  const at = pair.search(/=\s*https?:/)
  return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
}

/** How payments are settled by a key of the operator. */
export const SETTLEMENT = {
  SETTLEMENT_KEY: z
    .string()
    .regex(PRIVATE_KEY, { error: 'must be 0x and 64 hex digits' })
    .optional()
    .describe(
      'Private key that pays the gas of settlements; it needs a node, and then no facilitator is needed. Replicas with one database may share it, other services not.',
    ),
  RPC_URLS: z
    .string()
    .transform((text) => Object.fromEntries(text.split(',').map(splitRpc)))
    .refine((nodes) => Object.entries(nodes).every(([id, url]) => isNetwork(id) && isHttp(url)), {
      error: 'must be nodes by network: eip155:8453=https://node.example',
    })
    .default({})
    .describe(
      'Nodes for payments, needed to settle with `SETTLEMENT_KEY` and to check transfers: JSON-RPC, or algod for Algorand. `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp=https://...`. `EVM_RPC_BASE_URL` and its like name the nodes of EVM networks for tools and payments together; for payments, a node here is preferred to those.',
    ),
  RECEIPT_POLLING_MS: z.coerce
    .number()
    .int()
    .positive()
    .default(500)
    .describe('How often the receipts of settlements with `SETTLEMENT_KEY` are looked up.'),
  SETTLEMENT_WAIT_SECONDS: z.coerce
    .number()
    .positive()
    .max(120)
    .default(20)
    .describe(
      'How long a buyer waits for the receipt of a settlement, before the reply says that it is pending.',
    ),
  GAS_RESERVE_GWEI: z.coerce
    .number()
    .int()
    .min(0)
    .default(200_000)
    .describe(
      'Least balance of the settlement key, in billionths of the native coin. Below it, its network is not offered.',
    ),
  GAS_COIN_USD: z
    .string()
    .transform((text) => Object.fromEntries(text.split(',').map(splitCoin)))
    .refine((coins) => Object.entries(coins).every(([id, price]) => isNetwork(id) && price > 0), {
      error: 'must be dollars by network: eip155:8453=3000',
    })
    .default({})
    .describe(
      'What the native coin of a network is worth in dollars: `eip155:8453=3000,eip155:137=0.4`. There, a payment whose settlement would cost more gas than it pays is refused.',
    ),
  COUNT_FOREIGN_TRANSFERS: flag
    .default(false)
    .describe(
      '`true`: a transfer to `PAY_TO` counts as paid even if no settlement key of this database has sent it. Use it only where no other service is paid at `PAY_TO`: one payment would buy an answer from each.',
    ),
}
