import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { CallContext } from '../../src/base/core/capability.ts'
import { Fault } from '../../src/base/core/fault.ts'
import { createMonitors, type Monitors } from '../../src/capabilities/monitors/monitors.ts'
import { addingMonitor, createMonitorStore, type MonitorState } from '../../src/stores/monitors.ts'
import { bearer } from '../support/buyer.ts'
import { call } from '../support/calls.ts'
import { createClock, HOUR, POLL_LIMIT } from '../support/clock.ts'
import { ENGINES, useDatabase } from '../support/engines.ts'
import { openTestService, type TestService } from '../support/service.ts'
import edgarStandIn from '../support/upstreams/edgar.ts'
import {
  SECRET_KEY,
  startStripeCheckout,
  WEBHOOK_SECRET,
  type StripeCheckoutServer,
} from '../support/stripe-checkout.ts'

const DAY = 24 * HOUR
const SIGNAL = new AbortController().signal

type Answers = Record<string, Record<string, unknown>>

describe.each(ENGINES)('a monitor, on $name', (engine) => {
  const db = useDatabase(engine)
  const clock = createClock()
  const answers: Answers = {}
  const asked: string[] = []
  /** What the processor says when it is asked. */
  const standings: Record<string, MonitorState> = {}
  let monitors: Monitors
  beforeAll(() => {
    const run = async (slug: string, _input: object, _call: CallContext) => {
      asked.push(slug)
      const answer = answers[slug]
      if (!answer) throw new Fault('upstream_failed', `${slug} failed.`)
      return answer
    }
    const store = createMonitorStore(db())
    const standing = async (subscription: string) => standings[subscription] ?? null
    monitors = createMonitors({ store, run, standing, now: clock.now, onTrouble: () => {} })
  })

  async function begun(order: string, product: string, target = 'example.com'): Promise<string> {
    await db().batch([monitors.begin(order, product, target, `sub_${order}`)])
    const monitor = await monitors.store.bySubscription(`sub_${order}`)
    return monitor!.id
  }
  const changesOf = async (id: string) =>
    (await monitors.store.changes(id)).map(({ changes }) => JSON.parse(changes) as unknown)
  const tomorrow = async () => {
    clock.advance(DAY + 1)
    await monitors.work(SIGNAL)
  }

  test('tells what has changed, and nothing where nothing has', async () => {
    const id = await begun('a', 'domain')
    Object.assign(answers, {
      whois: { registrar: 'One', nameservers: ['b', 'a'] },
      'dns-lookup': { mx: [], txt: ['v=spf1 -all'], errors: {} },
      'tls-cert': { issuer: 'CA', trusted: true },
    })
    await monitors.work(SIGNAL)
    expect(await changesOf(id)).toEqual([])
    answers['whois'] = { registrar: 'One', nameservers: ['a', 'b'] }
    await tomorrow()
    expect(await changesOf(id)).toEqual([])
    answers['whois'] = { registrar: 'Two', nameservers: ['a', 'b'] }
    await tomorrow()
    expect(await changesOf(id)).toEqual([[{ path: 'registrar', before: 'One', after: 'Two' }]])
    expect(id).toMatch(/^[0-9a-f]{32}$/)
  })

  test('of a list tells only what is new, and never twice', async () => {
    const id = await begun('b', 'filing')
    const filing = (accession: string) => ({ accession, form: '8-K', filedDate: '2026-01-01' })
    answers['edgar-filings'] = { filings: [filing('2'), filing('1')] }
    await monitors.work(SIGNAL)
    answers['edgar-filings'] = { filings: [filing('3'), filing('2')] }
    await tomorrow()
    answers['edgar-filings'] = { filings: [filing('3'), filing('1')] }
    await tomorrow()
    expect(await changesOf(id)).toEqual([[{ path: '3', before: null, after: '8-K · 2026-01-01' }]])
  })

  test('that cannot be read is no change, and is asked less and less often', async () => {
    const id = await begun('c', 'research')
    answers['search'] = { results: [{ url: 'https://a.example', title: 'A' }] }
    await monitors.work(SIGNAL)
    delete answers['search']
    await tomorrow()
    const first = await monitors.store.find(id)
    expect(first).toMatchObject({
      failures: 1,
      error: 'search failed.',
      failedSince: expect.any(Number),
    })
    expect(first!.due - clock.now()).toBeLessThanOrEqual(HOUR)
    clock.advance(HOUR + 1)
    await monitors.work(SIGNAL)
    const second = await monitors.store.find(id)
    expect(second!.due - clock.now()).toBeGreaterThan(1.9 * HOUR)
    answers['search'] = { results: [{ url: 'https://a.example', title: 'A' }] }
    await tomorrow()
    expect(await monitors.store.find(id)).toMatchObject({ failures: 0, failedSince: null })
    expect(await changesOf(id)).toEqual([])
  })

  test('of offerings tells those of the companies that were named', async () => {
    const id = await begun('ipo', 'ipo', 'Acme, Inc')
    const filing = (accession: string, company: string) => ({ accession, company, form: 'S-1' })
    const first = filing('1', 'Acme Inc. Holdings')
    answers['edgar-recent-ipos'] = { filings: [first] }
    await monitors.work(SIGNAL)
    const two = [filing('3', 'Zenith Corp'), filing('2', 'ACME INC'), first]
    answers['edgar-recent-ipos'] = { filings: two }
    await tomorrow()
    expect(await changesOf(id)).toEqual([[{ path: '2', before: null, after: 'ACME INC · S-1' }]])
    await monitors.setState('sub_ipo', 'ended')
  })

  test('is looked at by one of many processes, and by another when that dies', async () => {
    const id = await begun('d', 'ipo')
    answers['edgar-recent-ipos'] = { filings: [] }
    const before = asked.filter((slug) => slug === 'edgar-recent-ipos').length
    await Promise.all([1, 2, 3].map(() => monitors.work(SIGNAL)))
    const looks = () => asked.filter((slug) => slug === 'edgar-recent-ipos').length - before
    expect(looks()).toBe(1)
    clock.advance(DAY + 1)
    const monitor = await monitors.store.find(id)
    // The claim of a process that dies.
    expect(await monitors.store.claim(monitor!, clock.now() + HOUR)).toBe(true)
    await monitors.work(SIGNAL)
    expect(looks()).toBe(1)
    clock.advance(HOUR + 1)
    await monitors.work(SIGNAL)
    expect(looks()).toBe(2)
  })

  test('that is paid by the look ends with the last good one', async () => {
    await db().batch([
      addingMonitor(
        { id: 'looks', product: 'research', target: 'x', subscription: null, looks: 2 },
        clock.now(),
      ),
    ])
    const seen = async () => {
      const monitor = await monitors.store.find('looks')
      return [monitor?.state, monitor?.looks]
    }
    answers['search'] = { results: [] }
    await monitors.work(SIGNAL)
    expect(await seen()).toEqual(['active', 1])
    delete answers['search']
    await tomorrow()
    expect(await seen()).toEqual(['active', 1])
    answers['search'] = { results: [] }
    await tomorrow()
    expect(await seen()).toEqual(['ended', 0])
  })

  test('asks whether it is paid before each look, where no event tells', async () => {
    const id = await begun('f', 'ipo')
    const stateOf = async () => (await monitors.store.find(id))?.state
    await monitors.work(SIGNAL)
    const looked = async () => (await monitors.store.find(id))?.looked ?? 0
    const before = await looked()
    standings['sub_f'] = 'paused'
    await tomorrow()
    expect([await stateOf(), await looked()]).toEqual(['paused', before])
    standings['sub_f'] = 'active'
    await tomorrow()
    await monitors.work(SIGNAL)
    expect(await stateOf()).toBe('active')
    const after = await looked()
    expect(after).toBeGreaterThan(before)
    standings['sub_f'] = 'ended'
    await tomorrow()
    expect([await stateOf(), await looked()]).toEqual(['ended', after])
  })

  test('keeps a long text by its beginning and its digest', async () => {
    const id = await begun('g', 'domain')
    const dns = (end: string) => ({ mx: [], txt: [`${'x'.repeat(5_000)}${end}`], errors: {} })
    answers['dns-lookup'] = dns('a')
    await monitors.work(SIGNAL)
    answers['dns-lookup'] = dns('b')
    await tomorrow()
    const [[change]] = (await changesOf(id)) as [[{ path: string; before: string; after: string }]]
    expect(change.path).toBe('txt')
    expect(change.before).not.toBe(change.after)
    expect(change.after.length).toBeLessThan(2_200)
  })

  test('rests while it is paused, goes on when it is paid, and ends for good', async () => {
    const id = await begun('e', 'ipo')
    const stateOf = async () => (await monitors.store.find(id))?.state
    await monitors.setState('sub_e', 'paused')
    const before = asked.length
    await tomorrow()
    expect([await stateOf(), (await monitors.store.find(id))?.looked]).toEqual(['paused', null])
    await monitors.setState('sub_e', 'active')
    await monitors.work(SIGNAL)
    expect(asked.length).toBeGreaterThan(before)
    await monitors.setState('sub_e', 'ended')
    await monitors.setState('sub_e', 'active')
    expect(await stateOf()).toBe('ended')
    clock.advance(31 * DAY)
    await monitors.store.forget(clock.now())
    expect(await monitors.store.find(id)).toBe(null)
  })
})

