/** @module-tag long */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestService, type TestService } from '../support/service.ts'
import { openVisitor, violationsOn, type Visitor } from '../support/site.ts'
import { standIn } from '../support/upstreams/define.ts'

/** The dashboard of the operator: who gets in, what stands there, and what can be done. */
const TOKEN = 'a-token-of-the-operator-for-tests'
let service: TestService
let visitor: Visitor
let at = Date.now()

beforeAll(async () => {
  const failing = standIn({
    at: 'UPSTREAM_KRAKEN_URL',
    answer: () => new Response('out of order', { status: 500 }),
  })
  const settings = { OPERATOR_TOKEN: TOKEN, ...(await failing()) }
  service = await openTestService({ settings, now: () => at })
  visitor = await openVisitor()
}, 60_000)
afterAll(async () => {
  await visitor.close()
  await service.stop()
})

const post = (path: string, fields: Readonly<Record<string, string>>, headers = {}) =>
  fetch(service.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  })

async function session(): Promise<string> {
  const reply = await post('/operator', { token: TOKEN })
  expect(reply.status).toBe(303)
  return String(reply.headers.get('set-cookie')).split(';')[0] ?? ''
}

const read = async (path: string, cookie = '') =>
  fetch(service.url + path, { redirect: 'manual', headers: { cookie } })

test(
  'an operator signs in, reads the dashboard, takes a key away and gives it back',
  { tags: 'long' },
  async () => {
    const key = await service.issueKey('$0.5')
    const { page, problems } = await visitor.visit(`${service.url}/operator`, {
      bypassCSP: true,
    })
    expect(await violationsOn(page)).toEqual([])
    await page.fill('#token', TOKEN)
    await page.click('main button')
    expect(await page.textContent('h1')).toBe('Dashboard')
    expect(await violationsOn(page)).toEqual([])
    expect(await page.textContent('main')).toContain('Nothing. Every network can be paid')
    await page.click('button:has-text("Disable")')
    expect((await service.account(key)).disabled).toBe(true)
    await page.click('button:has-text("Enable")')
    expect((await service.account(key)).disabled).toBe(false)
    await page.click('button:has-text("Sign out")')
    expect(await page.textContent('h1')).toBe('Operator')
    expect(problems).toEqual([])
  },
)

test(
  'an operator finds a tool, switches it off and on, and sets its price',
  { tags: 'long' },
  async () => {
    const { page, problems } = await visitor.visit(`${service.url}/operator`, { bypassCSP: true })
    await page.fill('#token', TOKEN)
    await page.click('main button')
    await page.click('a:has-text("Switch tools off")')
    await page.fill('#q', 'hash')
    await page.press('#q', 'Enter')
    const row = page.locator('tr', { has: page.locator('a[href="/tools/hash"]') })
    await row.locator('button:has-text("Switch off")').click()
    expect(await row.textContent()).toContain('switched off')
    expect(service.catalog.bySlug('hash')?.unavailable).toContain('switched')
    await row.locator('button:has-text("Switch on")').click()
    await row.locator('input[name=price]').fill('0.07')
    await row.locator('button:has-text("Set")').click()
    expect(await row.textContent()).toContain('instead of $0.001')
    expect(service.catalog.bySlug('hash')?.price).toBe(70_000)
    expect(await violationsOn(page)).toEqual([])
    await row.locator('input[name=price]').fill('lots')
    await row.locator('button:has-text("Set")').click()
    expect(await page.textContent('main')).toContain('price: must be dollars from')
    const back = page.locator('tr', { has: page.locator('a[href="/tools/hash"]') })
    await back.locator('button:has-text("Its own")').click()
    expect(service.catalog.bySlug('hash')?.price).toBe(1_000)
    expect(await page.textContent('main')).toContain('price $0.070 to $0.001')
    await page.fill('#q', 'batch-run')
    await page.press('#q', 'Enter')
    const batch = page.locator('tr', { has: page.locator('a[href="/tools/batch-run"]') })
    await batch.locator('input[name=factor]').fill('150 %')
    await batch.locator('button:has-text("Set")').click()
    expect(await batch.textContent()).toMatch(
      /from \$0\.015\s+150 % of its own: instead of from \$0\.010/,
    )
    expect(await violationsOn(page)).toEqual([])
    await batch.locator('button:has-text("Its own")').click()
    expect(service.catalog.bySlug('batch-run')?.price).toBe(10_000)
    expect(problems).toEqual([])
  },
)

