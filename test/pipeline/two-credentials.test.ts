import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../../src/outside/net/request.ts'
import { balanceOf } from '../../src/service/sandbox/token.ts'
import { createBuyer, workFor } from '../support/buyer.ts'
import { createFixtures } from '../support/fixture-tools.ts'
import { openTestService, type TestService } from '../support/service.ts'
import { evmMethod, payBy } from '../support/mpp-buyer.ts'

/** One call takes one credential: of two, nobody could say which of them pays. */
const BODY = JSON.stringify({ text: 'hi' })
const fixtures = createFixtures()
const net = createClient({ policy: 'trusted' })
const buyer = createBuyer()
let service: TestService

beforeAll(async () => {
  service = await openTestService({
    tools: fixtures.tools,
    settings: { SANDBOX: 'true', MPP: 'true', CONNECTOR_PER_MINUTE: '1000' },
  })
})
afterAll(async () => {
  await net.close()
  await service.stop()
})

type Line = readonly [name: string, value: string]
const linesOf = (headers: Readonly<Record<string, string>>): readonly Line[] =>
  Object.entries(headers)
const newKey = () => service.issueKey('$1')
const mppCredential = async () =>
  String(
    (
      await payBy(evmMethod(service.sandbox!))(service, '/api/fixture-echo', {
        body: { text: 'hi' },
      })
    )['authorization'],
  )
const x402Payment = async () =>
  String(
    (await buyer.payFor(service, '/api/fixture-echo', { body: { text: 'hi' } }))[
      'payment-signature'
    ],
  )

/** Every way in which a request over HTTP brings a credential. */
const BRINGS: Readonly<Record<string, () => Promise<Line>>> = {
  'credits key': async () => ['authorization', `Bearer ${await newKey()}`],
  'credits key of a model client': async () => ['x-api-key', await newKey()],
  'x402 payment': async () => ['payment-signature', await x402Payment()],
  'x402 payment of version 1': async () => ['x-payment', await x402Payment()],
  'MPP credential': async () => ['authorization', await mppCredential()],
  'MPP credential beside another': async () => ['payment-authorization', await mppCredential()],
  work: async () => linesOf(await workFor(service, 'fixture-echo'))[0]!,
}

/** A call whose header lines are sent as they are, also several of one name. */
async function send(path: string, body: string, lines: readonly Line[]) {
  const { hostname, port } = new URL(service.url)
  const headers = [['content-type', 'application/json'], ['host', `${hostname}:${port}`], ...lines]
  const outgoing = request({
    hostname,
    port,
    path,
    method: 'POST',
    headers: headers.flat(),
    agent: false,
  })
  outgoing.end(body)
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  return { status: incoming.statusCode ?? 0, text: await text(incoming) }
}

/** What the seller has received on the chain, and what it has sold. */
const state = async () => [
  await balanceOf(
    net,
    service.sandbox!.rpcUrl,
    service.sandbox!.network.asset,
    service.sandbox!.payTo,
  ),
  fixtures.runs('fixture-echo'),
]

const names = Object.keys(BRINGS)
const pairs = names.flatMap((one, at) => names.slice(at).map((other) => [one, other] as const))

describe('over HTTP', () => {
  test('every header that brings a payment is tried', async () => {
    const known = new Set<string>()
    for (const bring of Object.values(BRINGS)) known.add((await bring())[0])
    const { paymentHeaders } = service.parts.calls.pipeline
    expect([...known, 'x-resume-token'].toSorted()).toEqual(paymentHeaders.toSorted())
  })

  test.each(pairs)('two are refused, and none is used: %s and %s', async (one, other) => {
    const [first, second] = [await BRINGS[one]!(), await BRINGS[other]!()]
    const before = await state()
    for (const lines of [
      [first, second],
      [second, first],
    ]) {
      const heard = await send('/api/fixture-echo', BODY, lines)
      expect([heard.status, JSON.parse(heard.text)]).toEqual([
        400,
        expect.objectContaining({ error: expect.stringMatching(/one call takes one payment/i) }),
      ])
    }
    if (first[0] === second[0]) {
      const joined = await send('/api/fixture-echo', BODY, [
        [first[0], `${first[1]}, ${second[1]}`],
      ])
      expect(joined.status).toBe(400)
    }
    expect(await state()).toEqual(before)
    expect((await send('/api/fixture-echo', BODY, [second])).status).toBe(200)
  })

  test('the same one twice is one', async () => {
    const line = await BRINGS['credits key']!()
    expect((await send('/api/fixture-echo', BODY, [line, line])).status).toBe(200)
  })

  test('two keys read no balance', async () => {
    const lines = [await BRINGS['credits key']!(), await BRINGS['credits key']!()]
    const heard = await fetch(`${service.url}/api/credits/balance`, {
      headers: { authorization: lines.map(([, value]) => value).join(', ') },
    })
    expect(heard.status).not.toBe(200)
  })
})

