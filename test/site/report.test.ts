/** @module-tag long */
import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestService, type TestService } from '../support/service.ts'
import { openVisitor, type Visitor } from '../support/site.ts'
import {
  SECRET_KEY,
  startStripeCheckout,
  type StripeCheckoutServer,
} from '../support/stripe-checkout.ts'
import edgarStandIn from '../support/upstreams/edgar.ts'

/** A report of the catalog, bought by card from the shelf to its passages. */
let stripe: StripeCheckoutServer
let service: TestService
let visitor: Visitor

beforeAll(async () => {
  stripe = await startStripeCheckout(Date.now, true)
  const card = { STRIPE_SECRET_KEY: SECRET_KEY, STRIPE_API_URL: stripe.url }
  service = await openTestService({ settings: { ...(await edgarStandIn()), ...card } })
  visitor = await openVisitor()
}, 120_000)
afterAll(async () => {
  await visitor.close()
  await service.stop()
  await stripe.close()
})

test.each([1280, 360])(
  'a fund report is bought, drawn and checked, %i wide',
  async (width) => {
    const { page, problems } = await visitor.visit(`${service.url}/reports`, {
      viewport: { width, height: 800 },
      // The policy of the page holds its form against the real processor.
      bypassCSP: true,
    })
    await page.fill('#fund-cik', '1067983')
    await page.click('#fund button')
    await page.waitForURL(`${stripe.url}/c/pay/*`)
    const session = page.url().split('/').at(-1) ?? ''
    stripe.pay(session)
    await page.click('#pay')
    await page.waitForSelector('.report', { timeout: 45_000 })
    const paidBy = String(stripe.sessions.get(session)?.payment_intent)
    expect(stripe.payments.get(paidBy)?.status).toBe('succeeded')

    expect(await page.textContent('.prose')).toContain('Holdings')
    const drawing = page.locator('.prose figure.chart svg[role=img]')
    expect(await drawing.locator('> title').textContent()).toContain('The largest positions')
    expect(await drawing.locator('> desc').textContent()).toContain('in percent')
    expect(await drawing.locator('rect.c1').count()).toBeGreaterThan(0)
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)

    await page.locator('.cite').first().click()
    const shown = (await page.textContent('#quotes .quote')) ?? ''
    expect(shown).toContain('reported')
    expect(shown).toMatch(/SHA-256 of the text [0-9a-f]{64}/)
    const said = ((await page.locator('.prose p').first().textContent()) ?? '').split(' worth ')[0]
    expect(shown).toContain(said?.trim())
    expect(problems).toEqual([])

    const address = await page.locator('a', { hasText: 'as a PDF' }).getAttribute('href')
    const pdf = await fetch(`${service.url}${address}`)
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    const file = await PDFDocument.load(await pdf.arrayBuffer(), { updateMetadata: false })
    expect(file.getPageCount()).toBeGreaterThan(0)
    expect(file.getTitle()).toBe('Fund report')
  },
  90_000,
)
