import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { readUnpaid } from '../../../../engines/payment-wires/unpaid.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { web } from '../../../../outside/net/web.ts'
import { OfferShape, toldOffer } from './_shapes.ts'

const BYTES_MAX = 256 * 1024
const TIMEOUT_MS = 15_000
const text = z.string().nullable()

export default defineTool({
  route: 'GET /api/x402-quote',
  name: 'x402 quote',
  description:
    'Price and accepted chains of any x402 or MPP endpoint, read by one unpaid request; nothing is paid.',
  asks: [
    'how much does this x402 endpoint cost',
    'which chains does a paid API accept',
    'how much does this paid API want',
    'price before I buy',
  ],
  price: '$0.002',
  uses: { web },
  input: z.object({
    url: webUrl().describe('The endpoint.'),
    method: z
      .enum(['GET', 'POST'])
      .default('GET')
      .describe('Request method; POST sends an empty JSON object.'),
  }),
  output: z.object({
    url: z.string().describe('The address that answered.'),
    status: z.int().describe('HTTP status; 402 asks for a payment.'),
    x402Version: z
      .int()
      .nullable()
      .describe('Version of x402; null if it asks for no x402 payment.'),
    offers: z.array(OfferShape).describe('The ways to pay by x402.'),
    mpp: z
      .array(
        z.object({
          method: text,
          intent: text,
          realm: text,
          expiresIso: text,
          amountBase: text,
          currency: text,
          recipient: text,
          chain: text,
        }),
      )
      .describe('The challenges of MPP.'),
    cheapest: z
      .object({ network: text, symbol: text, amount: z.string(), payTo: text })
      .nullable()
      .describe('The cheapest offer in dollars whose amount is known.'),
    resource: z
      .object({ url: text, description: text, mimeType: text })
      .nullable()
      .describe('What is sold, in the words of the seller.'),
    problems: z.array(z.string()).describe('What would prevent a buyer from paying.'),
  }),
  examples: [{ input: { url: 'https://example.com/api/tool' } }],

  async run({ url, method }, { web, now }) {
    const answer = await web.request(url, {
      method,
      headers: { accept: 'application/json', ...(method === 'POST' && JSON_BODY) },
      ...(method === 'POST' && { body: '{}' }),
      bytesMax: BYTES_MAX,
      timeoutMs: TIMEOUT_MS,
    })
    const { version, offers, mpp, cheapest, resource, problems } = readUnpaid(answer, now())
    return {
      url: answer.url,
      status: answer.status,
      x402Version: version,
      offers: offers.map(toldOffer),
      mpp,
      cheapest,
      resource,
      problems,
    }
  },
})

const JSON_BODY = { 'content-type': 'application/json' }
