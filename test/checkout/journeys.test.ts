/** @module-tag long */
import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isSignedBy } from '../../src/selling/payments/checkout/signature.ts'
import { call, type CallAnswer } from '../support/calls.ts'
import { cardGoods } from '../support/card-goods.ts'
import { createClock, HOUR, MINUTE, POLL_LIMIT } from '../support/clock.ts'
import { ENGINES, type TestPlace } from '../support/engines.ts'
import { openTestService, type TestService } from '../support/service.ts'
import { createRunRecorder } from '../support/run-recorder.ts'
import {
  SECRET_KEY,
  startStripeCheckout,
  WEBHOOK_SECRET,
  type StripeCheckoutServer,
} from '../support/stripe-checkout.ts'

const UNKNOWN_SESSION = 'cs_test_0000000000000000'

const settingsWith = (stripe: StripeCheckoutServer, where: TestPlace) => ({
  ...(where.databaseUrl && { DATABASE_URL: where.databaseUrl }),
  STRIPE_SECRET_KEY: SECRET_KEY,
  STRIPE_WEBHOOK_SECRET: `whsec_of_before,${WEBHOOK_SECRET}`,
  STRIPE_API_URL: stripe.url,
  CREDITS_SALES: 'on',
  CARD_CHECKOUTS_PER_MINUTE: '1000',
  CARD_CHECKOUTS_PER_HOUR: '1000',
  CARD_READS_PER_MINUTE: '100000',
})

