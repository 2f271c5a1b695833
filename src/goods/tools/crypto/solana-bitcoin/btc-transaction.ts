import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { askSources, crossCheckField, crossCheckResult } from '../../../../base/lib/cross-check.ts'
import { about, exactly } from '../../../../base/lib/figures.ts'
import { bitcoin, type BitcoinTransaction } from '../../../../capabilities/upstreams/bitcoin.ts'
import { isoOf } from '../../../../engines/onchain/chain-amounts.ts'

/** Units of weight in a virtual byte. */
const WEIGHT = 4
/** A sequence below it says that the transaction may be replaced (BIP 125). */
const FINAL = 0xfffffffe
const LISTED_MAX = 500

const End = z.object({
  address: z.string().nullable().describe('Null where the script has no address.'),
  valueSat: z.string().describe('Value in satoshis.'),
  type: z.string().describe('Type of the script, or coinbase.'),
})

export default defineTool({
  route: 'GET /api/btc-transaction',
  name: 'Bitcoin transaction',
  description: 'Bitcoin transaction with its inputs, outputs, fee rate and confirmations.',
  asks: [
    'look up a BTC txid',
    'has my bitcoin payment confirmed, and what fee did it pay',
    'is my bitcoin payment confirmed',
    'look at a BTC txid',
  ],
  price: '$0.001',
  uses: { bitcoin },
  input: z.object({
    txHash: z
      .string()
      .trim()
      .regex(/^[0-9a-fA-F]{64}$/, { error: 'must be a transaction id of 64 hex digits' })
      .transform((hash) => hash.toLowerCase())
      .describe('Transaction id, 64 hex digits.'),
    crossCheck: crossCheckField('mempool.space and Blockstream Explorer'),
  }),
  output: z.object({
    txid: z.string().describe('Transaction id.'),
    confirmed: z.boolean().describe('Whether it is in a block.'),
    confirmations: z.int().describe('Blocks from its own to the newest; 0 while it waits.'),
    blockHeight: z.int().nullable().describe('Height of its block.'),
    timeIso: z.string().nullable().describe('Time of its block.'),
    feeSat: z.int().describe('Fee in satoshis.'),
    feeRateSatVb: z.number().describe('Fee in satoshis per virtual byte.'),
    inputs: z
      .array(
        End.extend({ txid: z.string().nullable().describe('Transaction whose output it spends.') }),
      )
      .describe('At most 500.'),
    outputs: z.array(End).describe('At most 500.'),
    inputCount: z.int().describe('All inputs.'),
    outputCount: z.int().describe('All outputs.'),
    vsize: z.int().describe('Virtual bytes.'),
    rbf: z
      .boolean()
      .describe('Whether it signals that it may be replaced. Nodes replace others too.'),
    crossCheck: crossCheckResult(),
  }),
  examples: [
    {
      input: { txHash: '15e10745f15593a899cef391191bdd3d7c12412cc4696b7bcb669d0feadc8521' },
      at: '2026-06-02T00:00:00Z',
      output: {
        txid: '15e10745f15593a899cef391191bdd3d7c12412cc4696b7bcb669d0feadc8521',
        confirmed: true,
        confirmations: 11,
        blockHeight: 850_000,
        timeIso: '2024-06-29T19:34:34.000Z',
        feeSat: 2_000,
        feeRateSatVb: 14.26,
        inputs: [
          {
            txid: '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
            address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
            valueSat: '250000',
            type: 'v0_p2wpkh',
          },
        ],
        outputs: [
          { address: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT', valueSat: '100000', type: 'v0_p2wpkh' },
          {
            address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
            valueSat: '148000',
            type: 'v0_p2wpkh',
          },
          { address: null, valueSat: '0', type: 'op_return' },
        ],
        inputCount: 1,
        outputCount: 3,
        vsize: 141,
        rbf: true,
        source: 'mempool.space',
        asOf: '2026-06-02T00:00:00.000Z',
      },
    },
    { input: { txHash: '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b' } },
  ],

  async run({ txHash, crossCheck }, { bitcoin }) {
    const { answer, checked } = await askSources(
      bitcoin.servers,
      (one) => Promise.all([one.transaction(txHash), one.height()]),
      crossCheck && { figures: ([transaction, height]) => figuresOf(transaction, height) },
    )
    const [transaction, height] = answer
    const { txid, vin, vout, fee, weight, status } = transaction
    const blockHeight = heightOf(transaction)
    return {
      txid,
      confirmed: status.confirmed,
      confirmations: confirmationsOf(transaction, height),
      blockHeight,
      timeIso: isoOf(status.block_time),
      feeSat: fee,
      feeRateSatVb: Math.round((fee / (weight / WEIGHT)) * 100) / 100,
      inputs: vin.slice(0, LISTED_MAX).map(({ txid: spent, prevout, is_coinbase: isNew }) => ({
        txid: isNew ? null : (spent ?? null),
        ...(isNew
          ? { address: null, valueSat: sumOf(vout), type: 'coinbase' }
          : endOf(prevout ?? null)),
      })),
      outputs: vout.slice(0, LISTED_MAX).map(endOf),
      inputCount: vin.length,
      outputCount: vout.length,
      vsize: Math.ceil(weight / WEIGHT),
      rbf: vin.some(({ sequence, is_coinbase: isNew }) => !isNew && sequence < FINAL),
      ...checked,
    }
  },
})

const heightOf = ({ status }: BitcoinTransaction): number | null =>
  status.confirmed ? (status.block_height ?? null) : null

/** A server may have seen the block of a transaction, but report an older one as the newest. */
function confirmationsOf(transaction: BitcoinTransaction, height: number): number {
  const blockHeight = heightOf(transaction)
  return blockHeight === null ? 0 : Math.max(1, height - blockHeight + 1)
}

/** Servers learn of a new block at different moments. */
const figuresOf = (transaction: BitcoinTransaction, height: number) => ({
  confirmed: exactly(transaction.status.confirmed),
  confirmations: about(confirmationsOf(transaction, height), 1),
  blockHeight: exactly(heightOf(transaction)),
  feeSat: exactly(transaction.fee),
  inputCount: exactly(transaction.vin.length),
  outputCount: exactly(transaction.vout.length),
})

interface Output {
  readonly scriptpubkey_type: string
  readonly scriptpubkey_address?: string | null | undefined
  readonly value: number
}

const endOf = (output: Output | null) => ({
  address: output?.scriptpubkey_address ?? null,
  valueSat: String(output?.value ?? 0),
  type: output?.scriptpubkey_type ?? 'unknown',
})

const sumOf = (outputs: readonly Output[]): string =>
  String(outputs.reduce((sum, { value }) => sum + BigInt(value), 0n))
