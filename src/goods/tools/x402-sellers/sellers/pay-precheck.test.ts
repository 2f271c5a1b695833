/** @module-tag long */
import { expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import payPrecheck from './pay-precheck.ts'

const OFFER = {
  scheme: 'exact',
  network: 'eip155:8453',
  amount: '10000',
  payTo: '0x1111111111111111111111111111111111111111',
  maxTimeoutSeconds: 60,
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  extra: { name: 'USD Coin', version: '2' },
}
const quote = (...offers: readonly object[]) => ({
  x402Version: 2,
  resource: {
    url: 'https://api.example.com/report',
    description: 'A report',
    mimeType: 'text/plain',
  },
  accepts: offers.map((offer) => ({ ...OFFER, ...offer })),
})
const FAKE = { asset: '0x2222222222222222222222222222222222222222' }
const LISTED = { payTo: '0x8589427373d6d84e98730d7795d8f6f8731fda16' }

test.each<[string, object, string, RegExp]>([
  ['a seller that nobody knows', { offer: quote({}) }, 'ask', /index does not know/],
  ['a payee under sanctions', { offer: quote(LISTED) }, 'refuse', /OFAC/],
  ['another payee under sanctions', { offer: quote({}, LISTED) }, 'refuse', /OFAC/],
  ['a token that is no stablecoin', { offer: quote(FAKE) }, 'refuse', /none of the stablecoins/],
  ['a price beyond the limit', { offer: quote({}), maxUsd: 0.005 }, 'refuse', /more than \$0.005/],
  ['no offer on the network', { offer: quote({}), network: 'polygon' }, 'refuse', /polygon/],
  ['no offer at all', { offer: quote() }, 'refuse', /no offer/],
  ['a payee that is no address', { offer: quote({ payTo: 'me' }) }, 'refuse', /payTo/],
])('%s', async (_, input, decision, reason) => {
  const told = await runExample(payPrecheck, input as never)
  expect(told['decision']).toBe(decision)
  expect((told['reasons'] as string[])[0]).toMatch(reason)
})

test('the cheapest offer that can be paid is looked at, and all are told', async () => {
  const offer = quote(FAKE, { amount: '20000' }, { amount: '9000' })
  expect(await runExample(payPrecheck, { offer })).toMatchObject({
    decision: 'ask',
    asset: { symbol: 'USDC', genuine: true },
    offers: [
      { ok: false, amountUsd: null },
      { ok: true, amountUsd: 0.02 },
      { ok: true, amountUsd: 0.009 },
    ],
    payTo: { sanctioned: false, firstSeenIso: null, settlements: null },
    priceVsMarket: null,
  })
})

test('a header is read as its body', async () => {
  const offer = Buffer.from(JSON.stringify(quote(LISTED))).toString('base64')
  expect(await runExample(payPrecheck, { offer })).toMatchObject({ decision: 'refuse' })
})

test.each([
  [{}, /^url:/],
  [{ offer: 'eyJzdWNjZXNzIjp0cnVlfQ==' }, /^offer:/],
  [{ offer: [] }, /^offer:/],
  [{ offer: quote({}), network: 'nowhere' }, /^network:/],
])('refused %#', async (input, message) => {
  await expect(runExample(payPrecheck, input as never)).rejects.toMatchObject({
    code: 'bad_input',
    message: expect.stringMatching(message),
  })
})
