import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from '@x402/core/http'
import type { PaymentRequired } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../../src/outside/net/request.ts'
import { rpc } from '../../src/service/sandbox/anvil.ts'
import type { Sandbox } from '../../src/service/sandbox/sandbox.ts'
import { balanceOf, plantToken } from '../../src/service/sandbox/token.ts'
import { bearer, BUYER_KEYS, createBuyer, tampered, workFor, unnamed } from '../support/buyer.ts'
import { atOnce, call, type CallAnswer } from '../support/calls.ts'
import { createFixtures } from '../support/fixture-tools.ts'
import { openTestService, type TestService } from '../support/service.ts'

type Headers = Readonly<Record<string, string>>

/** What a completed job keeps. */
interface Kept {
  readonly headers: { readonly 'payment-response': string }
  readonly body: unknown
}

const PRICE = 1_000n
const STRANGER_KEY = `0x${'77'.repeat(32)}` as const

const buyer = createBuyer()
const fixtures = createFixtures()
const client = createClient({ policy: 'trusted' })
let service: TestService
let sandbox: Sandbox

beforeAll(async () => {
  service = await openTestService({ tools: fixtures.tools, settings: { SANDBOX: 'true' } })
  sandbox = service.sandbox!
})
afterAll(async () => {
  await client.close()
  await service.stop()
})

const ECHO = { body: { text: 'hi' } }
const echo = (headers: Headers, text = 'hi') =>
  call(service, '/api/fixture-echo', { body: { text }, headers })
const payment = () => buyer.payFor(service, '/api/fixture-echo', ECHO)
const held = (address: string) => balanceOf(client, sandbox.rpcUrl, sandbox.network.asset, address)
const received = () => held(sandbox.payTo)
const receiptOf = ({ headers }: CallAnswer) =>
  decodePaymentResponseHeader(String(headers['payment-response']))
const quoteOf = ({ headers }: CallAnswer): PaymentRequired =>
  decodePaymentRequiredHeader(String(headers['payment-required']))

describe('a quote', () => {
  test('is the same in the header and in the body', async () => {
    const heard = await call(service, '/api/fixture-echo', ECHO)
    expect(heard.status).toBe(402)
    expect(heard.body).toMatchObject({ ...quoteOf(heard) })
    expect(heard.body).toMatchObject({ x402Version: 2, error: 'Payment required' })
    expect(quoteOf(heard).accepts[0]).toMatchObject({
      scheme: 'exact',
      network: sandbox.network.id,
      amount: String(PRICE),
      asset: sandbox.network.asset,
      payTo: sandbox.payTo,
    })
  })

  test('is in the headers of HEAD too', async () => {
    const head = await call(service, '/api/fixture-query?q=a', { method: 'HEAD' })
    const get = await call(service, '/api/fixture-query?q=a')
    expect(head.headers['payment-required']).toBe(get.headers['payment-required'])
  })

  test.each([
    [{ words: 3 }, '3000'],
    [{ words: 'many' }, '1000'],
    ['{"words":', '1000'],
    ['', '1000'],
  ])('is made from the request if it can be read: %j', async (body, amount) => {
    const heard = await call(service, '/api/fixture-quoted', { method: 'POST', body })
    expect(quoteOf(heard).accepts[0]?.amount).toBe(amount)
  })
})

