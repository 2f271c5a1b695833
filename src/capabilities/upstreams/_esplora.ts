import { z } from 'zod'
import { badInput, notFound } from '../../base/core/fault.ts'
import type { UpstreamHttp } from './define.ts'

/** A whole number of satoshis; there are fewer than 2^51. */
const Satoshis = z.int().min(0)

const Output = z.object({
  scriptpubkey_type: z.string(),
  scriptpubkey_address: z.string().nullish(),
  value: Satoshis,
})

const Transaction = z.object({
  txid: z.string().regex(/^[0-9a-f]{64}$/),
  vin: z.array(
    z.object({
      txid: z.string().nullish(),
      vout: z.number().nullish(),
      prevout: Output.nullish(),
      is_coinbase: z.boolean(),
      sequence: z.number(),
    }),
  ),
  vout: z.array(Output),
  size: z.int(),
  weight: z.int(),
  fee: Satoshis,
  status: z.object({
    confirmed: z.boolean(),
    block_height: z.int().nullish(),
    block_time: z.int().nullish(),
  }),
})

const Stats = z.object({
  funded_txo_sum: Satoshis,
  spent_txo_sum: Satoshis,
  funded_txo_count: z.int(),
  spent_txo_count: z.int(),
  tx_count: z.int(),
})

const Address = z.object({ address: z.string(), chain_stats: Stats, mempool_stats: Stats })

export type BitcoinTransaction = z.output<typeof Transaction>
export type BitcoinAddress = z.output<typeof Address>

/** The answers of every server with this interface: mempool.space, Blockstream, or one's own. */
export interface Esplora {
  address(address: string): Promise<BitcoinAddress>
  /** Waiting transactions, and the newest 25 or more of the others. */
  transactionsOf(address: string): Promise<readonly BitcoinTransaction[]>
  transaction(txid: string): Promise<BitcoinTransaction>
  /** Sends a transaction; one that the network refuses is the caller's mistake. */
  send(hex: string): Promise<void>
  /** Height of the newest block. */
  height(): Promise<number>
}

const HALF_MINUTE_MS = 30_000

const noAddress = () => badInput('address: must be a Bitcoin address of the main network.')

const refusedToSend = (said: string) =>
  badInput(`rawTransaction: the network refuses it: ${said.slice(0, 300)}`)

const path = (address: string): string => `/address/${encodeURIComponent(address)}`

export const esploraOf = (http: UpstreamHttp): Esplora => {
  const refusals = { 400: noAddress, 404: noAddress }
  return {
    address: async (address) =>
      http.json(path(address), Address, { refusals, cacheTtlMs: HALF_MINUTE_MS }),
    transactionsOf: async (address) =>
      http.json(`${path(address)}/txs`, z.array(Transaction), {
        refusals,
        cacheTtlMs: HALF_MINUTE_MS,
      }),
    async transaction(txid) {
      const none = () => notFound(`txHash: the Bitcoin transaction ${txid} is unknown.`)
      const refused = { 400: none, 404: none }
      return http.json(`/tx/${txid}`, Transaction, { refusals: refused })
    },
    async send(hex) {
      await http.text('/tx', { method: 'POST', text: hex, refusals: { 400: refusedToSend } })
    },
    height: async () =>
      Number(await http.json('/blocks/tip/height', z.int().min(1), { cacheTtlMs: HALF_MINUTE_MS })),
  }
}