test('what was sold stands on the dashboard and in the file', async () => {
  const key = await service.issueKey('$0.5')
  const reply = await fetch(`${service.url}/api/hash`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ text: 'a' }),
  })
  expect(reply.status).toBe(200)
  const file = await read('/operator/sales.csv', await session())
  expect(file.headers.get('content-type')).toContain('text/csv')
  expect(await file.text()).toBe('tool,rail,calls,usd\r\nhash,credits,1,0.001000\r\n')
})

test('sources are told as a file, in which no text of a provider is a formula', async () => {
  const hour = Math.floor(at / 3_600_000)
  await service.db.batch([
    {
      sql: `insert into upstream_hours (hour, title, bucket, asked, failed, took, waited)
        values ($1, 'A source', 5, 4, 1, 80, 40), ($1, 'B source', 5, 1, 0, 20, 10)`,
      values: [hour],
    },
    {
      sql: `insert into upstream_marks (title, per_hour, fault, fault_at)
        values ('A source', 60, $1, 1000)`,
      values: ['=HYPERLINK("http://x.example"), "it"'],
    },
  ])
  const file = await read('/operator/sources.csv', await session())
  expect(file.headers.get('content-disposition')).toContain('sources.csv')
  const lines = (await file.text()).split('\r\n')
  expect(lines[0]).toMatch(/^source,asked,failed,turned_away,median_ms,/)
  // The median of one request is also its slowest.
  expect(lines.find((line) => line.startsWith('B source'))).toMatch(/^B source,1,0,0,24,24,10,/)
  expect(lines.find((line) => line.startsWith('A source'))).toBe(
    `A source,4,1,0,24,29,10,60,1970-01-01T00:00:01.000Z,"'=HYPERLINK(""http://x.example""), ""it"""`,
  )
})

test(
  'money under way, one call and the check of the settings have pages',
  { tags: 'long' },
  async () => {
    const key = await service.issueKey('$0.5')
    const reply = await fetch(`${service.url}/api/hash`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ text: 'b' }),
    })
    const id = String(reply.headers.get('x-request-id'))
    const now = Date.now()
    const lost = [now - 1_000, now + 30 * 86_400_000]
    await service.db.batch([
      {
        sql: `insert into payments (proof, rail, slug, call_id, request, state, attempts, lease,
          until, amount, created, updated)
        values ('p1', 'x402', 'time', 'call-pending-1', 'r', 'pending', 1, $1, $2, 1500, $1, $1),
          ('p2', 'x402', 'time', 'call-lost-1', 'r', 'failed', 1, $1, $2, 2500, $1, $1)`,
        values: lost,
      },
    ])
    const { page, problems } = await visitor.visit(`${service.url}/operator`, { bypassCSP: true })
    await page.fill('#token', TOKEN)
    await page.click('main button')
    await page.click('a:has-text("Money under way")')
    expect(await page.textContent('main')).toContain('sent, its outcome is unknown')
    expect(await violationsOn(page)).toEqual([])
    await page.click('a:has-text("call-lost-1")')
    expect(await page.textContent('main')).toContain('payment failed')
    await page.fill('#id', id)
    await page.press('#id', 'Enter')
    expect(await page.textContent('main')).toContain('hash over credits')
    expect(await page.getAttribute('main a[href^="/receipts/"]', 'href')).toBe(`/receipts/${id}`)
    expect(await violationsOn(page)).toEqual([])
    await page.goto(`${service.url}/operator/calls?id=${'x'.repeat(20)}`)
    expect(await page.textContent('main')).toContain('knows nothing of it')
    await page.goto(`${service.url}/operator/check`)
    expect(await page.textContent('main')).toContain('the database answers: sqlite')
    expect(await page.textContent('main')).toContain('PAY_TO is not set')
    expect(await violationsOn(page)).toEqual([])
    expect(problems).toEqual([])
  },
)

