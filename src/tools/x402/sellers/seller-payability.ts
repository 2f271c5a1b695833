import { z } from 'zod'
import { usdOf } from '../../../core/money.ts'
import { defineTool } from '../../../core/tool.ts'
import { jsonObject } from '../../../lib/json-guard.ts'
import { webUrl } from '../../../lib/web-url.ts'
import { payability } from '../../../sellers/payability.ts'

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
  ],
  price: '$0.100',
  uses: { payability },
  limits: { firstEventMs: 55_000 },
  input: z.object({
    url: webUrl().describe('What is sold there: an https address without placeholders.'),
    method: z.enum(['GET', 'POST']).default('POST').describe('How it is called.'),
    body: jsonObject({ bytesMax: 20 * 1024, valuesMax: 1_000 })
      .default({})
      .describe('What it is sent: as JSON, or with GET as the query.'),
    maxUsd: z
      .number()
      .min(0.001)
      .max(0.02)
      .default(0.01)
      .describe('The most that is paid, in dollars, 0.001 to 0.02.'),
    network: z
      .string()
      .max(80)
      .regex(/^[-a-z0-9]{3,10}:[-_a-zA-Z0-9=+/]{1,64}$/, 'must be a CAIP-2 id, as eip155:8453')
      .optional()
      .describe('Pay on this network only: a CAIP-2 id.'),
  }),
  output: z.object({
    url: z.string(),
    method: z.enum(['GET', 'POST']),
    checkedIso: z.string(),
    payable: z.boolean().describe('It took the payment, and it answered.'),
    unpaid: z.object({
      status: z.int().nullable().describe('402 where it asks to be paid; null without an answer.'),
      contentType: text,
      ms: Ms,
      bodySlice: z.string().describe('The first 400 characters.'),
      error: text.describe('Why there was no answer.'),
    }),
    challenge: z.object({
      readable: z.boolean().describe('A quote of x402 could be read.'),
      transport: z.enum(['header', 'body']).nullable(),
      x402Version: z.int().nullable(),
      accepts: z.array(
        z.object({
          scheme: text,
          network: text,
          chain: text.describe('CAIP-2.'),
          asset: text,
          symbol: text,
          amountBase: text,
          amount: text,
          payTo: text,
        }),
      ),
      mppOffers: z.array(z.object({ method: text, intent: text, chain: text, amountBase: text })),
      problems: z.array(z.string()).describe('What would keep a buyer from paying.'),
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
      .describe('Names of tokens that buyers sign under, as advertised and as the chain has them.'),
    payment: z.object({
      attempted: z.boolean().describe('A payment was signed and sent.'),
      reason: text.describe('Why none was, or why it came to nothing.'),
      status: z.int().nullable().describe('Of the paid answer.'),
      accepted: z.boolean().nullable(),
      settled: z.boolean().nullable().describe('Whether the money moved; null where unknown yet.'),
      receipt: z.object({ success: z.boolean(), transaction: text }).nullable(),
      onchain: z.object({ authorizationUsed: z.boolean().nullable() }).nullable(),
      network: text.describe('The chain, such as base.'),
      payTo: text,
      signedUsd: z.number().describe('What was signed for.'),
      ms: Ms,
    }),
    responseSlice: z.string().describe('The first 2,000 characters of the paid answer.'),
    timings: z.object({ unpaidMs: Ms, paidMs: Ms, totalMs: z.int() }),
    flags: z.array(z.string()).describe('Sentences on what was found.'),
  }),
  examples: [{ input: { url: 'https://example.com/api/tool' } }],

  async run({ maxUsd, ...trial }, { payability }) {
    return payability.try({ ...trial, most: usdOf(Math.floor(maxUsd * MICROS)) })
  },
})
