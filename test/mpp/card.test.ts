import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { notFound } from '../../src/base/core/fault.ts'
import { usdOf } from '../../src/base/core/money.ts'
import { defineTool, nameTool, type Tool, type ToolSpec } from '../../src/base/core/tool.ts'
import { atOnce, call, type CallAnswer } from '../support/calls.ts'
import { createClock, MINUTE, SECOND } from '../support/clock.ts'
import { openTestService, type TestService } from '../support/service.ts'
import {
  cardMethod,
  challengesOf,
  credentialFor,
  payBy,
  payingWith,
  receiptOf,
  statusesOf,
  tamperedMpp,
} from '../support/mpp-buyer.ts'
import { startStripeServer, type Grant, type StripeServer } from '../support/stripe-server.ts'
import { createRunRecorder } from '../support/run-recorder.ts'

type Headers = Readonly<Record<string, string>>

const SECRET_KEY = 'sk_test_of_the_seller'
const NETWORK_ID = 'profile_test_61U92KWAstyE3VYhXA6U91t01F'
const REPORT = '/api/fixture-report'

const clock = createClock()
const recorder = createRunRecorder()
let stripe: StripeServer
let service: TestService

beforeAll(async () => {
  stripe = await startStripeServer(SECRET_KEY, clock.now)
  service = await openTestService({
    tools: tools(),
    now: clock.now,
    settings: {
      MPP: 'true',
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_NETWORK_ID: NETWORK_ID,
      STRIPE_API_URL: stripe.url,
    },
  })
})
afterAll(async () => {
  await service.stop()
  await stripe.close()
})

const offered = (heard: CallAnswer) =>
  heard.headers['www-authenticate'] ? challengesOf(heard).map(({ method }) => method) : []
const pay = (grant: Partial<Grant> = {}, asked: object = {}) =>
  payBy(cardMethod(stripe.grant(grant)))(service, REPORT, { body: asked })
const report = (headers: Headers, body: object = {}) => call(service, REPORT, { body, headers })
/** The same payment with the token of its "settlement unknown", as its buyer sends it. */
const resume = (headers: Headers, lost: CallAnswer) =>
  report({ ...headers, 'x-resume-token': String(lost.headers['x-resume-token']) })
const runs = () => recorder.runs('report')

describe('the card method', () => {
  test('is offered from $0.50, in whole cents', async () => {
    const heard = await call(service, REPORT, { body: {} })
    expect(challengesOf(heard)).toMatchObject([
      {
        method: 'stripe',
        intent: 'charge',
        request: {
          amount: '60',
          currency: 'usd',
          methodDetails: { networkId: NETWORK_ID, paymentMethodTypes: ['card'] },
        },
      },
    ])
    const priced = async (cents: number) =>
      offered(await call(service, '/api/fixture-dear', { body: { cents } }))
    expect(await priced(50)).toEqual(['stripe'])
    expect(await priced(49)).toEqual([])
    expect(await priced(50.5)).toEqual([])
  })

  test('is offered to slow tools, and not to those that belong to a wallet', async () => {
    expect(offered(await call(service, '/api/fixture-slow-report', { body: {} }))).toEqual([
      'stripe',
    ])
    expect(offered(await call(service, '/api/fixture-own', { body: {} }))).toEqual([])
  })

  test('is paid by the stock client: checked before the tool, charged after it', async () => {
    const asked = stripe.asked.length
    const answer = await payingWith(cardMethod(stripe.grant()))(service.url + REPORT, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ done: true })
    const token = expect.stringMatching(/^GET \/v1\/shared_payment\/granted_tokens\/spt_\w+$/)
    expect(stripe.asked.slice(asked)).toEqual([token, 'POST /v1/payment_intents'])
    const [intent] = stripe.intents
    expect(intent).toMatchObject({ amount: 60, currency: 'usd', form: { confirm: 'true' } })
    const receipt = receiptOf({
      headers: { 'payment-receipt': answer.headers.get('payment-receipt') ?? '' },
    })
    expect(receipt).toMatchObject({ method: 'stripe', reference: intent?.id, status: 'success' })
    expect((await service.sales()).at(-1)).toMatchObject({
      rail: 'mpp',
      amount: 600_000,
      payer: null,
      network: 'stripe',
      reference: intent?.id,
    })
  })

  test('charges nothing when the tool fails, and can be used again', async () => {
    const headers = await pay()
    const [charged, before] = [stripe.intents.length, runs()]
    expect((await report(headers, { fails: true })).status).toBe(404)
    expect(stripe.intents).toHaveLength(charged)
    expect((await report(headers)).status).toBe(200)
    expect(stripe.intents).toHaveLength(charged + 1)
    expect(runs()).toBe(before + 2)
  })
})

