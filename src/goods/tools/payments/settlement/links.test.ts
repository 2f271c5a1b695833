import fc from 'fast-check'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import type { ToolSpec } from '../../../../base/core/tool.ts'
import lightningDecode from './lightning-decode.ts'
import paymentUri from './payment-uri.ts'
import paymentUriParse from './payment-uri-parse.ts'
import sepaQr from './sepa-qr.ts'

async function run<T = Record<string, unknown>>(spec: ToolSpec, input: unknown): Promise<T> {
  const { signal } = new AbortController()
  const context = { signal, now: () => 1_500_000_000_000 }
  const answer: unknown = await spec.run(spec.input.parse(input), context)
  return answer as T
}

/** Invoices from the examples of BOLT 11, all signed by the same key. */
const BOLT11_PAYEE = '03e7156ae33b0a208d0744199163177e909e80176e55d97a2f221ede0f934dd9ad'
const DONATION =
  'lnbc1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdpl2pkx2ctnv5sxxmmwwd5kgetjypeh2ursdae8g6twvus8g6rfwvs8qun0dfjkxaq9qrsgq357wnc5r2ueh7ck6q93dj32dlqnls087fxdwk8qakdyafkq3yap9us6v52vjjsrvywa6rt52cm9r9zqt8r2t7mlcwspyetp5h2tztugp9lfyql'

test('an invoice without an amount is decoded, in lower and in upper case', async () => {
  expect(await run(lightningDecode, { invoice: DONATION })).toMatchObject({
    amountMsat: null,
    description: 'Please consider supporting this project',
    payee: BOLT11_PAYEE,
    expiresIso: '2017-06-01T11:57:38.000Z',
  })
  const upper = await run(lightningDecode, { invoice: `lightning:${DONATION.toUpperCase()}` })
  expect(upper['payee']).toBe(BOLT11_PAYEE)
})

test.each([
  [`${DONATION.slice(0, -1)}q`, 'checksum'],
  ['lnurl1dp68gurn8ghj7', 'LNURL'],
  ['lno1abc', 'BOLT-12'],
  ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'must begin with lnbc'],
])('%s is refused as an invoice', async (invoice, said) => {
  await expect(run(lightningDecode, { invoice })).rejects.toThrow(said)
})

const addresses = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .filter((bytes) => bytes.some((byte) => byte > 0) && bytes.some((byte) => byte < 255))
  .map((bytes) => privateKeyToAccount(`0x${Buffer.from(bytes).toString('hex')}`).address)

test('a built link is parsed to the same values', async () => {
  const amounts = fc
    .bigInt({ min: 1n, max: 10n ** 12n })
    .map((units) => `${units / 1_000_000n}.${String(units % 1_000_000n).padStart(6, '0')}`)
  await fc.assert(
    fc.asyncProperty(
      addresses,
      amounts,
      fc.constantFrom('base', 'ethereum'),
      async (to, amount, network) => {
        const { uri } = await run(paymentUri, { kind: 'eip681', to, amount, network })
        const read = await run(paymentUriParse, { uri })
        expect(read).toMatchObject({ kind: 'eip681', to, problems: [] })
        expect(Number(read['amount'])).toBe(Number(amount))
      },
    ),
    { numRuns: 25 },
  )
  const solana = {
    kind: 'solana-pay',
    to: 'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN',
    amount: '0.01',
    token: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    reference: '82ZJ7nbGpixjeDCmEhUcmwXYfvurzAgGdtSMuHnUgyny',
    label: 'Michael & Söhne',
  }
  const { uri } = await run(paymentUri, solana)
  expect(await run(paymentUriParse, { uri })).toMatchObject({
    to: solana.to,
    amount: '0.01',
    token: solana.token,
    parameters: { label: 'Michael & Söhne' },
    problems: [],
  })
})

test.each([
  [
    'ethereum:0xfb6916095ca1df60bb79Ce92ce3ea74c37c5d359?value=2.014e18',
    { amount: '2.014', chainId: 1 },
  ],
  ['ethereum:pay-0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359@10', { chainId: 10, amount: null }],
  ['BITCOIN:BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ?amount=50.1', { amountBase: '5010000000' }],
  ['bitcoin:?lightning=lnbc1qqq', { to: null, invoice: 'lnbc1qqq' }],
  [
    'solana:https%3A%2F%2Fexample.com%2Fpay',
    { kind: 'solana-pay-request', to: 'https://example.com/pay' },
  ],
  [
    'bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdx',
    { problems: [expect.stringContaining('checksum')] },
  ],
  [
    'bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa?amount=1&amount=2',
    { amount: '1', problems: [expect.stringContaining('twice')] },
  ],
])('the link %s is parsed', async (uri, told) => {
  expect(await run(paymentUriParse, { uri })).toMatchObject(told)
})

test('a SEPA QR code has the lines of the EPC069-12 guideline', async () => {
  const { payload } = await run<{ payload: string }>(sepaQr, {
    name: 'Wikimedia Foerdergesellschaft',
    iban: 'DE33 1002 0500 0001 1947 00',
    bic: 'bfswde33ber',
    amount: 123.4,
    reference: 'RF18 5390 0754 7034',
  })
  expect(payload.split('\n')).toEqual([
    'BCD',
    '002',
    '1',
    'SCT',
    'BFSWDE33BER',
    'Wikimedia Foerdergesellschaft',
    'DE33100205000001194700',
    'EUR123.40',
    '',
    'RF18539007547034',
  ])
})

test.each([
  [{ iban: 'DE89370400440532013001' }, 'iban: '],
  [{ iban: 'BR1800360305000010009795493C1' }, 'iban: '],
  [{ amount: 1.005 }, 'amount: '],
  [{ reference: 'RF19539007547034' }, 'reference: '],
  [{ reference: 'RF18539007547034', text: 'a' }, 'text: '],
  [{ bic: 'ABC' }, 'bic: '],
])('sepa-qr refuses %j', async (change, said) => {
  const input = { name: 'A', iban: 'DE89370400440532013000', amount: 1, ...change }
  await expect(run(sepaQr, input)).rejects.toThrow(said)
})