describe('a payment', () => {
  test('by the stock client moves the price once, and has a receipt', async () => {
    const account = privateKeyToAccount(BUYER_KEYS[0])
    const wallet = new x402Client().register('eip155:*', new ExactEvmScheme(account))
    const [before, mine] = [await received(), await held(account.address)]
    const answer = await wrapFetchWithPayment(fetch, wallet)(`${service.url}/api/hash`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'hi' }),
    })
    expect(answer.status).toBe(200)
    expect(await received()).toBe(before + PRICE)
    expect(await held(account.address)).toBe(mine - PRICE)
    const receipt = decodePaymentResponseHeader(answer.headers.get('payment-response') ?? '')
    expect(receipt).toMatchObject({ success: true, network: sandbox.network.id })
    const mined = await rpc(client, sandbox.rpcUrl, 'eth_getTransactionReceipt', [
      receipt.transaction,
    ])
    expect(mined).toMatchObject({ status: '0x1' })
  })

  test('is recorded as a sale with its wallet and its transaction', async () => {
    const heard = await echo(await payment())
    const sold = (await service.sales()).find(
      ({ callId }) => callId === heard.headers['x-request-id'],
    )
    expect(sold).toMatchObject({
      rail: 'x402',
      amount: Number(PRICE),
      payer: buyer.address.toLowerCase(),
      network: sandbox.network.id,
      reference: receiptOf(heard).transaction,
    })
  })

  test('is not used up by bad input', async () => {
    const [paid, before] = [await payment(), await received()]
    const refused = await call(service, '/api/fixture-echo', { body: {}, headers: paid })
    expect(refused.status).toBe(400)
    expect(await received()).toBe(before)
    expect((await echo(paid)).status).toBe(200)
    expect(await received()).toBe(before + PRICE)
  })

  test('is not used up by a failing tool', async () => {
    const failing = { body: { code: 'upstream_failed' } }
    const paid = await buyer.payFor(service, '/api/fixture-fault', failing)
    const before = await received()
    const heard = await call(service, '/api/fixture-fault', { ...failing, headers: paid })
    expect(heard.status).toBe(502)
    expect(heard.headers['payment-response']).toBeUndefined()
    expect(await received()).toBe(before)
    expect((await echo(paid)).body['error']).toMatch(/names another tool/)
    expect((await echo(unnamed(paid))).status).toBe(200)
  })

  test('gives a wallet-bound tool the wallet that paid', async () => {
    const paid = await buyer.payFor(service, '/api/fixture-wallet', { body: {} })
    const { body } = await call(service, '/api/fixture-wallet', { body: {}, headers: paid })
    expect(body['wallet']).toBe(buyer.address.toLowerCase())
  })

  test('may come under the older name of its header', async () => {
    const { 'payment-signature': signature = '' } = await payment()
    expect((await echo({ 'x-payment': signature })).status).toBe(200)
  })

  test('must be the quote of the request', async () => {
    const asked = { body: { words: 5 } }
    const before = await received()
    const least = await buyer.payFor(service, '/api/fixture-quoted', { body: { words: 1 } })
    const refused = await call(service, '/api/fixture-quoted', { ...asked, headers: least })
    expect(refused.status).toBe(402)
    expect(quoteOf(refused).accepts[0]?.amount).toBe('5000')
    const paid = await buyer.sign(quoteOf(refused))
    expect((await call(service, '/api/fixture-quoted', { ...asked, headers: paid })).status).toBe(
      200,
    )
    expect(await received()).toBe(before + 5_000n)
  })
})

describe('one payment, sent 20 times at once', () => {
  test('runs the tool once, is answered once, and moves money once', async () => {
    const asked = { body: { gate: 'twenty' } }
    const headers = await buyer.payFor(service, '/api/fixture-gate', asked)
    const before = await received()
    let answered = 0
    const heard = await atOnce(20, async () => {
      const one = await call(service, '/api/fixture-gate', { ...asked, headers })
      answered += 1
      if (answered === 19) fixtures.open('twenty')
      return one
    })
    expect(fixtures.runs('fixture-gate')).toBe(1)
    expect(await received()).toBe(before + PRICE)
    expect(heard.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, headers } of heard.filter(({ status }) => status !== 200)) {
      expect(status).toBe(409)
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    }
  })

  test('with different requests answers one of them', async () => {
    const headers = await payment()
    const before = await received()
    const runs = fixtures.runs('fixture-echo')
    const heard = await atOnce(20, (at) => echo(headers, `question ${at}`))
    expect(heard.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(fixtures.runs('fixture-echo')).toBe(runs + 1)
    expect(await received()).toBe(before + PRICE)
  })
})

describe('a payment that was settled', () => {
  test('replays its answer under the same key, with its receipt', async () => {
    const headers = { ...(await payment()), 'idempotency-key': 'the same' }
    const first = await echo(headers)
    const before = await received()
    const again = await echo(headers)
    expect(again.status).toBe(200)
    expect(again.text).toBe(first.text)
    expect(again.headers['x-idempotent-replay']).toBe('true')
    expect(again.headers['payment-response']).toBe(first.headers['payment-response'])
    expect(await received()).toBe(before)
  })

  test.each([
    ['the same question', '/api/fixture-echo', { text: 'hi' }],
    ['another question', '/api/fixture-echo', { text: 'ho' }],
    ['another tool of that price', '/api/fixture-gate', {}],
  ])('pays for nothing else: %s', async (_what, path, body) => {
    const headers = await payment()
    await echo(headers)
    const heard = await call(service, path, { body, headers: unnamed(headers) })
    expect(heard.status).toBe(402)
    expect(heard.body['error']).toMatch(/used already/)
    expect(quoteOf(heard).error).toMatch(/used already/)
  })

  test('gives nothing to a stranger who has seen it on the chain', async () => {
    const headers = await payment()
    await echo(headers)
    for (const signature of [`0x${'11'.repeat(65)}`, `0x${'11'.repeat(65)}${'6492'.repeat(16)}`]) {
      const forged = tampered(headers, ({ payload }) => (payload.signature = signature))
      const heard = await echo(forged)
      expect(heard.status).toBe(402)
      expect(heard.body['text']).toBeUndefined()
    }
  })
})

