import { decodePaymentResponseHeader } from '@x402/core/http'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../../src/outside/net/request.ts'
import { PATH_USD } from '../../src/outside/chains/tempo/tokens.ts'
import { plantToken, balanceOf } from '../../src/service/sandbox/token.ts'
import type { Sandbox } from '../../src/service/sandbox/sandbox.ts'
import { bearer, BUYER_KEYS, createBuyer } from '../support/buyer.ts'
import { atOnce, call, type CallAnswer } from '../support/calls.ts'
import { createClock, MINUTE, SECOND } from '../support/clock.ts'
import { createFixtures } from '../support/fixture-tools.ts'
import { openTestService, type TestService } from '../support/service.ts'
import {
  challengesOf,
  credentialFor,
  evmMethod,
  payBy,
  payingWith,
  receiptOf,
  statusesOf,
  tempoMethod,
  wireOf,
  type PayingMethod,
} from '../support/mpp-buyer.ts'

type Headers = Readonly<Record<string, string>>

const PRICE = 1_000n
const fixtures = createFixtures()
const clock = createClock()
const client = createClient({ policy: 'trusted' })
const buyer = createBuyer()
let service: TestService
let sandbox: Sandbox

beforeAll(async () => {
  const settings = { SANDBOX: 'true', MPP: 'true' }
  service = await openTestService({ tools: fixtures.tools, settings, now: clock.now })
  sandbox = service.sandbox!
})
afterAll(async () => {
  await client.close()
  await service.stop()
})

const evm = (key?: `0x${string}`) => evmMethod(sandbox, key)
const tempo = (key?: `0x${string}`) => tempoMethod(sandbox.tempoRpcUrl, key)

/** What the seller has received, on the chain of each method. */
const RECEIVED = {
  evm: () => balanceOf(client, sandbox.rpcUrl, sandbox.network.asset, sandbox.payTo),
  tempo: () => balanceOf(client, String(sandbox.tempoRpcUrl), PATH_USD.address, sandbox.payTo),
}

const ECHO = { body: { text: 'hi' } }
const echo = (headers: Headers, text = 'hi') =>
  call(service, '/api/fixture-echo', { body: { text }, headers })
const offered = (heard: CallAnswer) => challengesOf(heard).map(({ method }) => method)

/** Does something so much later. */
const later = async (byMs: number, act: () => Promise<CallAnswer>) => {
  clock.advance(byMs)
  return act().finally(() => clock.advance(-byMs))
}

/** What an MPP credential signs, as an x402 client would send it. */
async function asX402(headers: Headers): Promise<Headers> {
  const { payload } = wireOf(headers)
  const { type: _, signature, ...authorization } = payload
  const { headers: quoted } = await call(service, '/api/fixture-echo', ECHO)
  const required = JSON.parse(
    Buffer.from(String(quoted['payment-required']), 'base64').toString('utf8'),
  ) as { accepts: unknown[] }
  const sent = {
    x402Version: 2,
    payload: { authorization, signature },
    accepted: required.accepts[0],
  }
  return { 'payment-signature': Buffer.from(JSON.stringify(sent)).toString('base64') }
}

