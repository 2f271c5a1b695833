/** @module-tag long */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { usd } from '../../src/base/core/money.ts'
import { defineTool, nameTool } from '../../src/base/core/tool.ts'
import { jobPage } from '../../src/front/pages/job.ts'
import { monitorPage } from '../../src/front/pages/monitors.ts'
import { orderPage, type OrderData } from '../../src/front/pages/order.ts'
import { documentOf, type PageSite } from '../../src/front/pages/page.ts'
import { openTestService, type TestService } from '../support/service.ts'
import { PAYLOADS } from '../support/payloads.ts'
import { seedMarket } from '../support/sellers/seeded-market.ts'
import { openVisitor, type Visit, type Visitor } from '../support/site.ts'

/**
 * Whatever strangers write, nothing of it runs. The policy of the pages is taken away, so that only
 * the escaping is left to stop it.
 */
const TOKEN = 'a-token-of-the-operator-for-tests'
const NOW = Date.UTC(2026, 5, 20, 12)

/** Answers what it was given in every shape that the viewer knows. */
const mirror = defineTool({
  route: 'POST /api/mirror',
  name: 'Mirror',
  description: 'Answers what it was given.',
  price: '$0.001',
  uses: {},
  input: z.object({ items: z.array(z.string()).max(300).describe('Any texts.') }),
  output: z.looseObject({}),
  examples: [{ input: { items: ['a'] } }],
  run: ({ items }) => ({
    untrustedContent: true,
    [items[0] ?? '']: items[0],
    markdown: items.join('\n\n'),
    rows: items.map((each) => ({ name: each, url: each, [each]: each })),
    places: items.map((each, at) => ({ lat: at / 10, lon: at / 10, name: each })),
    nested: { list: items, byName: Object.fromEntries(items.map((each) => [each, each])) },
  }),
})

let service: TestService
let visitor: Visitor
let site: PageSite

beforeAll(async () => {
  const settings = { OPERATOR_TOKEN: TOKEN }
  const tools = [nameTool(mirror, 'fixture', 'mirror')]
  service = await openTestService({ settings, tools, now: () => NOW })
  visitor = await openVisitor()
  site = await siteOf(service)
  await seedMarket(service.db, PAYLOADS.map(sellerNamed), NOW)
}, 60_000)
afterAll(async () => {
  await visitor.close()
  await service.stop()
})

const sellerNamed = (name: string, at: number) => ({
  host: `s${at}.example`,
  name,
  description: name,
  calls: [(at % 5) + 1],
  price: 1_000,
})

/** The frame of every page, without the parts that read the shop. */
const siteOf = async ({ url }: TestService): Promise<PageSite> => {
  const markup = await (await fetch(url, { headers: { accept: 'text/html' } })).text()
  const assets = /\/assets\/([\w-]+)\//.exec(markup)?.[1] ?? ''
  const place = { name: PAYLOADS[0] ?? '', baseUrl: url, build: PAYLOADS[1] ?? '' }
  return { assets, shop: { site: place } as PageSite['shop'] }
}

const HELD = `(() => {
  const all = [...document.querySelectorAll('*')]
  const bad = all.flatMap((one) => [...one.attributes].flatMap(({ name, value }) =>
    name.startsWith('on') || name === 'style' || name === 'srcdoc' ||
    (/^(href|src|action|formaction|data|xlink:href)$/.test(name) && /^\\s*(java|vb|data:text)/i.test(value))
      ? [one.tagName + ' ' + name + '=' + value.slice(0, 60)] : []))
  const loads = all.filter((one) => /^(IFRAME|OBJECT|EMBED|BASE)$/.test(one.tagName) ||
    (one.tagName === 'SCRIPT' && !one.src && one.type !== 'application/ld+json'))
  return [...bad, ...loads.map((one) => one.outerHTML.slice(0, 80)),
    ...(globalThis.ran === undefined ? [] : ['it ran'])]
})()`

interface Watched extends Visit {
  /** What ran, or could run when somebody clicks. */
  found(): Promise<readonly string[]>
}