describe('a token that cannot be charged', () => {
  test.each([
    ['nobody has granted', { charge: 'succeeds' }, 'token_unknown', 402],
    ['was revoked', { deactivated: true }, 'token_deactivated', 402],
    ['is for less', { cents: 59 }, 'token_limit', 402],
    ['is in another currency', { currency: 'eur' }, 'token_currency', 402],
    ['ends too soon', { expires: 1_000 }, 'ends before the tool does', 422],
  ] as const)('is refused before the tool runs: one that %s', async (what, grant, says, status) => {
    const [charged, before] = [stripe.intents.length, runs()]
    const token = what === 'nobody has granted' ? 'spt_unheardof' : stripe.grant(grant)
    const headers = await payBy(cardMethod(token))(service, REPORT, { body: {} })
    const heard = await report(headers)
    expect([heard.status, heard.body['error']]).toEqual([status, expect.stringContaining(says)])
    expect(runs()).toBe(before)
    expect(stripe.intents).toHaveLength(charged)
  })

  test.each([
    ['is declined', 'insufficient_funds'],
    ['needs action', 'requires_action'],
  ] as const)('gives no answer when the charge %s', async (charge, reason) => {
    const heard = await report(await pay({ charge }))
    expect(heard.status).toBe(402)
    expect(heard.body['error']).toBe(`Settlement refused: ${reason}.`)
    expect(heard.body['done']).toBeUndefined()
    expect(heard.headers['payment-receipt']).toBeUndefined()
    expect(offered(heard)).toEqual(['stripe'])
  })

  test.each([
    ['is no token', { spt: 'spt_../../v1/charges' }],
    ['is missing', {}],
    ['is no text', { spt: 7 }],
  ])('never reaches Stripe when it %s', async (_what, payload) => {
    const headers = tamperedMpp(await pay(), (wire) => (wire.payload = payload))
    const asked = stripe.asked.length
    const heard = await report(headers)
    expect(heard.status).toBe(402)
    expect(heard.body['type']).toBe('https://paymentauth.org/problems/invalid-payload')
    expect(stripe.asked).toHaveLength(asked)
  })

  test('is 503 when Stripe cannot be asked, and may be sent again', async () => {
    const other = await startStripeServer(SECRET_KEY, clock.now)
    await other.close()
    const settings = {
      MPP: 'true',
      STRIPE_SECRET_KEY: 'sk_test_of_somebody_else',
      STRIPE_NETWORK_ID: NETWORK_ID,
      STRIPE_API_URL: other.url,
    }
    const cutOff = await openTestService({ tools: tools(), settings })
    const headers = await payBy(cardMethod('spt_1'))(cutOff, REPORT, { body: {} })
    const heard = await call(cutOff, REPORT, { body: {}, headers })
    expect(heard.status).toBe(503)
    await cutOff.stop()
  })
})

describe('one token', () => {
  test('sent 20 times at once is charged once, for one run', async () => {
    const headers = await pay({}, { gate: 'twenty' })
    const [charged, before] = [stripe.intents.length, runs()]
    let answered = 0
    const heard = await atOnce(20, async () => {
      const one = await report(headers, { gate: 'twenty' })
      answered += 1
      if (answered === 19) recorder.open('twenty')
      return one
    })
    expect(statusesOf(heard)).toBe('1 of 200, 19 of 409')
    expect(runs()).toBe(before + 1)
    expect(stripe.intents).toHaveLength(charged + 1)
  })

  test('pays one call, whatever challenge it answers', async () => {
    const token = stripe.grant()
    const method = cardMethod(token)
    expect((await report(await payBy(method)(service, REPORT, { body: {} }))).status).toBe(200)
    const charged = stripe.intents.length
    const again = await report(await payBy(method)(service, REPORT, { body: {} }))
    expect(again.status).toBe(402)
    expect(again.body['error']).toMatch(/used already/)
    expect(stripe.intents).toHaveLength(charged)
  })
})

