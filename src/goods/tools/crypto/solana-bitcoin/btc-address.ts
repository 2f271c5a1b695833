import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { askSources, crossCheckField, crossCheckResult } from '../../../../base/lib/cross-check.ts'
import { exactly } from '../../../../base/lib/figures.ts'
import {
  bitcoin,
  type BitcoinAddress,
  type BitcoinTransaction,
} from '../../../../capabilities/upstreams/bitcoin.ts'
import { BTC_DECIMALS, isoOf } from '../../../../engines/onchain/chain-amounts.ts'
import { bitcoinAddress } from '../../../../engines/onchain/bitcoin-address.ts'
import { unitsOf } from '../../../../engines/onchain/token-units.ts'

export default defineTool({
  route: 'GET /api/btc-address',
  name: 'Bitcoin address',
  description: 'Bitcoin address: balance, totals, unspent outputs and recent transactions.',
  asks: [
    'balance of a Bitcoin address',
    'recent transactions of a Bitcoin address',
    'how many bitcoins are on this address',
    'look at a BTC wallet',
  ],
  price: '$0.002',
  uses: { bitcoin },
  input: z.object({
    address: z
      .string()
      .trim()
      .max(90)
      .superRefine((text, context) => {
        const read = bitcoinAddress(text)
        if (typeof read !== 'string' && read.network === 'mainnet') return
        const message = typeof read === 'string' ? read : 'must not be of a test network'
        context.addIssue({ code: 'custom', message })
      })
      .describe('Address of the main network, old or segwit.'),
    transactions: z
      .int()
      .min(0)
      .max(25)
      .default(10)
      .describe('Most recent transactions to list, 0 to 25.'),
    crossCheck: crossCheckField('mempool.space and Blockstream Explorer'),
  }),
  output: z.object({
    address: z.string().describe('The address.'),
    confirmedSat: z.string().describe('Confirmed balance in satoshis.'),
    confirmedBtc: z.string().describe('The same in bitcoin.'),
    unconfirmedSat: z
      .string()
      .describe('Satoshis that waiting transactions will add; negative if they take them.'),
    receivedSat: z.string().describe('All satoshis that it ever received, confirmed.'),
    sentSat: z.string().describe('All satoshis that it ever sent, confirmed.'),
    txCount: z.int().describe('Confirmed transactions.'),
    transactions: z
      .array(
        z.object({
          txid: z.string().describe('Transaction id.'),
          confirmed: z.boolean().describe('Whether it is in a block.'),
          blockHeight: z.int().nullable().describe('Height of its block.'),
          timeIso: z.string().nullable().describe('Time of its block.'),
          changeSat: z.string().describe('What the address gained; negative if it lost.'),
        }),
      )
      .describe('Newest first; waiting ones come before all others.'),
    utxos: z.int().describe('Confirmed outputs that are not spent.'),
    crossCheck: crossCheckResult(),
  }),
  examples: [
    {
      input: { address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', transactions: 2 },
      at: '2026-06-02T00:00:00Z',
      output: {
        address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
        confirmedSat: '148000',
        confirmedBtc: '0.00148',
        unconfirmedSat: '5000000000',
        receivedSat: '398000',
        sentSat: '250000',
        txCount: 3,
        transactions: [
          {
            txid: '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
            confirmed: false,
            blockHeight: null,
            timeIso: null,
            changeSat: '5000000000',
          },
          {
            txid: '15e10745f15593a899cef391191bdd3d7c12412cc4696b7bcb669d0feadc8521',
            confirmed: true,
            blockHeight: 850_000,
            timeIso: '2024-06-29T19:34:34.000Z',
            changeSat: '-102000',
          },
        ],
        utxos: 1,
        source: 'mempool.space',
        asOf: '2026-06-02T00:00:00.000Z',
      },
    },
    { input: { address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', transactions: 0 } },
  ],

  async run({ address, transactions: limit, crossCheck }, { bitcoin }) {
    const key = /^bc1/i.test(address) ? address.toLowerCase() : address
    const { answer, checked } = await askSources(
      bitcoin.servers,
      (one) => Promise.all([one.address(key), limit === 0 ? [] : one.transactionsOf(key)]),
      crossCheck && { figures: ([told]) => figuresOf(told) },
    )
    const [{ chain_stats: chain, mempool_stats: waiting }, list] = answer
    const confirmed = BigInt(chain.funded_txo_sum) - BigInt(chain.spent_txo_sum)
    return {
      address: key,
      confirmedSat: String(confirmed),
      confirmedBtc: unitsOf(confirmed, BTC_DECIMALS),
      unconfirmedSat: String(BigInt(waiting.funded_txo_sum) - BigInt(waiting.spent_txo_sum)),
      receivedSat: String(chain.funded_txo_sum),
      sentSat: String(chain.spent_txo_sum),
      txCount: chain.tx_count,
      transactions: list.slice(0, limit).map((one) => transactionRow(one, key)),
      utxos: chain.funded_txo_count - chain.spent_txo_count,
      ...checked,
    }
  },
})

const figuresOf = ({ chain_stats: chain, mempool_stats: waiting }: BitcoinAddress) => ({
  confirmedSat: exactly(String(chain.funded_txo_sum - chain.spent_txo_sum)),
  unconfirmedSat: exactly(String(waiting.funded_txo_sum - waiting.spent_txo_sum)),
  receivedSat: exactly(String(chain.funded_txo_sum)),
  sentSat: exactly(String(chain.spent_txo_sum)),
  txCount: exactly(chain.tx_count),
  utxos: exactly(chain.funded_txo_count - chain.spent_txo_count),
})

function transactionRow({ txid, vin, vout, status }: BitcoinTransaction, address: string) {
  const sum = (outputs: BitcoinTransaction['vout']): bigint =>
    outputs
      .filter((one) => one.scriptpubkey_address === address)
      .reduce((total, { value }) => total + BigInt(value), 0n)
  const spent = sum(vin.flatMap(({ prevout }) => prevout ?? []))
  return {
    txid,
    confirmed: status.confirmed,
    blockHeight: status.block_height ?? null,
    timeIso: isoOf(status.block_time),
    changeSat: String(sum(vout) - spent),
  }
}