async function watch(path: string): Promise<Watched> {
  const visit = await visitor.visit('about:blank', { bypassCSP: true })
  const dialogs: string[] = []
  visit.page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const goTo = await visit.page.goto(service.url + path)
  expect(goTo).toBeTruthy()
  return {
    ...visit,
    async found() {
      const held = (await visit.page.evaluate(HELD)) as readonly string[]
      return [...held, ...dialogs, ...visit.strangers, ...visit.problems]
    },
  }
}

/** As many payloads as fit, so that few pages are loaded. */
function packed(lengthMax: number): readonly string[] {
  const packs = ['']
  for (const payload of PAYLOADS) {
    const last = packs.at(-1) ?? ''
    if (last.length + payload.length > lengthMax) packs.push(payload)
    else packs[packs.length - 1] = last + payload
  }
  return packs.map((pack) => pack.slice(0, lengthMax))
}

const settled = (page: Page) => page.waitForTimeout(150)

test('there are 200, all different', () => {
  expect(new Set(PAYLOADS).size).toBe(200)
})

test.each([
  ['the search', 400, (text: string) => `/tools?q=${text}`],
  ['the search of the guides', 200, (text: string) => `/docs?q=${text}`],
  ['an unknown address', 4_000, (text: string) => `/nothing/${text}`],
  ['a priced address', 4_000, (text: string) => `/api/dns?name=${text}&type=${text}`],
  ['filters', 4_000, (text: string) => `/tools?family=${text}&order=${text}&from=${text}`],
  ['the address of a seller', 2_000, (text: string) => `/sellers/${text}`],
  ['a job', 2_000, (text: string) => `/jobs/${text}`],
  ['an order of credits', 2_000, (text: string) => `/credits?session=${text}`],
  ['the order of sellers', 4_000, (text: string) => `/sellers?order=${text}`],
])(
  '%s shows nothing that runs',
  { tags: 'long', timeout: 60_000 },
  async (_what, lengthMax, pathOf) => {
    const { page, context, found } = await watch('/')
    for (const text of packed(lengthMax)) {
      const path = pathOf(encodeURIComponent(text))
      await page.goto(service.url + path)
      expect(await found(), path.slice(0, 200)).toEqual([])
    }
    await context.close()
  },
)