describe.each(ENGINES)('buying by card, on $name', ({ name, place }) => {
  const clock = createClock()
  const recorder = createRunRecorder()
  const runs = (query: string) => recorder.runs(`study ${query}`)
  let stripe: StripeCheckoutServer
  let service: TestService
  let where: TestPlace

  beforeAll(async () => {
    stripe = await startStripeCheckout(clock.now)
    where = await place()
    service = await openTestService({
      tools: cardGoods(recorder),
      now: clock.now,
      settings: settingsWith(stripe, where),
    })
  })
  afterAll(async () => {
    await service.stop()
    await stripe.close()
    await where.remove()
  })

  const buy = (input: object, headers: Readonly<Record<string, string>> = {}) =>
    call(service, '/api/buy', { body: { product: 'fixture-study', input }, headers })
  const ordered = async (query: string, more: object = {}) =>
    String((await buy({ query, ...more })).body['session'])
  const look = async (session: string) => (await call(service, `/api/r/${session}`)).body
  const statusOf = async (session: string) => (await look(session))['status']
  /** A page asks Stripe again after a while. */
  const later = async (session: string) => {
    clock.advance(3_000)
    return statusOf(session)
  }
  const becomes = (session: string, status: string) =>
    vi.waitFor(async () => expect(await later(session)).toBe(status), POLL_LIMIT)

  test('a checkout costs price and fee, and the same key makes one of two', async () => {
    const headers = { 'idempotency-key': '0b7f0f2e-8a51-4c39-9d46-51f2f4b6a1aa' }
    const [first, again, other] = await Promise.all([
      buy({ query: 'once' }, headers),
      buy({ query: 'once' }, headers),
      buy({ query: 'twice' }, headers),
    ])
    expect(first).toMatchObject({ status: 200, body: { priceUsd: 0.93 } })
    expect(first.body['url']).toMatch(/^https:\/\/checkout\.stripe\.com\/c\/pay\/cs_test_/)
    expect(again.body).toEqual(first.body)
    expect(other.body['session']).not.toBe(first.body['session'])
    const made = stripe.sessions.get(String(first.body['session']))!
    expect(made).toMatchObject({ amount_total: 93, currency: 'usd', mode: 'payment' })
    expect(made.success_url).toBe(`${service.url}/r/{CHECKOUT_SESSION_ID}`)
    expect(JSON.stringify(made.metadata)).not.toContain('once')
  })

  test('the event of a payment delivers once, however often it comes', async () => {
    const session = await ordered('event')
    const paid = stripe.pay(session)
    const heard = await Promise.all([
      stripe.deliver(service, paid),
      stripe.deliver(service, paid),
      stripe.deliver(service, stripe.event('checkout.session.completed', { id: session })),
    ])
    expect(heard).toEqual([200, 200, 200])
    await becomes(session, 'done')
    expect(await stripe.deliver(service, paid)).toBe(200)
    await Promise.all([1, 2, 3].map(() => later(session)))
    expect(runs('event')).toBe(1)
    const { report, paidUsd } = await look(session)
    expect([report, paidUsd]).toEqual([
      expect.objectContaining({ report: expect.stringContaining('# event'), run: 1 }),
      0.93,
    ])
    const sales = (await service.sales()).filter(({ rail }) => rail === 'checkout')
    const payment = stripe.sessions.get(session)?.payment_intent
    expect(sales).toMatchObject([{ amount: 600_000, network: 'stripe', reference: payment }])
  })

  test('the page of the buyer alone delivers', async () => {
    const session = await ordered('page')
    stripe.pay(session)
    await becomes(session, 'done')
    expect(runs('page')).toBe(1)
  })

  test('a payment of which nobody tells is found in the list', async () => {
    const session = await ordered('list')
    // A list of more than one page.
    for (let at = 0; at < 3; at++) await ordered(`other ${at}`)
    stripe.pay(session)
    await service.cards.lookOut(new AbortController().signal)
    await vi.waitFor(() => expect(runs('list')).toBe(1), POLL_LIMIT)
    await becomes(session, 'done')
  })

  test.each([
    ['signed by somebody else', { secret: 'whsec_other' }],
    ['ten minutes old', { at: -600 }],
  ])(
    'an event %s is refused, and asks nobody',
    async (_what, { at, ...forged }: { at?: number; secret?: string }) => {
      const session = await ordered('forged')
      const event = stripe.pay(session)
      const asked = () => stripe.asked.filter((path) => path.includes(session)).length
      const when = at === undefined ? {} : { at: Math.floor(clock.now() / 1000) + at }
      expect(await stripe.deliver(service, event, { ...forged, ...when })).toBe(400)
      await service.cards.work(new AbortController().signal)
      expect(asked()).toBe(0)
    },
  )

  test('an event that lies about a payment delivers nothing', async () => {
    const session = await ordered('liar')
    const lie = stripe.event('checkout.session.completed', {
      id: session,
      status: 'complete',
      payment_status: 'paid',
    })
    expect(await stripe.deliver(service, lie)).toBe(200)
    await service.cards.work(new AbortController().signal)
    await vi.waitFor(() => expect(stripe.asked.at(-1)).toContain(session), POLL_LIMIT)
    expect(await statusOf(session)).toBe('unpaid')
    expect(runs('liar')).toBe(0)
  })

  test('a bank debit waits for its bank', async () => {
    const [good, bad] = [await ordered('debit'), await ordered('no debit')]
    expect(await stripe.deliver(service, stripe.pay(good, 'later'))).toBe(200)
    expect(await stripe.deliver(service, stripe.pay(bad, 'later'))).toBe(200)
    await service.cards.work(new AbortController().signal)
    expect([await later(good), await later(bad), runs('debit')]).toEqual(['unpaid', 'unpaid', 0])
    await stripe.deliver(service, stripe.confirm(good, true))
    await stripe.deliver(service, stripe.confirm(bad, false))
    await becomes(good, 'done')
    await becomes(bad, 'expired')
    expect([runs('debit'), runs('no debit')]).toEqual([1, 0])
  })

  test('a bank that confirms after days, unheard, is asked', async () => {
    const session = await ordered('slow debit')
    await stripe.deliver(service, stripe.pay(session, 'later'))
    await becomes(session, 'unpaid')
    clock.advance(50 * HOUR)
    stripe.confirm(session, true)
    await service.cards.lookOut(new AbortController().signal)
    await becomes(session, 'done')
    expect(runs('slow debit')).toBe(1)
  })

  describe('money that is held', () => {
    const paymentOf = (session: string) => String(stripe.sessions.get(session)?.payment_intent)
    const payment = (session: string) => stripe.payments.get(paymentOf(session))?.status

    test('a card holds the money until the answer is there', async () => {
      const session = await ordered('held', { fails: 1 })
      stripe.pay(session)
      await becomes(session, 'generating')
      await vi.waitFor(() => expect(runs('held')).toBe(1), POLL_LIMIT)
      expect(payment(session)).toBe('requires_capture')
      clock.advance(31_000)
      await service.cards.work(new AbortController().signal)
      await becomes(session, 'done')
      expect(payment(session)).toBe('succeeded')
    })

    test('what fails once is made again; what fails twice costs nobody anything', async () => {
      const [shaky, hopeless] = [
        await ordered('shaky', { fails: 1 }),
        await ordered('hopeless', { fails: 9 }),
      ]
      for (const session of [shaky, hopeless]) await stripe.deliver(service, stripe.pay(session))
      const work = async () => {
        clock.advance(31_000)
        await service.cards.work(new AbortController().signal)
      }
      await vi.waitFor(async () => {
        await work()
        expect([await statusOf(shaky), await statusOf(hopeless)]).toEqual(['done', 'refunded'])
      }, POLL_LIMIT)
      await work()
      expect([runs('shaky'), runs('hopeless')]).toEqual([2, 2])
      // A refund would leave the seller with the fee of the processor.
      expect([payment(shaky), payment(hopeless)]).toEqual(['succeeded', 'canceled'])
      expect(stripe.refunds).toEqual([])
      expect(await look(hopeless)).toMatchObject({
        error: 'The sources failed.',
        refund: paymentOf(hopeless),
      })
    })

    test('what a bank has debited is given back once when it fails twice', async () => {
      const session = await ordered('hopeless debit', { fails: 9 })
      await stripe.deliver(service, stripe.pay(session, 'later'))
      await becomes(session, 'unpaid')
      await stripe.deliver(service, stripe.confirm(session, true))
      await vi.waitFor(async () => {
        clock.advance(31_000)
        await service.cards.work(new AbortController().signal)
        expect(await statusOf(session)).toBe('refunded')
      }, POLL_LIMIT)
      expect(stripe.refunds).toMatchObject([{ payment_intent: paymentOf(session), amount: 93 }])
    })

    test('a hold that is given up while the answer is made delivers nothing', async () => {
      const session = await ordered('withdrawn', { fails: 1 })
      stripe.pay(session)
      await becomes(session, 'generating')
      await vi.waitFor(() => expect(runs('withdrawn')).toBe(1), POLL_LIMIT)
      stripe.withdraw(session)
      await vi.waitFor(async () => {
        clock.advance(31_000)
        await service.cards.work(new AbortController().signal)
        expect(await statusOf(session)).toBe('refunded')
      }, POLL_LIMIT)
      expect(runs('withdrawn')).toBe(2)
      expect((await look(session))['report']).toBeUndefined()
      const references = (await service.sales()).map(({ reference }) => reference)
      expect(references).not.toContain(paymentOf(session))
    })
  })

  test('a session that ends unpaid is told as ended', async () => {
    const session = await ordered('ended')
    await stripe.deliver(service, stripe.expire(session))
    await becomes(session, 'expired')
    expect(runs('ended')).toBe(0)
  })

  test('a report whose payment is given back by hand stays readable', async () => {
    const session = await ordered('by hand')
    stripe.pay(session)
    await becomes(session, 'done')
    await stripe.deliver(service, stripe.reverse(session, 'refunded'))
    await service.cards.work(new AbortController().signal)
    expect(await statusOf(session)).toBe('done')
  })

  test('an answer of Stripe that is lost makes no second checkout', async () => {
    const before = stripe.sessions.size
    stripe.next('made, and nobody hears')
    const heard = await buy({ query: 'lost' })
    expect([heard.status, stripe.sessions.size]).toEqual([200, before + 1])
    stripe.next('fails within')
    const failed = await buy({ query: 'down' })
    expect(failed).toMatchObject({ status: 502 })
  })

  test('an unknown session is asked for once a minute', async () => {
    const asked = stripe.asked.length
    for (let at = 0; at < 5; at++) expect(await statusOf(UNKNOWN_SESSION)).toBe('not_found')
    expect(stripe.asked.length).toBe(asked + 1)
    for (const odd of ['cs_x', 'nonsense', 'cs_test_..%2F..%2Fcharges'])
      expect(await statusOf(odd)).toBe('not_found')
    expect(stripe.asked.length).toBe(asked + 1)
    clock.advance(61_000)
    await statusOf(UNKNOWN_SESSION)
    expect(stripe.asked.length).toBe(asked + 2)
  })

  describe('an order', () => {
    test.each(['buy-1', '1'.repeat(40)])(
      'with a key that others may guess is refused: %s',
      async (key) => {
        const heard = await buy({ query: 'guessed' }, { 'idempotency-key': key })
        expect([heard.status, heard.body['error']]).toEqual([400, expect.stringContaining('UUID')])
      },
    )

    test('nothing is made before it is paid', async () => {
      const session = await ordered('unpaid')
      expect(await statusOf(session)).toBe('unpaid')
      expect(await later(session)).toBe('unpaid')
      expect(runs('unpaid')).toBe(0)
    })

    test.each([
      ['an unknown product', { product: 'no-such' }, 'product: "no-such" is not sold by card'],
      ['what belongs to a wallet', { product: 'memory-write' }, 'is not sold by card'],
      [
        'input that its tool refuses',
        { product: 'fixture-study', input: {} },
        'query: is required',
      ],
    ])('of %s is refused before a session is made', async (_what, body, says) => {
      const asked = stripe.asked.length
      const heard = await call(service, '/api/buy', { body })
      expect([heard.status, heard.body['error']]).toEqual([400, expect.stringContaining(says)])
      expect(stripe.asked.length).toBe(asked)
    })
  })

  test('a form of a page is led to Stripe', async () => {
    const heard = await call(service, '/api/buy', {
      body: 'product=fixture-study&input%5Bquery%5D=by+form',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(heard.status).toBe(303)
    expect(heard.headers.location).toMatch(/^https:\/\/checkout\.stripe\.com\//)
  })

  describe('credits', () => {
    const checkout = async (pack: unknown) =>
      call(service, '/api/credits/checkout', { body: { pack } })
    const claim = async (session: string) =>
      (await call(service, `/api/credits/claim?session=${session}`)).body
    const bought = async () => String((await checkout('20')).body['session'])

    test('show their key when they are paid, again for a day, and then never', async () => {
      const session = await bought()
      expect(stripe.sessions.get(session)?.amount_total).toBe(2_091)
      expect(await claim(session)).toEqual({ status: 'unpaid' })
      stripe.pay(session)
      clock.advance(3_000)
      const claims = await Promise.all([claim(session), claim(session), claim(session)])
      const [first] = claims
      expect(first).toMatchObject({ status: 'minted', balanceUsd: 20 })
      for (const other of claims) expect(other).toEqual(first)
      expect(await service.account(String(first?.['key']))).toMatchObject({ balance: 20_000_000 })
      clock.advance(23 * HOUR)
      expect(await claim(session)).toEqual(first)
      clock.advance(2 * HOUR)
      expect(await claim(session)).toEqual({ status: 'claimed' })
    })

    test('are disabled when their payment is objected to', async () => {
      const [claimed, unclaimed] = [await bought(), await bought()]
      for (const session of [claimed, unclaimed]) stripe.pay(session)
      clock.advance(3_000)
      const { key } = await claim(claimed)
      await later(unclaimed)
      for (const session of [claimed, unclaimed])
        await stripe.deliver(service, stripe.reverse(session, 'disputed'))
      await vi.waitFor(async () => {
        await service.cards.work(new AbortController().signal)
        expect(await service.account(String(key))).toMatchObject({ disabled: true })
        expect(await claim(unclaimed)).toEqual({ status: 'invalid' })
      }, POLL_LIMIT)
      expect(await claim(claimed)).toEqual({ status: 'invalid' })
    })

    /** The service works on events too, beside the test. */
    const allHeard = () =>
      vi.waitFor(async () => {
        await service.cards.work(new AbortController().signal)
        const rows = await service.db.all('select id from card_events where due < $1', [
          Number.MAX_SAFE_INTEGER,
        ])
        expect(rows).toEqual([])
      }, POLL_LIMIT)

    test.each(['refunded', 'disputed'] as const)(
      'never spend after their payment was %s, in whatever order that is told',
      { tags: 'long' },
      async (how) => {
        for (const order of ordersOf(['paid', 'paid again', 'reversed', 'claimed'])) {
          const session = await bought()
          const paid = stripe.pay(session)
          const keys: string[] = []
          const steps: Record<string, () => Promise<unknown>> = {
            paid: () => stripe.deliver(service, paid),
            'paid again': () => stripe.deliver(service, { ...paid, id: `${paid.id}again` }),
            reversed: () => stripe.deliver(service, stripe.reverse(session, how)),
            async claimed() {
              const { key } = await claim(session)
              if (typeof key === 'string') keys.push(key)
            },
          }
          for (const step of order) {
            await steps[step]!()
            await allHeard()
            clock.advance(3_000)
          }
          expect(await claim(session), order.join()).toEqual({ status: 'invalid' })
          for (const key of keys) {
            expect(await service.account(key), order.join()).toMatchObject({ disabled: true })
            const spent = await call(service, '/api/hash', {
              body: { text: 'x' },
              headers: { authorization: `Bearer ${key}` },
            })
            expect(spent.status).toBe(402)
          }
        }
      },
    )

    test('know what is no session of theirs', async () => {
      const report = await ordered('no credits')
      expect(await claim(report)).toEqual({ status: 'invalid' })
      expect(await claim('nonsense')).toEqual({ status: 'invalid' })
      expect(await claim('cs_test_9999999999999999')).toEqual({ status: 'not_found' })
    })

    test('are sold in packs', async () => {
      expect((await checkout(50)).body['priceUsd']).toBe(51.81)
      const heard = await checkout('30')
      expect([heard.status, heard.body['error']]).toEqual([400, expect.stringContaining('pack')])
    })
  })

  test('the official client reads what we have made, and its own', async () => {
    const options = {
      host: '127.0.0.1',
      port: stripe.port,
      protocol: 'http',
      maxNetworkRetries: 0,
    } as const
    const client = new Stripe(SECRET_KEY, options)
    const session = await ordered('official')
    const ours = await client.checkout.sessions.retrieve(session)
    expect(ours).toMatchObject({ id: session, payment_status: 'unpaid', amount_total: 93 })
    const theirs = await client.checkout.sessions.create({
      mode: 'payment',
      success_url: 'https://farebox.test/r/{CHECKOUT_SESSION_ID}',
      line_items: [
        {
          quantity: 1,
          price_data: { currency: 'usd', unit_amount: 93, product_data: { name: 'Study' } },
        },
      ],
    })
    expect(Object.keys(theirs).toSorted()).toEqual(Object.keys(ours).toSorted())
    // A session of somebody else on the same account is none of ours.
    stripe.pay(theirs.id)
    expect(await statusOf(theirs.id)).toBe('not_found')
    const small = client.checkout.sessions.create({
      mode: 'payment',
      success_url: 'https://farebox.test',
      line_items: [
        {
          quantity: 1,
          price_data: { currency: 'usd', unit_amount: 10, product_data: { name: 'x' } },
        },
      ],
    })
    await expect(small).rejects.toMatchObject({ statusCode: 400, code: 'amount_too_small' })
    const stranger = new Stripe('sk_other', options)
    await expect(stranger.checkout.sessions.retrieve(session)).rejects.toMatchObject({
      statusCode: 401,
    })
    await expect(client.checkout.sessions.retrieve(UNKNOWN_SESSION)).rejects.toMatchObject({
      statusCode: 404,
    })
  })

  test(`${name} is what the service stands on`, () => {
    expect(service.db.engine).toBe(name === 'SQLite' ? 'sqlite' : 'postgres')
  })
})

test('our check of a signature and that of the official client agree', () => {
  const client = new Stripe(SECRET_KEY)
  const payload = JSON.stringify({ id: 'evt_1', object: 'event' })
  const header = client.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET })
  expect(client.webhooks.constructEvent(payload, header, WEBHOOK_SECRET).id).toBe('evt_1')
  const check = (secrets: readonly string[], text: string, at = Date.now()) =>
    isSignedBy(secrets, { text, header, now: at })
  expect(check(['whsec_new', WEBHOOK_SECRET], payload)).toBe(true)
  expect(check(['whsec_new'], payload)).toBe(false)
  expect(check([WEBHOOK_SECRET], `${payload} `)).toBe(false)
  expect(check([WEBHOOK_SECRET], payload, Date.now() + 10 * MINUTE)).toBe(false)
  expect(isSignedBy([WEBHOOK_SECRET], { text: payload, header: '', now: Date.now() })).toBe(false)
})

describe('without a card key', () => {
  let service: TestService
  beforeAll(async () => {
    service = await openTestService()
  })
  afterAll(() => service.stop())

  const statuses = async (calls: readonly Promise<CallAnswer>[]) =>
    (await Promise.all(calls)).map(({ status }) => status)

  test('the card checkout answers 503, and reads find nothing', async () => {
    const body = { product: 'hash', input: {} }
    expect(
      await statuses([
        call(service, '/api/buy', { body }),
        call(service, '/api/buy', { body: {} }),
        call(service, '/api/subscribe', { body: {} }),
        call(service, '/api/credits/checkout', { body: { pack: '20' } }),
        call(service, '/api/credits/checkout', { body: {} }),
        call(service, '/api/stripe/webhook', { body: {} }),
        call(service, `/api/r/${UNKNOWN_SESSION}`),
        call(service, `/api/credits/claim?session=${UNKNOWN_SESSION}`),
      ]),
    ).toEqual([503, 503, 503, 503, 503, 503, 200, 200])
  })
})

describe('with a card key alone', () => {
  let service: TestService
  beforeAll(async () => {
    service = await openTestService({
      settings: { STRIPE_SECRET_KEY: SECRET_KEY, CARD_READS_PER_MINUTE: '2' },
    })
  })
  afterAll(() => service.stop())

  test('the service opens, and sells no credits', async () => {
    const heard = await call(service, '/api/credits/checkout', { body: { pack: '20' } })
    expect([heard.status, heard.body['error']]).toEqual([
      503,
      'New credits are not on sale here: CREDITS_SALES is off.',
    ])
  })

  test('looks are capped by address', async () => {
    const look = () => call(service, '/api/r/nonsense')
    expect((await look()).status).toBe(200)
    expect((await look()).status).toBe(200)
    const third = await look()
    expect([third.status, Number(third.headers['retry-after'])]).toEqual([429, expect.any(Number)])
  })
})

/** All orders of some steps. */
function ordersOf(steps: readonly string[]): readonly (readonly string[])[] {
  if (steps.length <= 1) return [steps]
  return steps.flatMap((step) =>
    ordersOf(steps.filter((other) => other !== step)).map((rest) => [step, ...rest]),
  )
}