test.each(['', '00', '11'.repeat(64), '11'.repeat(500)])(
  'a signature that only ends as one of a wallet to come is refused: %#',
  async (text) => {
    const key = { 'idempotency-key': `wrapped in ${text.length}` }
    expect((await echo({ ...(await payment()), ...key })).status).toBe(200)
    const forged = tampered(await payment(), ({ payload }) => {
      payload.signature = `${text === '' ? payload.signature : `0x${text}`}${'6492'.repeat(16)}`
    })
    const [heard, keyed] = [await echo(forged), await echo({ ...forged, ...key })]
    expect([heard.status, heard.body['error'], keyed.status]).toEqual([
      402,
      expect.stringContaining('invalid_exact_evm_signature'),
      402,
    ])
  },
)

describe('a settlement that fails', () => {
  test('is a 402 with its receipt; nothing is kept, and it may be sent again', async () => {
    const poor = createBuyer(BUYER_KEYS[1])
    const give = (amount: bigint) =>
      plantToken(client, sandbox.rpcUrl, sandbox.network, { [poor.address]: amount })
    const asked = { body: { gate: 'drained' } }
    const paid = await poor.payFor(service, '/api/fixture-gate', asked)
    const headers = { ...paid, 'idempotency-key': 'drained' }
    const [before, sold] = [await received(), (await service.sales()).length]
    const answer = call(service, '/api/fixture-gate', { ...asked, headers })
    await fixtures.reached('drained')
    await give(0n)
    fixtures.open('drained')

    const refused = await answer
    expect(refused.status).toBe(402)
    expect(refused.body['done']).toBeUndefined()
    expect(refused.body['error']).toMatch(/^Settlement refused: [a-z_]+\.$/)
    expect(receiptOf(refused)).toMatchObject({ success: false, transaction: '' })
    const schemes = quoteOf(refused).accepts.map(({ scheme }) => scheme)
    expect(schemes).toEqual(['exact', 'batch-settlement'])
    expect(await received()).toBe(before)
    expect(await service.sales()).toHaveLength(sold)

    await give(1_000_000n)
    const again = await call(service, '/api/fixture-gate', { ...asked, headers })
    expect(again.status).toBe(200)
    expect(again.headers['x-idempotent-replay']).toBeUndefined()
    expect(await received()).toBe(before + PRICE)
  })
})

describe('a job', () => {
  test('moves money when it has completed, and keeps the receipt', async () => {
    const asked = { body: { gate: 'job' } }
    const paid = await buyer.payFor(service, '/api/fixture-slow', asked)
    const headers = { ...paid, prefer: 'respond-async' }
    const before = await received()
    const accepted = await call(service, '/api/fixture-slow', { ...asked, headers })
    expect(accepted.status).toBe(202)
    await fixtures.reached('job')
    expect(await received()).toBe(before)

    fixtures.open('job')
    const look = async () => (await call(service, String(accepted.body['statusUrl']))).body
    await expect.poll(async () => (await look())['status']).toBe('completed')
    const { headers: kept, body } = (await look())['result'] as Kept
    expect(body).toEqual({ done: true })
    expect(decodePaymentResponseHeader(kept['payment-response'])).toMatchObject({ success: true })
    expect(await received()).toBe(before + 20n * PRICE)
  })

  test('that was settled is replayed under its key', async () => {
    const paid = await buyer.payFor(service, '/api/fixture-slow', { body: {} })
    const headers = { ...paid, prefer: 'respond-async', 'idempotency-key': 'a job' }
    const before = await received()
    await call(service, '/api/fixture-slow', { body: {}, headers })
    const again = () => call(service, '/api/fixture-slow', { body: {}, headers })
    await expect.poll(async () => (await again()).status).toBe(200)
    expect((await again()).headers['x-idempotent-replay']).toBe('true')
    expect(await received()).toBe(before + 20n * PRICE)
  })
})

