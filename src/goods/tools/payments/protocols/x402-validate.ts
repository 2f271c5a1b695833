import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB } from '../../../../base/lib/fields.ts'
import { jsonObject } from '../../../../base/lib/json-guard.ts'
import { readPayment } from '../../../../engines/payment-wires/payment.ts'
import { flawsOfQuote, rawOffers } from '../../../../engines/payment-wires/quote.ts'
import { FlawShape, OfferShape, toldOffer } from './_shapes.ts'

const LIMITS = { bytesMax: 100 * KB, valuesMax: 5_000 }

export default defineTool({
  route: 'POST /api/x402-validate',
  name: 'x402 validation',
  description:
    'Check an x402 quote, and a payment against it, before sending or serving it: form, addresses, genuine token and signing domain, amount, payee, time window, signature.',
  asks: [
    'validate the form of an x402 quote',
    'does this signed payment match the quote',
    'are my 402 payment terms right',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    paymentRequired: jsonObject(LIMITS).describe(
      'The quote: the JSON of a 402, or of its PAYMENT-REQUIRED header; up to 100 KB.',
    ),
    payment: jsonObject(LIMITS)
      .optional()
      .describe('The payment: the JSON of a PAYMENT-SIGNATURE header; up to 100 KB.'),
  }),
  output: z.object({
    valid: z
      .boolean()
      .describe('True if no problem is an error. What only the chain knows is not checked.'),
    problems: z.array(FlawShape),
    offers: z.array(OfferShape),
    matchedOffer: z.int().nullable().describe('Index of the offer that is paid, from 0.'),
    payer: z.string().nullable(),
    expiresInSeconds: z
      .int()
      .nullable()
      .describe('Seconds in which the payment can still be settled; negative when it has expired.'),
    notChecked: z.array(z.string()).describe('What cannot be checked without the chain.'),
  }),
  examples: [
    {
      input: { paymentRequired: { x402Version: 2, accepts: [] } },
      output: {
        valid: false,
        problems: [
          { path: 'accepts', message: 'is empty, so that nobody can pay', severity: 'error' },
          {
            path: 'resource',
            message: 'must be an object with the url of what is sold',
            severity: 'error',
          },
        ],
        offers: [],
        matchedOffer: null,
        payer: null,
        expiresInSeconds: null,
        notChecked: [],
      },
    },
    {
      input: {
        paymentRequired: {
          x402Version: 2,
          resource: { url: 'https://example.com/api/tool' },
          accepts: [
            {
              scheme: 'exact',
              network: 'eip155:8453',
              amount: '10000',
              asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
              payTo: '0x2222222222222222222222222222222222222222',
              maxTimeoutSeconds: 60,
              extra: { name: 'USDC', version: '2' },
            },
          ],
        },
      },
      output: {
        valid: false,
        problems: [
          {
            path: 'accepts[0].extra',
            message: 'names the token "USDC" 2, and the chain "USD Coin" 2: a signature would fail',
            severity: 'error',
          },
        ],
        offers: [
          {
            scheme: 'exact',
            network: 'eip155:8453',
            chain: 'eip155:8453',
            asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
            symbol: 'USDC',
            amountBase: '10000',
            amount: '0.01',
            payTo: '0x2222222222222222222222222222222222222222',
            maxTimeoutSeconds: 60,
          },
        ],
        matchedOffer: null,
        payer: null,
        expiresInSeconds: null,
        notChecked: [],
      },
    },
  ],

  async run({ paymentRequired, payment }, { now }) {
    const quoted = flawsOfQuote(paymentRequired)
    const read = payment && (await readPayment(payment, paymentRequired, now()))
    const problems = [...quoted, ...(read?.flaws ?? [])]
    return {
      valid: problems.every(({ severity }) => severity !== 'error'),
      problems,
      offers: rawOffers(paymentRequired).map(toldOffer),
      matchedOffer: read?.matchedOffer ?? null,
      payer: read?.payer ?? null,
      expiresInSeconds:
        read && read.validBefore !== null ? read.validBefore - Math.floor(now() / 1000) : null,
      notChecked: payment
        ? [
            'the balance of the payer',
            'whether the nonce was used',
            'signatures of contract wallets',
          ]
        : [],
    }
  },
})
