/** @module-tag long */
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cardGoods, PASSAGE } from '../support/card-goods.ts'
import { createClock } from '../support/clock.ts'
import { openTestService, type TestService } from '../support/service.ts'
import { createRunRecorder } from '../support/run-recorder.ts'
import { openVisitor, type Visitor } from '../support/site.ts'
import {
  SECRET_KEY,
  startStripeCheckout,
  type StripeCheckoutServer,
} from '../support/stripe-checkout.ts'

/** What a person with a card does, in a real browser. */
const clock = createClock()
const recorder = createRunRecorder()
let stripe: StripeCheckoutServer
let service: TestService
let visitor: Visitor

beforeAll(async () => {
  stripe = await startStripeCheckout(clock.now, true)
  service = await openTestService({
    tools: cardGoods(recorder),
    now: clock.now,
    settings: {
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_API_URL: stripe.url,
      CREDITS_SALES: 'on',
      CARD_READS_PER_MINUTE: '10000',
    },
  })
  visitor = await openVisitor()
}, 120_000)
afterAll(async () => {
  await visitor.close()
  await service.stop()
  await stripe.close()
})

const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 800 }, hasTouch: true }
const WITHOUT_SCRIPT: BrowserContextOptions = { javaScriptEnabled: false }

/** The policy of a page holds its forms against the real processor, which no test asks. */
const atCheckout = (path: string, options: BrowserContextOptions = {}) =>
  visitor.visit(service.url + path, { bypassCSP: true, ...options })

async function pays(page: Page): Promise<string> {
  await page.waitForURL(`${stripe.url}/c/pay/*`)
  const session = page.url().split('/').at(-1) ?? ''
  stripe.pay(session)
  await page.click('#pay')
  return session
}

async function orders(page: Page, query: string, gate = ''): Promise<void> {
  await page.fill('#fixture-study-query', query)
  if (gate) await page.fill('#fixture-study-gate', gate)
  await page.click('#fixture-study button')
}

test('a report is bought, watched, opened, and a number shows its passage', async () => {
  const { page, problems } = await atCheckout('/reports')
  expect(await page.textContent('#fixture-study button')).toBe('Pay $0.93 by card')
  await orders(page, 'milk at the desk', 'watched')
  const session = await pays(page)
  await page.waitForSelector('.stages')
  await recorder.reached('watched')
  clock.advance(3_000)
  await page.waitForSelector('.stages .done')
  expect(await page.textContent('.stages .now')).toContain('The report is being made')
  recorder.open('watched')
  await page.waitForSelector('.report')
  expect(page.url()).toBe(`${service.url}/r/${session}`)
  await page.click('.cite[data-cite="1"]')
  const shown = await page.textContent('#quotes .quote')
  expect(shown).toContain(PASSAGE)
  expect(shown).toContain('read 2026-11-22T10:00:00.000Z')
  expect(shown).toMatch(/SHA-256 of the text [0-9a-f]{64}/)
  await page.keyboard.press('Escape')
  expect(await page.locator('#quotes .quote').count()).toBe(0)
  expect(await page.locator('.prose img').count()).toBe(0)
  expect(await page.locator('a[href^="javascript"]').count()).toBe(0)
  expect(problems).toEqual([])
})

test('on a phone, the passage is a sheet at the lower edge, and nothing overflows', async () => {
  const { page, problems } = await atCheckout('/reports', PHONE)
  await orders(page, 'milk on a phone')
  await pays(page)
  await page.waitForSelector('.report', { timeout: 45_000 })
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
  await page.tap('.cite[data-cite="1"]')
  await page.waitForSelector('#quotes .quote')
  const box = await page.locator('#quotes').boundingBox()
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(800)
  expect(await page.textContent('#quotes')).toContain(PASSAGE)
  await page.tap('#quotes button')
  expect(await page.locator('#quotes .quote').count()).toBe(0)
  expect(problems).toEqual([])
})

test('without a script, the report and the list of its passages are there', async () => {
  const { page } = await atCheckout('/reports', WITHOUT_SCRIPT)
  await orders(page, 'milk without a script')
  await pays(page)
  clock.advance(3_000)
  await expect
    .poll(
      async () => {
        await page.reload()
        return page.locator('.report').count()
      },
      { timeout: 45_000 },
    )
    .toBe(1)
  await page.click('.cite[data-cite="1"]')
  expect(page.url()).toContain('#s1')
  expect(await page.textContent('#s1')).toContain(PASSAGE)
})

test('a report that fails twice says so, and that the card was not charged', async () => {
  const { page } = await atCheckout('/reports')
  const order = { product: 'fixture-study', input: { query: 'hopeless milk', fails: 9 } }
  const reply = await page.request.post(`${service.url}/api/buy`, { data: order })
  const { session } = (await reply.json()) as { session: string }
  stripe.pay(session)
  const words = async () => {
    clock.advance(31_000)
    await service.cards.work(new AbortController().signal)
    await page.goto(`${service.url}/r/${session}`)
    return page.textContent('main')
  }
  await expect
    .poll(words, { timeout: 45_000 })
    .toContain('Your card was not charged: it holds $0.93 no more.')
  expect(await page.textContent('.note.bad')).toBe('The sources failed.')
})

test('a link that is wrong is a page that says so', async () => {
  const { page } = await atCheckout('/reports')
  const reply = await page.goto(`${service.url}/r/cs_test_0000000000000000`)
  expect(reply?.status()).toBe(404)
})

test('the pages of an order are kept by nobody and found by nobody', async () => {
  const { page } = await atCheckout('/reports')
  await orders(page, 'private milk')
  const session = await pays(page)
  const reply = await page.request.get(`${service.url}/r/${session}`)
  expect(reply.headers()).toMatchObject({
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'same-origin',
  })
  const shelf = await page.request.get(`${service.url}/reports`)
  const policy = shelf.headers()['content-security-policy']
  expect(policy).toContain("form-action 'self' https://checkout.stripe.com;")
})

test('a credits key is bought and shown', async () => {
  const { page, problems } = await atCheckout('/credits')
  await page.click('button[name=pack][value="20"]')
  await pays(page)
  await page.waitForSelector('text=Your key')
  const key = /fbx_[\w-]{32}/.exec((await page.textContent('main')) ?? '')?.[0] ?? ''
  expect(await service.account(key)).toMatchObject({ balance: 20_000_000 })
  expect(problems).toEqual([])
})
