import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { readInvoice } from './_bolt11.ts'

const text = z.string().nullable()

export default defineTool({
  route: 'POST /api/lightning-decode',
  name: 'Lightning invoice',
  description:
    'Decode a BOLT-11 Lightning invoice: amount, description, expiry, payee; its checksum and signature are checked.',
  asks: [
    'read the amount and expiry of an lnbc lightning invoice',
    'has my lightning invoice expired',
    'what does this lnbc invoice want',
    'amount of a Lightning bill',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    invoice: z
      .string()
      .min(1)
      .max(4_096)
      .describe('The invoice, with or without lightning: before it, up to 4096 characters.'),
  }),
  output: z.object({
    network: z.enum(['mainnet', 'testnet', 'signet', 'regtest']),
    amountMsat: text.describe('Amount in thousandths of a satoshi; null where the payer chooses.'),
    amountBtc: text,
    description: text,
    descriptionHash: text.describe('SHA-256 of a description that is too long for the invoice.'),
    paymentHash: text,
    payee: text.describe('Public key of the node that is paid.'),
    signed: z.boolean().describe('Whether the payee signed the invoice.'),
    createdIso: z.string(),
    expiresIso: z.string(),
    expired: z.boolean(),
    minFinalCltv: z
      .int()
      .describe('Least number of blocks before the last hop of the payment expires.'),
    features: z.array(z.int()).describe('Numbers of the feature bits that are set.'),
    fallback: z.boolean().describe('Whether it also names an on-chain address.'),
    routeHints: z
      .array(
        z.object({
          node: z.string(),
          shortChannelId: z.string(),
          baseFeeMsat: z.int(),
          feePpm: z.int().describe('Fee in millionths of the amount.'),
          cltvDelta: z.int(),
        }),
      )
      .describe('Routes to a node that is not public; each row is one hop.'),
    unknownFields: z.array(z.string()).describe('Letters of fields that BOLT-11 does not have.'),
    problems: z.array(z.string()),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: {
        invoice:
          'lnbc2500u1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpu9qrsgquk0rl77nj30yxdy8j9vdx85fkpmdla2087ne0xh8nhedh8w27kyke0lp53ut353s06fv3qfegext0eh0ymjpf39tuven09sam30g4vgpfna3rh',
      },
      output: {
        network: 'mainnet',
        amountMsat: '250000000',
        amountBtc: '0.0025',
        description: '1 cup coffee',
        descriptionHash: null,
        paymentHash: '0001020304050607080900010203040506070809000102030405060708090102',
        payee: '03e7156ae33b0a208d0744199163177e909e80176e55d97a2f221ede0f934dd9ad',
        signed: true,
        createdIso: '2017-06-01T10:57:38.000Z',
        expiresIso: '2017-06-01T10:58:38.000Z',
        expired: true,
        minFinalCltv: 18,
        features: [8, 14],
        fallback: false,
        routeHints: [],
        unknownFields: [],
        problems: [],
      },
    },
  ],

  async run({ invoice }, { now }) {
    const read = await readInvoice(invoice.trim().replace(/^lightning:/i, ''))
    if (typeof read === 'string') throw badInput(`invoice: ${read}`)
    const { createdSeconds, expirySeconds, ...told } = read
    const ends = (createdSeconds + expirySeconds) * 1_000
    return {
      ...told,
      createdIso: new Date(createdSeconds * 1_000).toISOString(),
      expiresIso: new Date(Math.min(ends, LAST_MOMENT)).toISOString(),
      expired: ends <= now(),
    }
  },
})

const LAST_MOMENT = 8.64e15
