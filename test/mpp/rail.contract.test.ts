import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { usdOf } from '../../src/base/core/money.ts'
import type { Quote } from '../../src/selling/payments/rail.ts'
import { BUYER_KEYS } from '../support/buyer.ts'
import { MINUTE } from '../support/clock.ts'
import {
  base64url,
  evmMethod,
  readBase64url,
  tamperedMpp,
  tempoMethod,
  wireOf,
  type PayingMethod,
  type Wire,
} from '../support/mpp-buyer.ts'
import {
  openEvmStall,
  openMppMarket,
  openTempoStall,
  payFrom,
  type MppMarket,
  type MppStall,
} from '../support/mpp-stalls.ts'
import { railContract, type Refused, type Refusals } from '../support/rail-contract.ts'
import { requestWith } from '../support/requests.ts'
import { QUOTE, toolNamed, type Stall } from '../support/stalls.ts'

type Make = (stall: Stall) => Promise<Refused>

const POOR_KEY = `0x${'77'.repeat(32)}` as const
const SOMEBODY = `0x${'2'.repeat(40)}`
const OTHER_ROUTE: Quote = { tool: toolNamed('fixture-echo'), amount: QUOTE.amount }
const DEARER: Quote = { ...QUOTE, amount: usdOf(QUOTE.amount + 1) }
const WALLET: Quote = {
  tool: toolNamed('fixture-wallet'),
  amount: toolNamed('fixture-wallet').price,
}
const SLOW: Quote = { tool: toolNamed('fixture-slow'), amount: toolNamed('fixture-slow').price }

let market: MppMarket
beforeAll(async () => {
  market = await openMppMarket()
})
afterAll(() => market.close())

const altered =
  (change: (wire: Wire) => void): Make =>
  async ({ pay }) => ({ headers: tamperedMpp(await pay(QUOTE), change), quote: QUOTE })

/** The terms, changed under the id that was issued for others. */
const reworded = (change: (terms: Record<string, unknown>) => void): Make =>
  altered(({ challenge }) => {
    const terms = readBase64url(String(challenge['request'])) as Record<string, unknown>
    change(terms)
    challenge['request'] = base64url(terms)
  })

/** An authentic challenge of a service that differs in something, paid in full. */
const issuedBy =
  (payer: () => PayingMethod, changes: Parameters<MppStall['railWith']>[0], asked = QUOTE): Make =>
  async (stall) => {
    const rail = (stall as MppStall).railWith(changes)
    return { headers: await payFrom(payer(), rail, asked), quote: QUOTE }
  }

const raw =
  (text: string): Make =>
  async () => ({ headers: { authorization: text }, quote: QUOTE })

/** What no method takes. */
const refusals = (payer: () => PayingMethod): Refusals => ({
  'nothing at all': raw('Payment'),
  garbage: raw('Payment garbage'),
  'what is no credential': raw(`Payment ${base64url({ challenge: {}, payload: {} })}`),
  'what is too long': raw(`Payment ${base64url({ challenge: { id: 'x'.repeat(20_000) } })}`),
  'another price': async ({ pay }) => ({ headers: await pay(QUOTE), quote: DEARER }),
  'another route': async ({ pay }) => ({ headers: await pay(OTHER_ROUTE), quote: QUOTE }),
  'another realm': issuedBy(payer, { baseUrl: 'http://other.example' }),
  'another id': altered(({ challenge }) => (challenge['id'] = 'A'.repeat(43))),
  'a longer life': altered(({ challenge }) => (challenge['expires'] = '2099-01-01T00:00:00.000Z')),
  'no expiry': altered(({ challenge }) => delete challenge['expires']),
  'no scope': altered(({ challenge }) => delete challenge['opaque']),
  'another method': altered(({ challenge }) => (challenge['method'] = 'lightning')),
  'another intent': altered(({ challenge }) => (challenge['intent'] = 'session')),
  'a price that it claims': reworded((terms) => (terms['amount'] = '1')),
  'a recipient that it claims': reworded((terms) => (terms['recipient'] = SOMEBODY)),
  'a currency that it claims': reworded((terms) => (terms['currency'] = SOMEBODY)),
  'no payload': altered((wire) => (wire.payload = {})),
  'what was settled': async ({ rail, pay }) => {
    const headers = await pay(QUOTE)
    const credential = rail.claim({ header: (name: string) => headers[name as never] } as never)!
    await rail.settle(await rail.verify(credential, QUOTE, rail.inspect(credential, QUOTE)))
    return { headers, quote: DEARER }
  },
})