describe('a 402', () => {
  test('carries a challenge per method beside the other rails', async () => {
    const heard = await call(service, '/api/fixture-echo', ECHO)
    expect(heard.status).toBe(402)
    expect(heard.headers['payment-required']).toBeDefined()
    expect(heard.headers['x-pow-challenge']).toBeDefined()
    const recipient = sandbox.payTo
    expect(challengesOf(heard)).toMatchObject([
      {
        method: 'tempo',
        intent: 'charge',
        realm: new URL(service.url).host,
        request: {
          amount: '1000',
          currency: PATH_USD.address,
          recipient,
          methodDetails: { chainId: 4217, supportedModes: ['pull'] },
        },
      },
      {
        method: 'evm',
        request: {
          amount: '1000',
          currency: sandbox.network.asset,
          recipient,
          methodDetails: { chainId: 84532, decimals: 6, name: 'USDC', version: '2' },
        },
      },
    ])
    const [{ expires = '' } = {}] = challengesOf(heard)
    const life = Date.parse(expires) - Date.now()
    expect(life).toBeGreaterThan(4 * MINUTE)
    expect(life).toBeLessThanOrEqual(5 * MINUTE)
  })

  test('has the members that MPP clients read, beside our own', async () => {
    const heard = await call(service, '/api/fixture-echo', ECHO)
    expect(heard.headers['content-type']).toBe('application/json')
    expect(heard.body).toMatchObject({
      error: 'Payment required',
      type: 'https://paymentauth.org/problems/payment-required',
      title: 'Payment Required',
      status: 402,
      detail: 'Payment is required.',
      challengeId: challengesOf(heard)[0]?.id,
    })
  })

  test.each([
    ['evm/charge', ['evm']],
    ['evm/charge, tempo/charge;q=0.2', ['evm', 'tempo']],
    ['lightning/charge', ['tempo', 'evm']],
  ])('is ordered by Accept-Payment: %s', async (accept, methods) => {
    const headers = { 'accept-payment': accept }
    const unpaid = await call(service, '/api/fixture-echo', { ...ECHO, headers })
    expect(offered(unpaid)).toEqual(methods)
    const refused = await echo({ ...headers, authorization: 'Payment garbage' })
    expect(offered(refused)).toEqual(methods)
  })

  test('offers chains of wallets only to slow tools, and to those that belong to one', async () => {
    expect(offered(await call(service, '/api/fixture-slow', { body: {} }))).toEqual(['evm'])
    expect(offered(await call(service, '/api/fixture-wallet', { body: {} }))).toEqual(['evm'])
  })

  test('states the price of the request', async () => {
    const heard = await call(service, '/api/fixture-quoted', { body: { words: 7 } })
    expect(challengesOf(heard).map(({ request }) => request['amount'])).toEqual(['7000', '7000'])
  })

  test('answers HEAD with challenges too', async () => {
    const heard = await call(service, '/api/fixture-query?q=a', { method: 'HEAD' })
    expect(offered(heard)).toEqual(['tempo', 'evm'])
  })
})

describe('stock clients', () => {
  const account = privateKeyToAccount(BUYER_KEYS[0])
  const x402 = () =>
    wrapFetchWithPayment(fetch, new x402Client().register('eip155:*', new ExactEvmScheme(account)))

  test('of x402 and of each MPP method pay one URL', async () => {
    const clients = [
      ['x402', 'evm', x402()],
      ['MPP evm', 'evm', payingWith(evm())],
      ['MPP tempo', 'tempo', payingWith(tempo())],
      ['MPP with a choice', 'tempo', payingWith(evm(), tempo())],
    ] as const
    for (const [name, chain, pay] of clients) {
      const before = { evm: await RECEIVED.evm(), tempo: await RECEIVED.tempo() }
      const answer = await pay(`${service.url}/api/hash`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text: name }),
      })
      expect([name, answer.status]).toEqual([name, 200])
      const receipts = ['payment-response', 'payment-receipt'].filter((h) => answer.headers.has(h))
      expect(receipts).toEqual([name === 'x402' ? 'payment-response' : 'payment-receipt'])
      before[chain] += PRICE
      expect([await RECEIVED.evm(), await RECEIVED.tempo()]).toEqual([before.evm, before.tempo])
    }
  })

  test('pay a GET whose input is in the query', async () => {
    const answer = await payingWith(evm())(`${service.url}/api/fixture-query?q=a&limit=3`)
    expect(await answer.json()).toMatchObject({ q: 'a', limit: 3 })
  })
})

