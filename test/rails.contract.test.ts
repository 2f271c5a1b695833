import { decodePaymentRequiredHeader } from '@x402/core/http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { usdOf } from '../src/base/core/money.ts'
import type { Quote } from '../src/selling/payments/rail.ts'
import {
  BUYER_KEYS,
  createBuyer,
  tampered,
  unsolved,
  type TamperedPayload,
} from './support/buyer.ts'
import { MINUTE } from './support/clock.ts'
import { railContract, type Refusals } from './support/rail-contract.ts'
import { requestWith } from './support/requests.ts'
import {
  openConnectorStall,
  openCreditsStall,
  openFreeStall,
  openMarket,
  openOwnStall,
  openPowStall,
  openRemoteStall,
  QUOTE,
  toolNamed,
  type Market,
  type Stall,
} from './support/stalls.ts'

const DEARER: Quote = { ...QUOTE, amount: usdOf(QUOTE.amount + 1) }
const LISTED: Quote = { tool: toolNamed('fixture-echo'), amount: toolNamed('fixture-echo').price }

describe('free', () => {
  railContract(openFreeStall, {})

  test('is open for every call, and requires nothing', async () => {
    const { rail, close } = await openFreeStall()
    expect(rail.challenge(QUOTE)).toMatchObject({ headers: [], body: {} })
    expect(rail.accepts(toolNamed('fixture-stranger'))).toBe(true)
    await close()
  })
})

describe('the connector', () => {
  railContract(openConnectorStall, {
    'a pass that somebody else has made': async () => ({
      headers: { 'x-pass': 'forged' },
      quote: QUOTE,
    }),
    'a tool that is not pure': async ({ pay }) => ({
      headers: await pay(QUOTE),
      quote: { ...QUOTE, tool: toolNamed('fixture-stranger') },
    }),
  })

  test('is never offered, because no message can hold its pass', async () => {
    const { rail, close } = await openConnectorStall()
    expect(rail.accepts(toolNamed('fixture-echo'))).toBe(false)
    expect(rail.challenge(QUOTE)).toMatchObject({ headers: [], body: {} })
    await close()
  })
})

const work = async ({ pay }: Stall) => String((await pay(QUOTE))['x-pow-solution'])
const solution = (text: string) => ({ headers: { 'x-pow-solution': text }, quote: QUOTE })

describe('proof of work', () => {
  railContract(openPowStall, {
    garbage: async () => solution('garbage'),
    'work for another tool': async ({ pay }) => ({ headers: await pay(LISTED), quote: QUOTE }),
    'too little work': async (stall) => {
      const [token = ''] = (await work(stall)).split(':')
      const [challenge = '', , difficulty] = token.split('.')
      const puzzle = { challenge, difficulty: Number(difficulty), token }
      return { headers: unsolved(puzzle), quote: QUOTE }
    },
    'a token that was changed': async (stall) => solution(`x${await work(stall)}`),
    'a tool that is not pure': async (stall) => {
      const tool = toolNamed('fixture-stranger')
      return { headers: await stall.pay({ tool, amount: tool.price }), quote: { ...QUOTE, tool } }
    },
    'what has expired': async (stall) => {
      const headers = await stall.pay(QUOTE)
      stall.clock.advance(6 * MINUTE)
      return { headers, quote: QUOTE }
    },
  })

  test('is open for pure tools, and names the endpoint of challenges', async () => {
    const { rail, close } = await openPowStall()
    const url = 'http://shop.example/api/pow/challenge?slug=fixture-quoted'
    const { headers, body } = rail.challenge(QUOTE)
    expect(headers).toEqual([['x-pow-challenge', url]])
    expect(body).toMatchObject({ altPayment: { protocol: 'proof-of-work', challengeUrl: url } })
    expect(rail.accepts(QUOTE.tool)).toBe(true)
    expect(rail.accepts(toolNamed('fixture-stranger'))).toBe(false)
    await close()
  })
})