describe('two payments in one call', () => {
  test.each(['x402 and credits', 'x402 and work', 'credits and work'])(
    'are too many: %s',
    async (both) => {
      const key = await service.issueKey('$1')
      const headers = {
        ...(both.includes('x402') ? await payment() : {}),
        ...(both.includes('credits') ? bearer(key) : {}),
        ...(both.includes('work') ? await workFor(service, 'fixture-echo') : {}),
      }
      const [runs, before] = [fixtures.runs('fixture-echo'), await received()]
      const { status, body } = await echo(headers)
      expect(status).toBe(400)
      expect(body['error']).toMatch(/one payment/)
      expect(fixtures.runs('fixture-echo')).toBe(runs)
      expect(await received()).toBe(before)
      expect(await service.account(key)).toMatchObject({ balance: 1_000_000, held: 0 })
    },
  )

  test('are too many: two headers of x402 that differ', async () => {
    const [{ 'payment-signature': one = '' }, { 'payment-signature': other = '' }] = [
      await payment(),
      await payment(),
    ]
    const before = await received()
    for (const headers of [
      { 'payment-signature': `${one}, ${other}` },
      { 'payment-signature': one, 'x-payment': other },
    ]) {
      const { status, body } = await echo(headers)
      expect(status).toBe(400)
      expect(body['error']).toMatch(/PAYMENT-SIGNATURE: one call takes one payment/)
    }
    expect(await received()).toBe(before)
    expect((await echo({ 'payment-signature': one, 'x-payment': one })).status).toBe(200)
  })

  test('are one if the other is a foreign bearer token', async () => {
    const { status } = await echo({ ...(await payment()), ...bearer('a-token-of-a-proxy') })
    expect(status).toBe(200)
  })
})

/** Whatever is wrong with a payment, its refusal says so and quotes anew. */
describe('a refusal', () => {
  const REFUSED: readonly (readonly [string, () => Promise<Headers>, RegExp])[] = [
    ['garbage', async () => ({ 'payment-signature': 'garbage' }), /cannot be read/],
    ['nothing', async () => ({ 'payment-signature': '' }), /cannot be read/],
    ['another version', async () => changed((paid) => (paid.x402Version = 1)), /cannot be read/],
    [
      'another price',
      async () => changed(({ accepted }) => (accepted['amount'] = '1')),
      /no matching/,
    ],
    [
      'another network',
      async () => changed(({ accepted }) => (accepted['network'] = 'eip155:1')),
      /no matching/,
    ],
    ['less money', async () => signedOver('value', '999'), /999/],
    ['another payee', async () => signedOver('to', buyer.address), /somebody else/],
    ['not valid yet', async () => signedOver('validAfter', '9999999999'), /not valid yet/],
    ['another nonce', async () => signedOver('nonce', `0x${'5'.repeat(64)}`), /signature/],
    [
      'another payer',
      async () => signedOver('from', createBuyer(BUYER_KEYS[1]).address),
      /signature/,
    ],
    [
      'an empty wallet',
      () => createBuyer(STRANGER_KEY).payFor(service, '/api/fixture-echo', ECHO),
      /insufficient/,
    ],
    ['an unknown key', async () => bearer('fbx_nobody'), /not known/],
    ['an empty key', async () => bearer(await service.issueKey('$0')), /cannot pay/],
    ['bad work', async () => ({ 'x-pow-solution': 'garbage' }), /malformed/],
    ['work for another tool', () => workFor(service, 'fixture-gate'), /scoped/],
  ]
  type Change = Parameters<typeof tampered>[1]
  const changed = async (change: Change) => tampered(await payment(), change)
  const signedOver = (field: string, value: string) =>
    changed(({ payload }) => (payload.authorization[field] = value))

  test.each(REFUSED)('of %s has its reason and a new quote', async (_what, headers, says) => {
    const [runs, before] = [fixtures.runs('fixture-echo'), await received()]
    const heard = await echo(await headers())
    expect(heard.status).toBe(402)
    expect(heard.body['error']).toMatch(says)
    expect(quoteOf(heard).error).toBe(heard.body['error'])
    expect(quoteOf(heard).accepts[0]).toMatchObject({ amount: String(PRICE) })
    expect(fixtures.runs('fixture-echo')).toBe(runs)
    expect(await received()).toBe(before)
  })

  test('of a payment that ends too early says until when to sign', async () => {
    const soon = String(Math.floor(Date.now() / 1000) + 20)
    const { status, body } = await echo(await signedOver('validBefore', soon))
    expect(status).toBe(422)
    expect(body['error']).toMatch(/sign one valid until \d+/)
  })

  test('costs nothing: the payment that was altered is still good', async () => {
    const paid = await payment()
    const signature = `0x${'11'.repeat(65)}`
    expect(
      (await echo(tampered(paid, ({ payload }) => (payload.signature = signature)))).status,
    ).toBe(402)
    expect((await echo(paid)).status).toBe(200)
  })
})