/** What a buyer who was asked by values signs, as text: the quote is the same over HTTP. */
const decodedPayment = async () => Buffer.from(await x402Payment(), 'base64').toString('utf8')
const mppValue = async () =>
  Buffer.from((await mppCredential()).replace(/^Payment /, ''), 'base64url').toString('utf8')

const member = (name: string, value: string) => `${JSON.stringify(name)}:${value}`

describe('over MCP', () => {
  const ARGUMENTS =
    '"name":"catalog.call","arguments":{"slug":"fixture-echo","params":{"text":"hi"}}'
  const post = (params: string, lines: readonly Line[] = [], beside = '') =>
    send('/mcp', `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{${params}}${beside}}`, [
      ['accept', 'application/json, text/event-stream'],
      ...lines,
    ])
  const x402 = async () => member('x402/payment', await decodedPayment())
  const mpp = async () => member('org.paymentauth/credential', await mppValue())

  const PAIRS: Readonly<Record<string, () => ReturnType<typeof post>>> = {
    'x402 and MPP': async () => post(`${ARGUMENTS},"_meta":{${await x402()},${await mpp()}}`),
    'x402 twice': async () => post(`${ARGUMENTS},"_meta":{${await x402()},${await x402()}}`),
    'MPP twice': async () => post(`${ARGUMENTS},"_meta":{${await mpp()},${await mpp()}}`),
    'two places of payments': async () =>
      post(`${ARGUMENTS},"_meta":{${await x402()}},"_meta":{${await x402()}}`),
    'x402 beside the params too': async () =>
      post(`${ARGUMENTS},"_meta":{${await x402()}}`, [], `,"_meta":{${await x402()}}`),
    'x402 and a credits key': async () =>
      post(`${ARGUMENTS},"_meta":{${await x402()}}`, [await BRINGS['credits key']!()]),
    'x402 and a credits key behind another scheme': async () =>
      post(`${ARGUMENTS},"_meta":{${await x402()}}`, [
        await BRINGS['MPP credential']!(),
        await BRINGS['credits key']!(),
      ]),
    'two credits keys, where a key is needed': async () =>
      post(ARGUMENTS.replace('fixture-echo', 'fixture-stranger'), [
        await BRINGS['credits key']!(),
        await BRINGS['credits key']!(),
      ]),
  }

  test.each(Object.keys(PAIRS))('two are refused, and none is used: %s', async (pair) => {
    const before = await state()
    const heard = await PAIRS[pair]!()
    expect(heard.text).toMatch(/one payment|not a valid/i)
    expect(await state()).toEqual(before)
  })

  test('one pays', async () => {
    const [money, runs] = await state()
    const heard = await post(`${ARGUMENTS},"_meta":{${await x402()}}`)
    expect(heard.text).toContain('x402/payment-response')
    expect(await state()).toEqual([(money as bigint) + 1_000n, (runs as number) + 1])
  })
})

describe('over A2A', () => {
  const post = (metadata: string, lines: readonly Line[] = [], slug = 'fixture-echo') => {
    const data = `{"slug":"${slug}","params":{"text":"hi"}}`
    const message = `"messageId":"m-1","role":"ROLE_USER","parts":[{"data":${data}}]${metadata}`
    return send('/a2a/message:send', `{"message":{${message}}}`, lines)
  }
  const x402 = async () => member('x402.payment.payload', await decodedPayment())

  const PAIRS: Readonly<Record<string, () => ReturnType<typeof post>>> = {
    'x402 twice': async () => post(`,"metadata":{${await x402()},${await x402()}}`),
    'two places of payments': async () =>
      post(`,"metadata":{${await x402()}},"metadata":{${await x402()}}`),
    'x402 and a credits key': async () =>
      post(`,"metadata":{${await x402()}}`, [await BRINGS['credits key']!()]),
    'two credits keys, where a key is needed': async () =>
      post(
        '',
        [await BRINGS['credits key']!(), await BRINGS['credits key']!()],
        'fixture-stranger',
      ),
  }

  test.each(Object.keys(PAIRS))('two are refused, and none is used: %s', async (pair) => {
    const before = await state()
    const heard = await PAIRS[pair]!()
    expect(heard.text).toMatch(/one payment|not a valid/i)
    expect(await state()).toEqual(before)
  })
})