const evmPayer = () => evmMethod(market.sandbox)
const tempoPayer = () => tempoMethod(market.sandbox.tempoRpcUrl)
const anotherTempoPayer = () => tempoMethod(market.sandbox.tempoRpcUrl, BUYER_KEYS[1])

describe('evm', () => {
  const signedOver = (field: string, value: string) =>
    altered(({ payload }) => (payload[field] = value))

  railContract(() => openEvmStall(market), {
    ...refusals(evmPayer),
    'less money': signedOver('value', '2999'),
    'another payee': signedOver('to', SOMEBODY),
    'another payer': signedOver('from', SOMEBODY),
    'a nonce of its own': signedOver('nonce', `0x${'3'.repeat(64)}`),
    'a transfer that lives longer': signedOver('validBefore', '9999999999'),
    'what is not valid yet': signedOver('validAfter', '9999999999'),
    'a transfer that has ended': signedOver('validBefore', '1'),
    'another signature': signedOver('signature', `0x${'11'.repeat(65)}`),
    'a source that did not sign': altered(
      (wire) => (wire.source = `did:pkh:eip155:84532:${SOMEBODY}`),
    ),
    'a challenge that has expired': issuedBy(evmPayer, { now: () => Date.now() - 5 * MINUTE }),
    'a hash': signedOver('type', 'hash'),
    'an empty wallet': async ({ rail }) => ({
      headers: await payFrom(evmMethod(market.sandbox, POOR_KEY), rail, QUOTE),
      quote: QUOTE,
    }),
    'the transfer of another challenge': async ({ pay }) => {
      const other = wireOf(await pay(QUOTE))
      const headers = tamperedMpp(await pay(QUOTE), (wire) => (wire.payload = other.payload))
      return { headers, quote: QUOTE }
    },
  })

  test.each([
    ['to', SOMEBODY, 'it pays somebody else'],
    ['value', '1', 'it pays another amount'],
    ['nonce', `0x${'3'.repeat(64)}`, 'it is not bound to this challenge'],
    ['validAfter', '9999999999', 'it is not valid yet'],
    ['type', 'hash', 'the payload is not of a kind that this method takes'],
  ])('says what is wrong with %s, without asking anybody', async (field, value, says) => {
    const { cutOff, pay, close } = await openEvmStall(market)
    const headers = tamperedMpp(await pay(QUOTE), ({ payload }) => (payload[field] = value))
    const credential = cutOff.claim(requestWith(headers))!
    expect(() => cutOff.inspect(credential, QUOTE)).toThrow(`MPP: ${says}`)
    await close()
  })

  test('is open for slow tools, and for those that belong to a wallet', async () => {
    const { rail, close } = await openEvmStall(market)
    expect([WALLET, SLOW].map((quote) => rail.challenge(quote).headers.length)).toEqual([1, 1])
    await close()
  })
})

describe('tempo', () => {
  railContract(() => openTempoStall(market), {
    ...refusals(tempoPayer),
    'a signature that lives for seconds only': issuedBy(tempoPayer, {
      now: () => Date.now() - 5 * MINUTE + 5_000,
    }),
    'a transaction that was sent already': altered(
      (wire) => (wire.payload = { type: 'hash', hash: `0x${'4'.repeat(64)}` }),
    ),
    'a proof of nothing': altered(({ payload }) => (payload['type'] = 'proof')),
    'a transaction that cannot be read': altered(
      ({ payload }) => (payload['signature'] = '0x76f9'),
    ),
    'a transaction of another kind': altered(({ payload }) => (payload['signature'] = '0x02c0')),
    'the transaction of another challenge': async ({ rail, pay }) => {
      const other = wireOf(await payFrom(anotherTempoPayer(), rail, QUOTE))
      const headers = tamperedMpp(await pay(QUOTE), (wire) => (wire.payload = other.payload))
      return { headers, quote: QUOTE }
    },
    'an empty wallet': async ({ rail }) => {
      const poor = tempoMethod(market.sandbox.tempoRpcUrl, POOR_KEY)
      return { headers: await payFrom(poor, rail, QUOTE), quote: QUOTE }
    },
  })

  test('is closed for slow tools, and for those that belong to a wallet', async () => {
    const { rail, close } = await openTempoStall(market)
    expect([WALLET, SLOW].map(({ tool }) => rail.accepts(tool))).toEqual([false, false])
    expect(rail.accepts(QUOTE.tool)).toBe(true)
    await close()
  })
})