test(
  'a failed call is told with the source that failed, which has its page',
  { tags: 'long' },
  async () => {
    const key = await service.issueKey('$0.5')
    const headers = { authorization: `Bearer ${key}` }
    const book = () => fetch(`${service.url}/api/exchange-orderbook?pair=XBTUSD`, { headers })
    const reply = await book()
    expect(reply.status).toBe(502)
    const id = String(reply.headers.get('x-request-id'))
    for (let more = 0; more < 3; more += 1) expect((await book()).status).toBe(502)
    const { page, problems } = await visitor.visit(`${service.url}/operator`, { bypassCSP: true })
    await page.fill('#token', TOKEN)
    await page.click('main button')
    await page.goto(`${service.url}/operator/calls?id=${id}`)
    const lines = await page.locator('main tbody tr').allTextContents()
    const told = lines.map((line) => line.replace(/\s+/g, ' '))
    expect(told).toEqual([
      expect.stringContaining('arrived'),
      expect.stringContaining('price known'),
      expect.stringContaining('payment verified'),
      expect.stringMatching(/asked Kraken.*took \d+ ms, Kraken answered 500\./),
      expect.stringMatching(/answered 502, failed.*\$0\.\d+.*exchange-orderbook, http, credits/),
    ])
    expect(await violationsOn(page)).toEqual([])
    await page.goto(`${service.url}/operator`)
    await page.click('.alerts a:has-text("Kraken")')
    const row = page.locator('tr', { hasText: 'Kraken' })
    const cells = (await row.locator('td').allTextContents()).map((cell) => cell.trim())
    expect(cells).toEqual([
      'Kraken',
      expect.stringContaining('1 of 48 hours with a failure'),
      '4',
      '0%',
      expect.stringMatching(/^\d+ ms$/),
      expect.stringMatching(/^\d/),
      expect.stringMatching(/^\d/),
      '',
      '1 a second',
      expect.stringContaining('Kraken answered 500.'),
    ])
    expect(await violationsOn(page)).toEqual([])
    expect(problems).toEqual([])
  },
)

describe('nobody else gets in', () => {
  test('with a wrong token, of which too many are refused', async () => {
    const wrong = await post('/operator', { token: 'wrong' }, { 'x-forwarded-for': '9.9.9.9' })
    expect(wrong.status).toBe(401)
    expect(wrong.headers.get('set-cookie')).toBeNull()
    for (let tries = 0; tries < 10; tries += 1)
      await post('/operator', { token: 'wrong' }, { 'x-forwarded-for': '9.9.9.9' })
    const last = await post('/operator', { token: 'wrong' }, { 'x-forwarded-for': '9.9.9.9' })
    expect(last.status).toBe(429)
  })

  test.each([
    ['none', ''],
    ['made up', 'operator=99999999999999.abc'],
    ['without a seal', 'operator=99999999999999.'],
  ])('with a cookie that is %s', async (_what, cookie) => {
    expect(await (await read('/operator', cookie)).text()).toContain('Operator token')
    expect((await read('/operator/sales.csv', cookie)).status).toBe(303)
    const changed = await post('/operator/keys', { keyId: 'x', disabled: 'true' }, { cookie })
    expect(changed.headers.get('location')).toBe('/operator')
  })

  test('with a session that is over', async () => {
    const cookie = await session()
    at += 12 * 3_600_000 + 1
    expect(await (await read('/operator', cookie)).text()).toContain('Operator token')
  })
})

test('without a token, nothing is there', async () => {
  const closed = await openTestService()
  for (const path of ['/operator', '/operator/sales.csv'])
    expect((await fetch(closed.url + path)).status).toBe(404)
  await closed.stop()
})