describe('a monitor by wallet', () => {
  const clock = createClock()
  let service: TestService
  beforeAll(async () => {
    service = await openTestService({ now: clock.now, settings: await edgarStandIn() })
  })
  afterAll(() => service.stop())

  test('is paid by the look, begins with the payment, and is read by its address', async () => {
    const headers = bearer(await service.issueKey('$1'))
    const body = { product: 'ipo', target: 'all', looks: 7 }
    const heard = await call(service, '/api/monitor-create', { body, headers })
    expect(heard).toMatchObject({ status: 200, body: { looks: 7, target: 'all' } })
    expect((await service.sales()).at(-1)?.amount).toBe(140_000)
    const { json } = heard.body as { readonly json: string }
    expect((await call(service, json)).body).toMatchObject({
      state: 'active',
      looksLeft: 7,
      untrustedContent: true,
    })
    await service.parts.checkout.monitors.work(SIGNAL)
    expect((await call(service, json)).body).toMatchObject({
      looksLeft: 6,
      changes: [],
    })
  })

  test.each([
    ['fund', '999999999'],
    ['ipo', ',,,'],
  ])('that cannot be looked at costs nothing: %s %s', async (product, target) => {
    const headers = bearer(await service.issueKey('$1'))
    const body = { product, target, looks: 7 }
    const before = (await service.sales()).length
    const heard = await call(service, '/api/monitor-create', { body, headers })
    expect(heard.status).toBeGreaterThanOrEqual(400)
    expect((await service.sales()).length).toBe(before)
  })
})