describe.each(['evm', 'tempo'] as const)('a payment by %s', (name) => {
  const method = (key?: `0x${string}`): PayingMethod => (name === 'evm' ? evm(key) : tempo(key))
  const payment = (path = '/api/fixture-echo', asked: { body: object } = ECHO) =>
    payBy(method())(service, path, asked)
  const received = RECEIVED[name]

  test('has a receipt, and its sale names the wallet', async () => {
    const heard = await echo(await payment())
    const receipt = receiptOf(heard)
    expect(receipt).toMatchObject({ method: name, status: 'success' })
    expect(receipt['reference']).toMatch(/^0x[0-9a-f]{64}$/)
    expect(Date.parse(String(receipt['timestamp']))).toBeGreaterThan(0)
    const sold = (await service.sales()).find(
      ({ callId }) => callId === heard.headers['x-request-id'],
    )
    expect(sold).toMatchObject({
      rail: 'mpp',
      amount: Number(PRICE),
      payer: buyer.address.toLowerCase(),
      network: name === 'evm' ? sandbox.network.id : 'eip155:4217',
      reference: receipt['reference'],
    })
  })

  test('may stand in Payment-Authorization', async () => {
    const { authorization = '' } = await payment()
    const headers = { 'payment-authorization': authorization, authorization: 'Bearer of-a-proxy' }
    expect((await echo(headers)).status).toBe(200)
    const both = await payment()
    const list = { authorization: `Bearer of-a-proxy, ${both.authorization}` }
    expect((await echo(list)).status).toBe(200)
  })

  test.each([
    ['bad input', '/api/fixture-echo', {}, 400],
    ['a tool that fails', '/api/fixture-fault', { code: 'upstream_failed' }, 502],
    ['a tool that has a bug', '/api/fixture-bug', {}, 500],
  ])('is not used up by %s', async (_what, path, body, status) => {
    const headers = await payment(path, { body })
    const before = await received()
    const heard = await call(service, path, { body, headers })
    expect(heard.status).toBe(status)
    expect(heard.headers['payment-receipt']).toBeUndefined()
    expect(await received()).toBe(before)
  })

  test('whose tool failed pays when it is sent again', async () => {
    const gate = `late ${name}`
    const [path, asked] = ['/api/fixture-short-deadline', { body: { gate } }]
    const [headers, before] = [await payment(path, asked), await received()]
    expect((await call(service, path, { ...asked, headers })).status).toBe(504)
    expect(await received()).toBe(before)
    fixtures.open(gate)
    expect((await call(service, path, { ...asked, headers })).status).toBe(200)
    expect(await received()).toBe(before + PRICE)
  })

  test('sent 20 times at once runs the tool once, and moves money once', async () => {
    const gate = `twenty ${name}`
    const headers = await payment('/api/fixture-gate', { body: { gate } })
    const [before, runs] = [await received(), fixtures.runs('fixture-gate')]
    let answered = 0
    const heard = await atOnce(20, async () => {
      const one = await call(service, '/api/fixture-gate', { body: { gate }, headers })
      answered += 1
      if (answered === 19) fixtures.open(gate)
      return one
    })
    expect(fixtures.runs('fixture-gate')).toBe(runs + 1)
    expect(await received()).toBe(before + PRICE)
    expect(statusesOf(heard)).toBe('1 of 200, 19 of 409')
  })

  test('that was settled replays its answer under its key, without paying again', async () => {
    const headers: Headers = { ...(await payment()), 'idempotency-key': 'a payment of MPP' }
    const first = await echo(headers)
    const [before, runs] = [await received(), fixtures.runs('fixture-echo')]
    const again = await echo(headers)
    expect([again.status, again.text]).toEqual([200, first.text])
    expect(receiptOf(again)).toEqual(receiptOf(first))
    const { 'idempotency-key': _, ...bare } = headers
    for (const text of ['hi', 'another question']) {
      const other = await echo(bare, text)
      expect(other.status).toBe(402)
      expect(other.body['error']).toMatch(/used already/)
    }
    expect(fixtures.runs('fixture-echo')).toBe(runs)
    expect(await received()).toBe(before)
  })

  test('with other terms is refused with the reason and a new quote', async () => {
    const [before, runs] = [await received(), fixtures.runs('fixture-quoted')]
    const two = await payment('/api/fixture-quoted', { body: { words: 2 } })
    const priced = { body: { words: 3 }, headers: two }
    const wrongPrice = await call(service, '/api/fixture-quoted', priced)
    const routed = { body: { words: 1 }, headers: await payment() }
    const wrongRoute = await call(service, '/api/fixture-quoted', routed)
    for (const [heard, detail] of [
      [wrongPrice, 'MPP: the challenge asks for another price, currency or recipient'],
      [wrongRoute, 'MPP: the challenge was issued for another route'],
    ] as const) {
      expect(heard.status).toBe(402)
      expect(heard.body).toMatchObject({
        error: detail,
        detail,
        type: 'https://paymentauth.org/problems/invalid-challenge',
        title: 'Invalid Challenge',
        challengeId: challengesOf(heard)[0]?.id,
      })
    }
    const fresh = await credentialFor(method(), wrongPrice)
    const paid = await call(service, '/api/fixture-quoted', { body: { words: 3 }, headers: fresh })
    expect(paid.status).toBe(200)
    expect(fixtures.runs('fixture-quoted')).toBe(runs + 1)
    expect((await received()) - before).toBe(3_000n)
  })
})

