import { decodePaymentRequiredHeader, encodePaymentSignatureHeader } from '@x402/core/http'
import type { PaymentPayload, PaymentRequired } from '@x402/core/types'
import { wrapFetchWithPayment } from '@x402/fetch'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ALGORAND, startAlgod, type TestAlgod } from '../support/algod.ts'
import { call, type CallAnswer } from '../support/calls.ts'
import { PAY_TO } from '../support/chain.ts'
import { createClock, MINUTE, SECOND } from '../support/clock.ts'
import { serveFacilitator, type FacilitatorServer } from '../support/facilitator-server.ts'
import { createFixtures } from '../support/fixture-tools.ts'
import { openTestService, type TestService } from '../support/service.ts'
import { SOLANA, startSolana, type TestSolana } from '../support/solana.ts'
import { receiptOf } from '../support/x402-shop.ts'

/** Stock clients of Solana and Algorand, who pay a service that settles through a facilitator. */
const fixtures = createFixtures()
const clock = createClock()
let solana: TestSolana
let algod: TestAlgod
let servers: readonly FacilitatorServer[]
let service: TestService

beforeAll(async () => {
  ;[solana, algod] = await Promise.all([startSolana(), startAlgod()])
  servers = await Promise.all([
    serveFacilitator({
      facilitator: solana.facilitator,
      network: SOLANA,
      extra: { feePayer: solana.feePayer },
    }),
    serveFacilitator({
      facilitator: algod.facilitator,
      network: SHORT,
      extra: feePayerOf(algod),
    }),
  ])
  service = await openTestService({
    tools: fixtures.tools,
    now: clock.now,
    settings: {
      PAY_TO,
      PAY_TO_SOLANA: solana.payTo,
      PAY_TO_ALGORAND: algod.payTo,
      NETWORKS: `${SOLANA},${ALGORAND}`,
      FACILITATOR_URL: servers.map(({ url }) => url).join(),
      RPC_URLS: `${SOLANA}=${solana.url},${ALGORAND}=${algod.url}`,
      REFUSALS_PER_MINUTE: '1000',
    },
  })
})
afterAll(async () => {
  await service.stop()
  await Promise.all([...servers, solana, algod].map(({ close }) => close()))
})

const SHORT = ALGORAND.slice(0, 'algorand:'.length + 32)
const ECHO = '/api/fixture-echo'
type Headers = Readonly<Record<string, string>>

function feePayerOf({ facilitator }: TestAlgod) {
  const [kind] = facilitator.getSupported().kinds
  return kind?.extra as Readonly<Record<string, unknown>>
}

async function quote(path = ECHO, body: unknown = { text: 'hi' }): Promise<PaymentRequired> {
  const { headers } = await call(service, path, { body })
  return decodePaymentRequiredHeader(String(headers['payment-required']))
}
const sent = (payload: PaymentPayload): Headers => ({
  'payment-signature': encodePaymentSignatureHeader(payload),
})
/** A buyer keeps the token of a "settlement unknown", and sends it with a repeat. */
const tokens = new Map<PaymentPayload, string>()
async function echo(payload: PaymentPayload, text = 'hi'): Promise<CallAnswer> {
  const token = tokens.get(payload)
  const resuming = token === undefined ? {} : { 'x-resume-token': token }
  const heard = await call(service, ECHO, {
    body: { text },
    headers: { ...sent(payload), ...resuming },
  })
  const { 'x-resume-token': told } = heard.headers
  if (told !== undefined) tokens.set(payload, String(told))
  return heard
}
const offerOn = async (network: string) =>
  (await quote()).accepts.find((offer) => offer.network === network)

describe('an offer', () => {
  test('on Solana names who pays the fee, and a blockhash to sign over', async () => {
    expect((await offerOn(SOLANA))?.extra).toEqual({
      feePayer: solana.feePayer,
      recentBlockhash: solana.blockhash(),
    })
  })

  test('on Algorand has the long network id, whichever its facilitator lists', async () => {
    expect((await offerOn(ALGORAND))?.extra).toEqual(feePayerOf(algod))
  })

  test('of a slow tool names neither network', async () => {
    const { status, headers } = await call(service, '/api/fixture-slow', { body: {} })
    const required = decodePaymentRequiredHeader(String(headers['payment-required']))
    expect([status, required.accepts]).toEqual([402, []])
  })

  test('is not made for a wallet-bound tool, which nobody could pay for', async () => {
    const { status, headers } = await call(service, '/api/fixture-wallet', { body: {} })
    expect([status, headers['payment-required']]).toEqual([503, undefined])
  })
})