describe('what others wrote', () => {
  test('names and routes of sellers', async () => {
    const { page, context, found } = await watch('/sellers')
    expect(await page.locator('[aria-label="Known sellers"] tbody tr').count()).toBe(200)
    expect(await found()).toEqual([])
    for (const path of ['/sellers?order=calls', '/sellers/s3.example', '/sellers/s77.example']) {
      await page.goto(service.url + path)
      expect(await found(), path).toEqual([])
    }
    await context.close()
  })

  test('answers of a tool, echoed from its form', async () => {
    const { page, context, found } = await watch('/tools/mirror')
    await page.fill('#f-items', JSON.stringify(PAYLOADS))
    await page.click('#go')
    await page.waitForSelector('.receipt')
    await page.waitForSelector('#view .map')
    await settled(page)
    expect(await page.locator('#view table tbody tr').count()).toBeGreaterThan(200)
    expect(await found()).toEqual([])
    await page.click('#view label:has-text("JSON")')
    expect(await page.textContent('#view pre.json')).toContain(JSON.stringify(PAYLOADS[50]))
    expect(await found()).toEqual([])
    await context.close()
  })

  test('a refusal, and a job', async () => {
    const error = PAYLOADS.join(' ')
    const { page, context, found } = await watch('/tools/mirror')
    await page.route('**/api/mirror', (route) => route.fulfill({ status: 502, json: { error } }))
    await page.fill('#f-items', 'a')
    await page.click('#go')
    await page.waitForSelector('.note.bad')
    expect(await page.textContent('#view')).toContain(PAYLOADS[40])
    expect(await found()).toEqual([])
    const result = { body: { markdown: error, [error]: PAYLOADS } }
    const progress = { stage: error, done: error, total: error }
    const job = { status: 'working', progress, result, pollIntervalSeconds: 0.05 }
    let asked = 0
    const told = () => ({ ...job, ...(++asked > 1 && { status: 'completed', receiptUrl: error }) })
    await page.route('**/api/jobs/*', (route) => route.fulfill({ json: told() }))
    const body = documentOf(jobPage('a'), site)
    await page.route(`${service.url}/jobs/a`, (route) =>
      route.fulfill({ contentType: 'text/html', body }),
    )
    await page.goto(`${service.url}/jobs/a`)
    await page.waitForSelector('#job .badge')
    await settled(page)
    expect(await found()).toEqual([])
    await context.close()
  })

  test('a report with its sources, and a monitor', { tags: 'long' }, async () => {
    const { page, context, found } = await watch('/')
    const text = PAYLOADS.join(' ')
    const changes = PAYLOADS.map((each) => ({ path: each, before: each, after: each }))
    const monitor = { id: 'a', name: text, target: text, state: 'active', lookedAt: text }
    const since = { nextAt: text, failedSince: text, error: text, changes: [{ at: text, changes }] }
    const pages = {
      '/report': orderPage(reportOrder, site),
      '/failed': orderPage({ ...reportOrder, status: 'error', error: text, refund: text }, site),
      '/plain': orderPage({ ...reportOrder, report: null, answer: text }, site),
      '/monitor': monitorPage({ ...monitor, ...since, looksLeft: 3 }, text),
    }
    for (const [path, shown] of Object.entries(pages)) {
      const body = documentOf(shown, site)
      await page.route(`**${path}`, (route) => route.fulfill({ contentType: 'text/html', body }))
      await page.goto(service.url + path)
      expect(await page.textContent('main'), path).toContain(PAYLOADS[30])
      expect(await found(), path).toEqual([])
    }
    await page.goto(`${service.url}/report`)
    for (const cite of (await page.locator('.cite').all()).slice(0, 20)) await cite.click()
    expect(await page.textContent('#quotes')).toContain('globalThis.ran')
    expect(await found()).toEqual([])
    await context.close()
  })

  test("the operator's dashboard, and a receipt", async () => {
    const id = '0a8e4dd2-5b7c-4f0e-9d43-000000000001'
    for (const [at, text] of PAYLOADS.entries()) {
      const key = { keyHash: `hash${at}`, keyId: `key${at}`, label: text }
      await service.credits.issue(key, usd('$1'), NOW)
      await service.db.batch([
        {
          sql: 'insert into sales values ($1, $2, $3, $4, $5, $6, $7, $8)',
          values: [
            at === 0 ? id : `call${at}`,
            NOW,
            text,
            text,
            1_000,
            text,
            `eip155:${text}`,
            text,
          ],
        },
        {
          sql: 'insert into call_stats values ($1, $2, $3, $4, $5, $6)',
          values: [Math.floor(NOW / 3_600_000), text, 'failed', 502, 1, 1],
        },
      ])
    }
    const { page, context, found } = await watch('/operator')
    await page.fill('#token', TOKEN)
    await page.click('main button')
    expect(await page.textContent('main')).toContain(PAYLOADS[10])
    expect(await found()).toEqual([])
    for (const path of [`/receipts/${id}`, '/status']) {
      await page.goto(service.url + path)
      expect(await found(), path).toEqual([])
    }
    await context.close()
  })
})

const reportOrder: OrderData = {
  session: 'cs_test_a',
  status: 'done',
  name: PAYLOADS.slice(0, 20).join(' '),
  paid: '$1',
  asked: PAYLOADS.join(' '),
  error: null,
  refund: null,
  isHold: false,
  progress: null,
  report: {
    sections: PAYLOADS.map((text, at) => ({
      id: text,
      title: text,
      sentences: [{ text, citations: [at + 1] }],
      ...(at === 0 ? { table: 'all' } : {}),
    })),
    sources: PAYLOADS.map((text, at) => ({
      n: at + 1,
      title: text,
      url: text,
      publisher: text,
      publishedAt: text,
      retrievedAt: text,
      sha256: text,
      quotes: [{ id: text, text }],
    })),
    tables: [
      { name: 'all', label: PAYLOADS[3] ?? '', columns: [...PAYLOADS], rows: [[...PAYLOADS]] },
    ],
  },
  answer: '{}',
  readableUntil: '2026-01-01',
}
