import { expect, test } from 'vitest'
import { readUnpaid } from './unpaid.ts'

const NOW = Date.parse('2026-01-01T00:00:00Z')
const OFFER = {
  scheme: 'exact',
  network: 'base',
  maxAmountRequired: '10000',
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  payTo: '0x2222222222222222222222222222222222222222',
  maxTimeoutSeconds: 60,
  extra: { name: 'USD Coin', version: '2' },
}
const OLD = { x402Version: 1, error: 'pay', accepts: [OFFER] }
const answered = (status: number, headers: Record<string, string>, body: unknown = {}) =>
  readUnpaid(
    { status, headers: new Headers(headers), bytes: Buffer.from(JSON.stringify(body)) },
    NOW,
  )

test('a quote of version 1 is read from the body', () => {
  const { version, cheapest, problems } = answered(402, {}, OLD)
  expect([version, cheapest?.amount, cheapest?.network]).toEqual([1, '0.01', 'base'])
  expect(problems).toEqual(['x402Version: is the old version; buyers of today speak 2'])
})

test.each([
  [200, {}, {}, 'it answers 200 without a payment, and not 402'],
  [402, {}, { hello: 1 }, 'it answers 402 without a quote of x402 or MPP that can be read'],
  [402, { 'payment-required': 'e30' }, {}, 'PAYMENT-REQUIRED: holds no quote'],
  [
    402,
    { 'www-authenticate': 'Payment id="a"' },
    {},
    'mpp[0]: realm is missing, and a challenge must have it',
  ],
])('%i with %j %j', (status, headers, body, problem) => {
  expect(answered(status, headers, body).problems).toContain(problem)
})