describe('a payment by the stock client', () => {
  test('on Solana moves the price, and has a receipt', async () => {
    const before = await solana.received()
    const asked = solana.asked.filter((method) => method === 'getLatestBlockhash').length
    const answer = await wrapFetchWithPayment(fetch, solana.client)(`${service.url}${ECHO}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'hi' }),
    })
    expect(answer.status).toBe(200)
    expect(await solana.received()).toBe(before + 1_000n)
    const after = solana.asked.filter((method) => method === 'getLatestBlockhash').length
    expect(after).toBe(asked)
    const sale = (await service.sales()).find(({ network }) => network === SOLANA)
    expect(sale).toMatchObject({ rail: 'x402', amount: 1_000, payer: solana.buyer })
  })

  test('on Algorand is submitted, and has a receipt', async () => {
    const before = algod.submitted()
    const heard = await echo(await algod.client.createPaymentPayload(await quoteFor(ALGORAND)))
    expect(heard.status).toBe(200)
    expect(algod.submitted()).toBe(before + 1)
    expect(receiptOf(heard)).toMatchObject({ success: true, network: ALGORAND })
  })

  test.each([ALGORAND, SHORT])('on Algorand may name it %s', async (network) => {
    const payload = await algod.client.createPaymentPayload(await quoteFor(ALGORAND))
    const accepted = { ...payload.accepted, network } as PaymentPayload['accepted']
    expect((await echo({ ...payload, accepted })).status).toBe(200)
  })
})

async function quoteFor(network: string): Promise<PaymentRequired> {
  const required = await quote()
  return { ...required, accepts: required.accepts.filter((offer) => offer.network === network) }
}
const signed = async (network: string): Promise<PaymentPayload> => {
  const { client } = network === SOLANA ? solana : algod
  return client.createPaymentPayload(await quoteFor(network))
}

describe.each([SOLANA, ALGORAND])('one signed transaction on %s', (network) => {
  const copies: Readonly<Record<string, (payload: PaymentPayload) => PaymentPayload>> = {
    'as it is': (payload) => payload,
    'with its members in another order': ({ payload, ...rest }) => ({
      ...rest,
      payload: Object.fromEntries(Object.entries(payload).toReversed()),
    }),
    'with more members': ({ payload, ...rest }) => ({ ...rest, payload: { ...payload, note: 1 } }),
    'with a transfer of another kind beside it': ({ payload, ...rest }) => ({
      ...rest,
      payload: { ...payload, authorization: TRANSFER },
    }),
    'in another base64': ({ payload, ...rest }) => ({
      ...rest,
      payload: textsOf(payload, (text) => text.replace(/=+$/, '')),
    }),
  }

  test.each(Object.entries(copies))('pays once: %s', async (_how, copy) => {
    const payload = await signed(network)
    expect((await echo(payload, 'one')).status).toBe(200)
    const runs = fixtures.runs('fixture-echo')
    const again = await echo(copy(payload), 'another')
    expect(again.status).toBe(402)
    expect(again.body['error']).toMatch(/used already/)
    expect(fixtures.runs('fixture-echo')).toBe(runs)
  })

  test('is refused with bytes after its end', async () => {
    const payload = await signed(network)
    const longer = textsOf(payload.payload, (text) =>
      Buffer.concat([Buffer.from(text, 'base64'), Buffer.from([0])]).toString('base64'),
    )
    const heard = await echo({ ...payload, payload: longer })
    expect(heard.status).toBe(402)
    expect(heard.body['error']).toMatch(/cannot be read/)
  })
})

const TRANSFER = {
  from: PAY_TO,
  to: PAY_TO,
  value: '1000',
  validAfter: '0',
  validBefore: '9999999999',
  nonce: `0x${'1'.repeat(64)}`,
}

/** The same payload, with something done to the transactions in it. */
function textsOf(
  payload: Readonly<Record<string, unknown>>,
  change: (text: string) => string,
): Record<string, unknown> {
  const { transaction, paymentGroup } = payload as { transaction?: string; paymentGroup?: string[] }
  return {
    ...payload,
    ...(transaction ? { transaction: change(transaction) } : {}),
    ...(paymentGroup ? { paymentGroup: paymentGroup.map(change) } : {}),
  }
}

describe.each([SOLANA, ALGORAND])('a kept answer paid on %s', (network) => {
  test('is told to the transaction that paid, with the signature of its payer', async () => {
    const payload = await signed(network)
    const keyed = async (sending: PaymentPayload) => {
      const headers = { ...sent(sending), 'idempotency-key': `kept on ${network}` }
      const heard = await call(service, ECHO, { body: { text: 'hi' }, headers })
      return [heard.status, heard.headers['x-idempotent-replay']]
    }
    expect(await keyed(payload)).toEqual([200, undefined])
    const forged = textsOf(payload.payload, resigned)
    expect(await keyed({ ...payload, payload: forged })).toEqual([402, undefined])
    expect(await keyed(payload)).toEqual([200, 'true'])
  })

  /** The same transaction with every signature in it changed. */
  function resigned(text: string): string {
    const bytes = Buffer.from(text, 'base64')
    if (network === SOLANA) return bytes.fill(7, 1, 1 + (bytes[0] ?? 0) * 64).toString('base64')
    const at = bytes.indexOf('a3736967c440', 0, 'hex')
    return (at < 0 ? bytes : bytes.fill(7, at + 6, at + 70)).toString('base64')
  }
})

describe('a settlement on Algorand without an answer', () => {
  async function brokenOff(): Promise<PaymentPayload> {
    const payload = await signed(ALGORAND)
    for (const server of servers) server.behave('break', '/settle')
    algod.confirm(false)
    const heard = await echo(payload)
    for (const server of servers) server.behave('well')
    expect(heard.status).toBe(402)
    expect(receiptOf(heard)).toMatchObject({ errorReason: 'settlement_pending' })
    expect((await echo(payload)).status).toBe(409)
    return payload
  }
  afterEach(() => algod.confirm(true))

  test('is found by its transaction id, and the answer is delivered', async () => {
    const payload = await brokenOff()
    algod.confirm(true)
    const heard = await echo(payload)
    expect([heard.status, heard.body['text']]).toEqual([200, 'hi'])
    expect(receiptOf(heard).transaction).toMatch(/^[A-Z2-7]{52}$/)
  })

  test('fails for good when its last round has passed', async () => {
    const payload = await brokenOff()
    const sold = (await service.sales()).length
    algod.pass(20)
    algod.lag(20)
    clock.advance(5 * SECOND)
    // One node says that its end has passed; the one that does not know it is behind.
    expect((await echo(payload)).status).toBe(409)
    algod.lag(0)
    expect((await echo(payload)).status).toBe(402)
    tokens.delete(payload)
    expect((await echo(payload)).status).toBe(422)
    expect(await service.sales()).toHaveLength(sold)
  })
})

describe('a settlement on Solana', () => {
  async function unheard(how: 'silent' | 'break'): Promise<PaymentPayload> {
    const payload = await signed(SOLANA)
    for (const server of servers) server.behave(how, '/settle')
    const heard = await echo(payload)
    for (const server of servers) server.behave('well')
    expect(receiptOf(heard)).toMatchObject({ errorReason: 'settlement_pending' })
    return payload
  }

  test('without an answer is found among the transactions of its payer', async () => {
    const before = await solana.received()
    const payload = await unheard('silent')
    expect(await solana.received()).toBe(before + 1_000n)
    const heard = await echo(payload)
    expect([heard.status, heard.body['text']]).toEqual([200, 'hi'])
    expect(receiptOf(heard).transaction).toMatch(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/)
  })

  test('that was never sent is unknown while its blockhash is valid, and then failed', async () => {
    const before = await solana.received()
    const payload = await unheard('break')
    expect((await echo(payload)).status).toBe(409)
    const sold = (await service.sales()).length
    solana.expire()
    clock.advance(MINUTE)
    expect([402, 422]).toContain((await echo(payload)).status)
    expect(await service.sales()).toHaveLength(sold)
    expect(await solana.received()).toBe(before)
  })
})

/** Presents it, and expects that no tool runs for it. */
async function refused(payload: PaymentPayload): Promise<CallAnswer> {
  const runs = fixtures.runs('fixture-echo')
  const heard = await echo(payload)
  expect(heard.status).toBe(422)
  expect(heard.body['error']).toMatch(/ends in \d+ s.*longer validity window/)
  expect(fixtures.runs('fixture-echo')).toBe(runs)
  return heard
}

describe('a transaction that ends too early', () => {
  test('on Algorand is a 422 before the tool runs', async () => {
    const payload = await signed(ALGORAND)
    algod.pass(6)
    clock.advance(5 * SECOND)
    await refused(payload)
  })

  test('on Algorand shortens the deadline of the tool where it leaves some time', async () => {
    const payload = await signed(ALGORAND)
    algod.pass(2)
    clock.advance(5 * SECOND)
    expect((await echo(payload)).status).toBe(200)
  })

  test('on Solana with an expired blockhash is a 422', async () => {
    solana.expire()
    const required = await quoteFor(SOLANA)
    const [offer] = required.accepts
    const extra = { feePayer: offer?.extra['feePayer'] }
    const asking = { ...required, accepts: [{ ...offer!, extra }] }
    const payload = await solana.client.createPaymentPayload(asking)
    solana.expire()
    await refused(payload)
  })

  test('on Solana with an old blockhash is a 422', async () => {
    const payload = await signed(SOLANA)
    clock.advance(50 * SECOND)
    await refused(payload)
  })

  test.each([SOLANA, ALGORAND])(
    'is left to the facilitator while the network cannot be asked: %s',
    async (network) => {
      const payload = await signed(network)
      const node = network === SOLANA ? solana : algod
      clock.advance(MINUTE)
      node.mute(true)
      const runs = servers.flatMap(({ asked }) => asked).length
      const heard = await echo(payload)
      node.mute(false)
      expect(heard.status).not.toBe(422)
      expect(servers.flatMap(({ asked }) => asked).length).toBeGreaterThan(runs)
    },
  )
})