describe('the time of a payment', () => {
  test('must outlast the tool, or it is a 422', async () => {
    const headers = await payBy(evm())(service, '/api/fixture-echo', ECHO)
    const heard = await later(4 * MINUTE + 30 * SECOND, () => echo(headers))
    expect(heard.status).toBe(422)
    expect(heard.body['error']).toMatch(/must hold until \d+\.$/)
    expect((await echo(headers)).status).toBe(200)
  })

  test('of Tempo must leave a tool 12 seconds, or it is a 422', async () => {
    const headers = await payBy(tempo())(service, '/api/fixture-echo', ECHO)
    const heard = await later(10 * SECOND, () => echo(headers))
    expect([heard.status, heard.body['error']]).toEqual([422, expect.any(String)])
    expect(heard.body['error']).toMatch(/lives for another 1\d s, and must for 17 s/)
    expect((await echo(headers)).status).toBe(200)
  })

  test('ends after five minutes, but its answer can still be fetched', async () => {
    const used = await payBy(evm())(service, '/api/fixture-echo', ECHO)
    const spare = await payBy(tempo())(service, '/api/fixture-echo', ECHO)
    const keyed = { ...used, 'idempotency-key': 'after its time' }
    const first = await echo(keyed)
    const expired = await later(6 * MINUTE, () => echo(spare))
    expect(expired.status).toBe(402)
    expect(expired.body['type']).toBe('https://paymentauth.org/problems/payment-expired')
    const again = await later(6 * MINUTE, () => echo(keyed))
    expect([again.status, again.text]).toEqual([200, first.text])
    const bare = await later(6 * MINUTE, () => echo(used))
    expect(bare.body['error']).toMatch(/used already/)
  })
})

describe('one authorization', () => {
  test('pays over MPP or over x402, and never over both', async () => {
    const before = await RECEIVED.evm()
    const headers = await payBy(evm())(service, '/api/fixture-echo', ECHO)
    const twin = await asX402(headers)
    expect((await echo(headers)).status).toBe(200)
    const refused = await echo(twin)
    expect(refused.status).toBe(402)
    expect(refused.body['error']).toMatch(/used already/)

    const other = await payBy(evm())(service, '/api/fixture-echo', ECHO)
    expect((await echo(await asX402(other))).status).toBe(200)
    expect((await echo(other)).status).toBe(402)
    expect(await RECEIVED.evm()).toBe(before + 2n * PRICE)
  })
})