describe('a charge whose result is unknown', () => {
  test('is found among the charges, and the answer is delivered', async () => {
    const headers = await pay({ charge: 'is lost' })
    const [charged, before] = [stripe.intents.length, runs()]
    const lost = await report(headers)
    expect(lost.status).toBe(402)
    expect(lost.body['error']).toMatch(/^Settlement unknown/)
    expect(lost.headers['www-authenticate']).toBeUndefined()
    const found = await resume(headers, lost)
    expect(found.status).toBe(200)
    expect(receiptOf(found)['reference']).toBe(stripe.intents[0]?.id)
    expect(stripe.intents).toHaveLength(charged + 1)
    expect(runs()).toBe(before + 1)
  })

  test('is found behind hundreds of others', async () => {
    const headers = await pay({ charge: 'is lost' })
    const lost = await report(headers)
    await atOnce(230, async (at) =>
      (stripe.intents as unknown[]).unshift({
        ...stripe.intents[0],
        id: `pi_${at}x`,
        metadata: {},
      }),
    )
    expect((await resume(headers, lost)).status).toBe(200)
  })

  test('is made by a second try when the first never reached Stripe', async () => {
    const headers = await pay({ charge: 'is swallowed once' })
    const [charged, before] = [stripe.intents.length, runs()]
    const lost = await report(headers)
    expect(lost.body['error']).toMatch(/^Settlement unknown/)
    expect((await report(headers)).status).toBe(409)
    expect(stripe.intents).toHaveLength(charged)
    clock.advance(15 * SECOND)
    await expect.poll(async () => (await resume(headers, lost)).status).toBe(200)
    expect(stripe.intents).toHaveLength(charged + 1)
    expect(runs()).toBe(before + 1)
  })

  test('that was never made fails when its token expires', async () => {
    const headers = await pay({ charge: 'is swallowed' })
    expect((await report(headers)).body['error']).toMatch(/^Settlement unknown/)
    expect((await report(headers)).status).toBe(409)
    clock.advance(11 * MINUTE)
    const heard = await report(headers)
    expect(heard.status).toBe(402)
    expect(heard.body['type']).toBe('https://paymentauth.org/problems/payment-expired')
  })

  test.each(['fails within', 'is processing'] as const)(
    'is not accepted as the payment: one that %s',
    async (charge) => {
      const heard = await report(await pay({ charge }))
      expect(heard.status).toBe(402)
      expect(heard.body['error']).toMatch(/^Settlement unknown/)
      expect(heard.body['done']).toBeUndefined()
    },
  )
})

test('a challenge that ends before a slow tool can finish is a 422', async () => {
  const path = '/api/fixture-slow-report'
  const headers = await payBy(cardMethod(stripe.grant()))(service, path, { body: {} })
  clock.advance(3 * MINUTE)
  const heard = await call(service, path, { body: {}, headers })
  expect(heard.status).toBe(422)
  const fresh = await credentialFor(
    cardMethod(stripe.grant()),
    await call(service, path, { body: {} }),
  )
  expect((await call(service, path, { body: {}, headers: fresh })).status).toBe(200)
})

async function run(input: unknown): Promise<{ done: boolean }> {
  const { fails, gate } = input as { fails: boolean; gate: string }
  recorder.ran('report')
  await recorder.pass(gate)
  if (fails) throw notFound('There is nothing to report.')
  return { done: true }
}

/** Tools that are dear enough for a card. */
function tools(): readonly Tool[] {
  const common = {
    name: 'Report',
    description: 'Costs more than change.',
    uses: {},
    input: z.object({ fails: z.boolean().default(false), gate: z.string().default('') }),
    output: z.object({ done: z.boolean() }),
    examples: [{ input: {} }],
  } as const
  const price = '$0.600'
  const specs: Readonly<Record<string, ToolSpec>> = {
    'fixture-report': { ...common, run, price, route: 'POST /api/fixture-report' },
    'fixture-slow-report': {
      ...common,
      run,
      price,
      pace: 'slow',
      payableBy: 'wallets',
      route: 'POST /api/fixture-slow-report',
    },
    'fixture-own': { ...common, run, price, identity: 'wallet', route: 'POST /api/fixture-own' },
    'fixture-dear': defineTool({
      ...common,
      route: 'POST /api/fixture-dear',
      input: z.object({ cents: z.number() }),
      price: { from: '$0.001', quote: ({ cents }) => usdOf(cents * 10_000) },
      examples: [{ input: { cents: 50 } }],
      run: () => ({ done: true }),
    }),
  }
  return Object.entries(specs).map(([slug, spec]) => nameTool(spec, 'fixture', slug))
}