describe('a monitor by card', () => {
  const clock = createClock()
  let stripe: StripeCheckoutServer
  let service: TestService
  beforeAll(async () => {
    stripe = await startStripeCheckout(clock.now)
    service = await openTestService({
      now: clock.now,
      settings: {
        STRIPE_SECRET_KEY: SECRET_KEY,
        STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
        STRIPE_API_URL: stripe.url,
      },
    })
    vi.spyOn(service.parts.checkout.monitors, 'check').mockResolvedValue()
  })
  afterAll(async () => {
    await service.stop()
    await stripe.close()
  })

  const body = { product: 'domain', target: 'example.com' }

  test('begins with its payment, follows its subscription, and can be ended', async () => {
    const heard = await call(service, '/api/subscribe', { body })
    expect(heard).toMatchObject({ status: 200, body: { priceUsd: 5.46 } })
    const session = String(heard.body['session'])
    expect(stripe.sessions.get(session)).toMatchObject({ mode: 'subscription', amount_total: 546 })
    expect((await call(service, `/m/${session}`)).status).toBe(404)
    await stripe.deliver(service, stripe.pay(session))
    let where = ''
    await vi.waitFor(async () => {
      clock.advance(3_000)
      const seen = await call(service, `/m/${session}`)
      expect(seen.status).toBe(200)
      where = /\/m\/[0-9a-f]{32}/.exec(seen.text)?.[0] ?? ''
    }, POLL_LIMIT)
    const state = async () => (await call(service, `${where}.json`)).body['state']
    expect(await state()).toBe('active')
    const subscription = String(stripe.sessions.get(session)?.subscription)
    const tell = async (status: string, type: string) => {
      stripe.setSubscription(subscription, status)
      const invoice = { id: 'in_1', parent: { subscription_details: { subscription } } }
      const object = type.startsWith('invoice') ? invoice : { id: subscription }
      await stripe.deliver(service, stripe.event(type, object))
    }
    await tell('past_due', 'invoice.payment_failed')
    await vi.waitFor(async () => expect(await state()).toBe('paused'), POLL_LIMIT)
    await tell('active', 'invoice.paid')
    await vi.waitFor(async () => expect(await state()).toBe('active'), POLL_LIMIT)
    // Who may read it may not end it.
    expect((await call(service, where)).text).not.toContain('subscribe/cancel')
    const byReader = { body: { session: where.split('/').at(-1) } }
    expect((await call(service, '/api/subscribe/cancel', byReader)).status).toBe(404)
    const cancelled = await call(service, '/api/subscribe/cancel', { body: { session } })
    expect(cancelled.body).toEqual({ cancelled: true })
    expect(stripe.subscriptions.get(subscription)?.cancel_at_period_end).toBe(true)
    await tell('canceled', 'customer.subscription.deleted')
    await vi.waitFor(async () => expect(await state()).toBe('ended'), POLL_LIMIT)
    const feed = await call(service, `${where}.atom`)
    expect(feed.headers['content-type']).toContain('application/atom+xml')
    expect(feed.text).toContain('<title>Domain monitor: example.com</title>')
    expect(feed.text).toContain('<category term="untrusted-content"/>')
    expect((await call(service, where)).text).toContain('Ended.')
  })

  test('tells a person in a page why a form was refused', async () => {
    const heard = await call(service, '/api/subscribe', {
      body: 'product=weather&target=x',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'text/html,*/*;q=0.8',
        referer: `${service.url}/monitors`,
      },
    })
    expect(heard.status).toBe(400)
    expect(heard.headers['content-type']).toContain('text/html')
    expect(heard.text).toContain('That did not work')
    expect(heard.text).toContain('product')
    expect(heard.text).toContain('href="/monitors"')
  })

  test('is refused for what cannot be watched', async () => {
    const heard = await call(service, '/api/subscribe', { body: { ...body, product: 'weather' } })
    expect(heard.status).toBe(400)
  })
})