describe('one call', () => {
  test('takes one payment', async () => {
    const mpp = await payBy(evm())(service, '/api/fixture-echo', ECHO)
    const x402 = await buyer.payFor(service, '/api/fixture-echo', ECHO)
    expect((await echo({ ...mpp, ...x402 })).status).toBe(400)
    const second = await payBy(tempo())(service, '/api/fixture-echo', ECHO)
    const two = { ...mpp, 'payment-authorization': String(second['authorization']) }
    expect((await echo(two)).status).toBe(400)
    const key = bearer(await service.issueKey('$1'))
    const beside = { ...key, 'payment-authorization': String(mpp['authorization']) }
    expect((await echo(beside)).status).toBe(400)
    expect((await echo(mpp)).status).toBe(200)
  })

  test('is paid by a credits key as before', async () => {
    const heard = await echo(bearer(await service.issueKey('$1')))
    expect(heard.headers['x-credits-balance']).toBe('0.999')
  })

  test('with an Idempotency-Key is replayed to its payer', async () => {
    const headers = {
      ...(await payBy(tempo())(service, '/api/fixture-echo', ECHO)),
      'idempotency-key': 'once',
    }
    const [first, again] = [await echo(headers), await echo(headers)]
    expect(again.headers['x-idempotent-replay']).toBe('true')
    expect(again.text).toBe(first.text)
  })
})

test('a wallet-bound tool gets the wallet that paid', async () => {
  const headers = await payBy(evm())(service, '/api/fixture-wallet', { body: {} })
  const { body } = await call(service, '/api/fixture-wallet', { body: {}, headers })
  expect(body['wallet']).toBe(buyer.address.toLowerCase())
})

test('a job is settled when it has ended, and keeps its receipt', async () => {
  const asked = { body: { gate: 'job' } }
  const paid = await payBy(evm())(service, '/api/fixture-slow', asked)
  const before = await RECEIVED.evm()
  const headers = { ...paid, prefer: 'respond-async' }
  const accepted = await call(service, '/api/fixture-slow', { ...asked, headers })
  expect(accepted.status).toBe(202)
  expect(await RECEIVED.evm()).toBe(before)
  fixtures.open('job')
  const status = String(accepted.body['statusUrl'])
  await expect
    .poll(async () => (await call(service, status)).body)
    .toMatchObject({
      status: 'completed',
      result: { body: { done: true }, headers: { 'payment-receipt': expect.any(String) } },
    })
  expect(await RECEIVED.evm()).toBe(before + 20_000n)
})

describe('a payer whose money is gone when the tool ends', () => {
  test('gets no answer, and pays nothing', async () => {
    const key = BUYER_KEYS[1]
    const { address } = createBuyer(key)
    const give = (amount: bigint) =>
      plantToken(client, sandbox.rpcUrl, sandbox.network, { [address]: amount })
    const asked = { body: { gate: 'drained' } }
    const headers = await payBy(evm(key))(service, '/api/fixture-gate', asked)
    const before = await RECEIVED.evm()
    const answer = call(service, '/api/fixture-gate', { ...asked, headers })
    await fixtures.reached('drained')
    await give(0n)
    fixtures.open('drained')
    const refused = await answer
    expect(refused.status).toBe(402)
    expect(refused.body).toMatchObject({
      error: expect.stringMatching(/^Settlement refused: [a-z_]+\.$/),
      type: 'https://paymentauth.org/problems/verification-failed',
    })
    expect(refused.body['done']).toBeUndefined()
    expect(refused.headers['payment-receipt']).toBeUndefined()
    expect(await RECEIVED.evm()).toBe(before)
    await give(1_000_000n)
  })
})

test('x402 receipts keep the format of x402', async () => {
  const heard = await echo(await buyer.payFor(service, '/api/fixture-echo', ECHO))
  expect(decodePaymentResponseHeader(String(heard.headers['payment-response'])).success).toBe(true)
  expect(heard.headers['payment-receipt']).toBeUndefined()
})