describe('credits', () => {
  const wallet = toolNamed('fixture-wallet')

  railContract(openCreditsStall, {
    'an unknown key': async () => ({
      headers: { authorization: 'Bearer fbx_nobody' },
      quote: QUOTE,
    }),
    'a key of another kind': async () => ({
      headers: { authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9' },
      quote: QUOTE,
    }),
    'more than there is': async ({ pay }) => ({
      headers: await pay(QUOTE),
      quote: { ...QUOTE, amount: usdOf(10_000_001) },
    }),
    'a tool that belongs to a wallet': async ({ pay }) => ({
      headers: await pay(QUOTE),
      quote: { tool: wallet, amount: wallet.price },
    }),
  })

  test('is open for tools that are not wallet-bound, and adds nothing to a 402', async () => {
    const { rail, close } = await openCreditsStall()
    expect(rail.challenge(QUOTE)).toMatchObject({ headers: [], body: {} })
    expect(rail.accepts(toolNamed('fixture-stranger'))).toBe(true)
    expect(rail.accepts(wallet)).toBe(false)
    await close()
  })
})

const altered =
  (change: (payload: TamperedPayload) => void) =>
  async ({ pay }: Stall) => ({ headers: tampered(await pay(QUOTE), change), quote: QUOTE })
const signedOver = (field: string, value: string) =>
  altered(({ payload }) => (payload.authorization[field] = value))

describe('x402', () => {
  let market: Market

  beforeAll(async () => {
    market = await openMarket()
  })
  afterAll(() => market.close())

  const refusals: Refusals = {
    garbage: async () => ({ headers: { 'payment-signature': 'garbage' }, quote: QUOTE }),
    'what is too long': async () => ({
      headers: { 'payment-signature': 'a'.repeat(20_000) },
      quote: QUOTE,
    }),
    'another price': async ({ pay }) => ({ headers: await pay(QUOTE), quote: DEARER }),
    'another price that it claims': altered(({ accepted }) => (accepted['amount'] = '1')),
    'another network': altered(({ accepted }) => (accepted['network'] = 'eip155:8453')),
    'another token': altered(({ accepted }) => (accepted['asset'] = `0x${'1'.repeat(40)}`)),
    'another scheme': altered(({ accepted }) => (accepted['scheme'] = 'upto')),
    'less money': signedOver('value', '2999'),
    'another payee': signedOver('to', `0x${'2'.repeat(40)}`),
    'another payer': signedOver('from', createBuyer(BUYER_KEYS[1]).address),
    'another nonce': signedOver('nonce', `0x${'3'.repeat(64)}`),
    'a longer life': signedOver('validBefore', '9999999999'),
    'another signature': altered(({ payload }) => (payload.signature = `0x${'11'.repeat(65)}`)),
    'half a signature': altered(({ payload }) => (payload.signature = '0x1122')),
    'no signature': altered(({ payload }) => (payload.signature = '')),
    'what is not valid yet': signedOver('validAfter', '9999999999'),
    'what has expired': signedOver('validBefore', '1'),
    'an empty wallet': async ({ rail }) => {
      const [, header = ''] = rail.challenge(QUOTE).headers[0] ?? []
      const poor = createBuyer(`0x${'77'.repeat(32)}`)
      return { headers: await poor.sign(decodePaymentRequiredHeader(header)), quote: QUOTE }
    },
    'what was settled': async ({ rail, pay }) => {
      const headers = await pay(QUOTE)
      const credential = rail.claim(requestWith(headers))!
      await rail.settle(await rail.verify(credential, QUOTE, rail.inspect(credential, QUOTE)))
      return { headers, quote: QUOTE }
    },
  }

  describe('settled here', () => railContract(() => openOwnStall(market), refusals))
  describe('settled elsewhere', () => railContract(() => openRemoteStall(market), refusals))

  test('its challenge is one object, in the header and in the body', async () => {
    const { rail, close } = await openOwnStall(market)
    const { headers, body } = rail.challenge(QUOTE, { type: 'verification-failed', detail: 'No.' })
    const [[name, value] = []] = headers
    expect(name).toBe('payment-required')
    expect(decodePaymentRequiredHeader(value ?? '')).toEqual(body)
    expect(body).toMatchObject({
      x402Version: 2,
      error: 'No.',
      resource: { url: 'http://shop.example/api/fixture-quoted' },
      accepts: [
        {
          scheme: 'exact',
          network: market.sandbox.network.id,
          amount: '3000',
          asset: market.sandbox.network.asset,
          payTo: market.sandbox.payTo,
          maxTimeoutSeconds: expect.any(Number),
          extra: market.sandbox.network.domain,
        },
      ],
    })
    await close()
  })

  test('it is open for every tool, also wallet-bound ones', async () => {
    const { rail, close } = await openOwnStall(market)
    for (const slug of ['fixture-wallet', 'fixture-stranger', 'fixture-slow'])
      expect(rail.accepts(toolNamed(slug))).toBe(true)
    await close()
  })

  test('a payment that cannot be checked is answered with 503, not refused', async () => {
    const { cutOff, pay, close } = await openOwnStall(market)
    const headers = await pay(QUOTE)
    const credential = cutOff.claim(requestWith(headers))!
    const good = cutOff.inspect(credential, QUOTE)
    await expect(cutOff.verify(credential, QUOTE, good)).rejects.toMatchObject({
      code: 'upstream_unreachable',
    })
    await close()
  })
})
