import { expect, test } from 'vitest'
import { readPayment } from './payment.ts'

const PAYER = `0x${'11'.repeat(20)}`
const OFFER = {
  scheme: 'exact',
  network: 'eip155:8453',
  amount: '1000',
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  payTo: PAYER,
  maxTimeoutSeconds: 60,
  extra: { name: 'USD Coin', version: '2' },
}
const QUOTE = { x402Version: 2, accepts: [OFFER], resource: { url: 'https://a.example/x' } }
const SIGNED = {
  from: PAYER,
  to: PAYER,
  value: '1000',
  validAfter: '0',
  validBefore: '1767225650',
  nonce: `0x${'33'.repeat(32)}`,
}

test.each(['value', 'validAfter', 'validBefore'])(
  'a number beyond 256 bits as %s is an error of the payment, not of the offer',
  async (name) => {
    const authorization = { ...SIGNED, [name]: '9'.repeat(78) }
    const payload = { signature: `0x${'22'.repeat(65)}`, authorization }
    const payment = { x402Version: 2, accepted: OFFER, payload }
    const { flaws } = await readPayment(payment, QUOTE, Date.parse('2026-01-01T00:00:00Z'))
    expect(flaws).toEqual([
      {
        path: `payment.payload.authorization.${name}`,
        message: 'is missing or not of its form',
        severity: 'error',
      },
    ])
  },
)
