import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { isObject, type JsonObject } from '../../../../base/lib/json-object.ts'
import { HEADER_KINDS, readHeader } from '../../../../engines/payment-wires/header.ts'
import { offerOf, type Offer } from '../../../../engines/payment-wires/offer.ts'
import { readPayment } from '../../../../engines/payment-wires/payment.ts'
import { flawsOfQuote, rawOffers } from '../../../../engines/payment-wires/quote.ts'
import { meaningOf } from '../../../../engines/payment-wires/reasons.ts'
import { OfferShape, toldOffer } from './_shapes.ts'

const HEADER_MAX = 32_768

export default defineTool({
  route: 'POST /api/x402-decode',
  name: 'x402 decode',
  description:
    'Decode an x402 payment header of any kind (PAYMENT-REQUIRED, PAYMENT-SIGNATURE or PAYMENT-RESPONSE) and explain it: offers, who pays whom how much, and why a settlement failed.',
  asks: [
    'what does this PAYMENT-REQUIRED header say',
    'decode a PAYMENT-RESPONSE header of a failed settlement',
    'what does this payment header say',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    header: z
      .string()
      .min(1)
      .max(HEADER_MAX)
      .describe('Value of the header, with or without its name, up to 32768 characters.'),
  }),
  output: z.object({
    kind: z.enum(HEADER_KINDS).describe('Which header has such a value.'),
    x402Version: z.int().nullable(),
    decoded: z.record(z.string(), z.unknown()).describe('The JSON in the header.'),
    offers: z.array(OfferShape).optional().describe('For a quote: the ways to pay.'),
    amount: z.string().nullable().describe('Amount of the first offer, in units of the token.'),
    network: z.string().nullable().describe('Network of the first offer, as the seller writes it.'),
    payer: z.string().nullable().describe('Who pays, if the header says so.'),
    transaction: z.string().optional().describe('For a receipt: the transaction that settled it.'),
    meaning: z.string().describe('What the header says, in a sentence.'),
    problems: z.array(z.string()).describe('What is wrong with it, with the path.'),
  }),
  examples: [
    {
      input: { header: 'eyJ4NDAyVmVyc2lvbiI6MiwiYWNjZXB0cyI6W119' },
      output: {
        kind: 'payment-required',
        x402Version: 2,
        decoded: { x402Version: 2, accepts: [] },
        offers: [],
        amount: null,
        network: null,
        payer: null,
        meaning: 'A quote without offers.',
        problems: [
          'accepts: is empty, so that nobody can pay',
          'resource: must be an object with the url of what is sold',
        ],
      },
    },
    {
      input: {
        header:
          'eyJzdWNjZXNzIjpmYWxzZSwiZXJyb3JSZWFzb24iOiJpbnN1ZmZpY2llbnRfZnVuZHMiLCJ0cmFuc2FjdGlvbiI6IiIsIm5ldHdvcmsiOiJlaXAxNTU6ODQ1MyJ9',
      },
      output: {
        kind: 'payment-response',
        x402Version: null,
        decoded: {
          success: false,
          errorReason: 'insufficient_funds',
          transaction: '',
          network: 'eip155:8453',
        },
        amount: null,
        network: 'eip155:8453',
        payer: null,
        meaning:
          'The payment was not settled (insufficient_funds). The payer holds less of the token than the price. Nothing moved.',
        problems: [],
      },
    },
  ],

  async run({ header }, { now }) {
    const { kind, decoded, problems } = readHeader('header', header)
    const version = decoded['x402Version']
    const told = await READERS[kind](decoded, now())
    return {
      kind,
      x402Version: Number.isSafeInteger(version) ? (version as number) : null,
      decoded,
      ...told,
      problems: [...problems, ...told.problems],
    }
  },
})

const READERS = {
  'payment-required': quoted,
  'payment-signature': paid,
  'payment-response': settled,
} as const

const said = (flaws: readonly { readonly path: string; readonly message: string }[]) =>
  flaws.map(({ path, message }) => `${path}: ${message}`)

const priceOf = ({ amount, symbol, amountBase, asset }: Offer): string =>
  amount === null
    ? `${amountBase ?? 'an unknown number of'} base units of ${asset ?? 'an unknown token'}`
    : `${amount} ${symbol}`

function quoted(quote: JsonObject) {
  const offers = rawOffers(quote).map(toldOffer)
  const [first] = rawOffers(quote).map((raw) => offerOf(isObject(raw) ? raw : {}))
  const more = offers.length > 1 ? `, or in ${offers.length - 1} other ways` : ''
  return {
    offers,
    amount: first?.amount ?? null,
    network: first?.network ?? null,
    payer: null,
    meaning: first
      ? `Asks ${priceOf(first)} on ${first.network ?? 'an unknown network'} for ${first.payTo ?? 'nobody'}${more}.`
      : 'A quote without offers.',
    problems: said(flawsOfQuote(quote)),
  }
}

/** A payment repeats the offer that it accepts, and is checked against that offer. */
async function paid(payment: JsonObject, now: number) {
  const { accepted } = payment
  const claimed = isObject(accepted) ? accepted : { ...payment }
  const offer = offerOf(claimed)
  const quote = { x402Version: payment['x402Version'], accepts: [claimed] }
  const { flaws, payer, validBefore } = await readPayment(payment, quote, now)
  const until = validBefore === null ? '' : `, until ${new Date(validBefore * 1000).toISOString()}`
  return {
    amount: offer.amount,
    network: offer.network,
    payer,
    meaning: `${payer ?? 'Somebody'} lets ${priceOf(offer)} on ${offer.network ?? 'an unknown network'} be moved to ${offer.payTo ?? 'nobody'}${until}.`,
    problems: said(flaws),
  }
}

function settled(receipt: JsonObject) {
  const text = (name: string): string | null => {
    const value = receipt[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const [network, payer, transaction] = [text('network'), text('payer'), text('transaction')]
  const reason = text('errorReason')
  const problems: string[] = []
  if (typeof receipt['success'] !== 'boolean') problems.push('success: must be true or false')
  if (network === null) problems.push('network: is required')
  if (receipt['success'] === true && transaction === null)
    problems.push('transaction: must not be empty, because the payment is looked up by it')
  const known = reason === null ? null : meaningOf(reason)
  return {
    amount: null,
    network,
    payer,
    ...(transaction !== null && { transaction }),
    meaning:
      receipt['success'] === true
        ? `The payment was settled${transaction === null ? '' : ` by transaction ${transaction}`}${network === null ? '' : ` on ${network}`}.`
        : `The payment was not settled (${reason ?? 'without a reason'}). ${known ?? 'The reason is unknown.'}`,
    problems,
  }
}
