import { z } from 'zod'
import { usdOf } from '../../../../base/core/money.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { jsonObject } from '../../../../base/lib/json-guard.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { payability } from '../../../../buying/sellers/payability.ts'

const MICROS = 1_000_000
const text = z.string().nullable()
const Ms = z.int().nullable()

export default defineTool({
  route: 'POST /api/seller-payability',
  name: 'Seller payability',
  description:
    'Test purchase at an x402 seller with real money, up to two cents: its 402, the names of its token, whether it takes the payment, what the chain shows, what it delivers, and how long each step took.',
  asks: [
    'does this paid endpoint really deliver when I pay it',
    'test purchase to check that a seller settles and answers',
    'can I really buy from this seller',
    'test purchase',
  ],
  price: '$0.100',
  uses: { payability },
  limits: { firstEventMs: 55_000 },
  input: z.object({
    url: webUrl().describe('Address of the endpoint to buy from: https, without placeholders.'),
    method: z.enum(['GET', 'POST']).default('POST').describe('Request method.'),
    body: jsonObject({ bytesMax: 20 * 1024, valuesMax: 1_000 })
      .default({})
      .describe('Input to send: as JSON, or with GET as the query.'),
    maxUsd: z
      .number()
      .min(0.001)
      .max(0.02)
      .default(0.01)
      .describe('Most to pay, in dollars, 0.001 to 0.02.'),
    network: z
      .string()
      .max(80)
      .regex(/^[-a-z0-9]{3,10}:[-_a-zA-Z0-9=+/]{1,64}$/, 'must be a CAIP-2 id, such as eip155:8453')
      .optional()
      .describe('Pay on this network only: a CAIP-2 id.'),
  }),
  output: z.object({
    url: z.string(),
    method: z.enum(['GET', 'POST']),
    checkedIso: z.string(),
    payable: z.boolean().describe('Whether it accepted the payment and answered.'),
    unpaid: z.object({
      status: z
        .int()
        .nullable()
        .describe('HTTP status, 402 if it asks to be paid; null without an answer.'),
      contentType: text,
      ms: Ms,
      bodySlice: z.string().describe('The first 400 characters of the answer.'),
      error: text.describe('Why there was no answer.'),
    }),
    challenge: z.object({
      readable: z.boolean().describe('Whether an x402 quote could be read.'),
      transport: z.enum(['header', 'body']).nullable(),
      x402Version: z.int().nullable(),
      accepts: z.array(
        z.object({
          scheme: text,
          network: text,
          chain: text.describe('CAIP-2 id of the chain.'),
          asset: text,
          symbol: text,
          amountBase: text,
          amount: text,
          payTo: text,
        }),
      ),
      mppOffers: z.array(z.object({ method: text, intent: text, chain: text, amountBase: text })),
      problems: z.array(z.string()).describe('What would prevent a buyer from paying.'),
    }),
    domainFindings: z
      .array(
        z.object({
          network: z.string(),
          asset: text,
          verdict: z.enum(['match', 'mismatch', 'missing', 'unknown']),
          advertised: z.object({ name: z.string(), version: z.string() }).nullable(),
          expected: z.object({ name: z.string(), version: z.string() }).nullable(),
        }),
      )
      .describe('EIP-712 names of tokens, as advertised and as the chain has them.'),
    payment: z.object({
      attempted: z.boolean().describe('Whether a payment was signed and sent.'),
      reason: text.describe('Why no payment was sent, or why it failed.'),
      status: z.int().nullable().describe('HTTP status of the paid answer.'),
      accepted: z.boolean().nullable(),
      settled: z.boolean().nullable().describe('Whether the money moved; null if not known yet.'),
      receipt: z.object({ success: z.boolean(), transaction: text }).nullable(),
      onchain: z.object({ authorizationUsed: z.boolean().nullable() }).nullable(),
      network: text.describe('The chain, such as base.'),
      payTo: text,
      signedUsd: z.number().describe('Amount that was signed, in dollars.'),
      ms: Ms,
    }),
    responseSlice: z.string().describe('The first 2,000 characters of the paid answer.'),
    timings: z.object({ unpaidMs: Ms, paidMs: Ms, totalMs: z.int() }),
    flags: z.array(z.string()).describe('Findings, in sentences.'),
  }),
  examples: [{ input: { url: 'https://example.com/api/tool' } }],

  async run({ maxUsd, ...trial }, { payability }) {
    return payability.try({ ...trial, most: usdOf(Math.floor(maxUsd * MICROS)) })
  },
})
