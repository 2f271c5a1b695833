/** @module-tag long */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../support/calls.ts'
import { ODD, places, withValue } from '../support/odd-values.ts'
import { createPermitBuyer } from '../support/permit-buyer.ts'
import { openShop, type Shop } from '../support/x402-shop.ts'

/** Payments whose fields are of the wrong kind: the buyer's mistake, whoever would check them. */
let shop: Shop

beforeAll(async () => {
  shop = await openShop({ permit2: true }, { settings: { REFUSALS_PER_MINUTE: '100000' } })
})
afterAll(() => shop.close())

type Headers = Readonly<Record<string, string>>
const changed = (
  payment: unknown,
  path: readonly string[],
  odd: (typeof ODD)[number],
): Headers => ({
  'payment-signature': Buffer.from(JSON.stringify(withValue(payment, path, odd))).toString(
    'base64',
  ),
})

const decoded = (headers: Headers): Record<string, unknown> =>
  JSON.parse(Buffer.from(String(headers['payment-signature']), 'base64').toString('utf8'))

const PAYERS: Readonly<Record<string, () => Promise<Headers>>> = {
  'a plain wallet': async () =>
    shop.pay(await shop.chain.wallet('plain shapes'), 'fixture-echo', { text: 'x' }),
  'a wallet that is a contract': async () =>
    shop.pay(await shop.chain.contractWallet('contract shapes', { agrees: true }), 'fixture-echo', {
      text: 'x',
    }),
  'a permit': async () => {
    const buyer = await createPermitBuyer(shop.chain, 'permit shapes', 'exact')
    return buyer.payFor(shop.service(), '/api/fixture-echo', { text: 'x' })
  },
}

describe.each(Object.entries(PAYERS))('a payment of %s', (_, pay) => {
  test('with any one field of another kind is refused or good, and never our failure', async () => {
    const payment = { extensions: {}, resource: {}, ...decoded(await pay()) }
    const wrong: unknown[] = []
    for (const path of places(payment)) {
      for (const odd of ODD) {
        const heard = await call(shop.service(), '/api/fixture-echo', {
          body: { text: 'x' },
          headers: changed(payment, path, odd),
        })
        if (heard.status >= 500 || heard.status === 429)
          wrong.push([path.join('.'), odd, heard.status, heard.body['error']])
      }
    }
    expect(wrong).toEqual([])
  }, 120_000)
})
