/** @module-tag long */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestService, type TestService } from '../support/service.ts'
import { openVisitor, type Visitor } from '../support/site.ts'
import { signingWallet } from '../support/wallet.ts'

/** The journeys of the pages without a mouse: nothing here clicks, fills or focuses by itself. */
const TOKEN = 'a-token-of-the-operator-for-tests'
let service: TestService
let visitor: Visitor

beforeAll(async () => {
  service = await openTestService({ settings: { SANDBOX: 'true', OPERATOR_TOKEN: TOKEN } })
  visitor = await openVisitor()
}, 120_000)
afterAll(async () => {
  await visitor.close()
  await service.stop()
})

const TABS_MAX = 120

/** Walks on until the element has the focus, which must be seen. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
    await page.keyboard.press('Tab')
    const is = await page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)})`)
    if (!is) continue
    const ring = 'getComputedStyle(document.activeElement).outlineStyle'
    const around =
      'getComputedStyle(document.activeElement.closest("label, .search") ?? document.body).outlineStyle'
    expect([await page.evaluate(ring), await page.evaluate(around)], selector).toContain('solid')
    return
  }
  throw new Error(`no Tab leads to ${selector}`)
}

/** Replaces what stands in the field that has the focus. */
async function write(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

const open = async (path: string) => (await visitor.visit(service.url + path)).page

test('from the skip link into a tool, which is run by work', { tags: 'long' }, async () => {
  const page = await open('/tools?q=hash')
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content')
  await page.keyboard.press('Enter')
  await tabTo(page, '.tool a[href="/tools/hash"]')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/tools/hash')
  await tabTo(page, '#f-text')
  await write(page, 'without a mouse')
  await page.keyboard.press('Control+Enter')
  await page.waitForSelector('.receipt')
  expect(await page.textContent('.receipt .fare')).toBe('paid with work')
  await tabTo(page, '.receipt a')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/receipts/*')
})

test('a credits key pays, and its balance is read', { tags: 'long' }, async () => {
  const key = await service.issueKey('$0.01')
  const page = await open('/tools/hash')
  await tabTo(page, 'input[name=pay]')
  for (let at = 0; at < 3; at += 1) {
    if (await page.isChecked('input[value=credits]')) break
    await page.keyboard.press('ArrowDown')
  }
  await tabTo(page, '#key')
  await write(page, key)
  await tabTo(page, '#go')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.receipt')
  expect(await page.textContent('.receipt')).toContain('credits left $0.009')
  await page.goto(`${service.url}/credits`)
  await tabTo(page, '#key')
  await write(page, key)
  await page.keyboard.press('Enter')
  await page.waitForSelector('.key')
  expect(await page.textContent('.key b')).toBe('$0.009')
})

test('a wallet is picked and pays', async () => {
  const wallet = await signingWallet(service)
  const { page, context } = await visitor.visit('about:blank')
  await wallet.announceIn(context)
  await page.goto(`${service.url}/tools/hash`)
  await tabTo(page, 'input[name=pay]')
  for (let at = 0; at < 3; at += 1) {
    if (await page.isChecked('input[value=wallet]')) break
    await page.keyboard.press('ArrowDown')
  }
  await page.waitForSelector('#wallets .chip')
  await tabTo(page, '#wallets .chip')
  await page.keyboard.press('Enter')
  await tabTo(page, '#go')
  await page.keyboard.press('Space')
  await page.waitForSelector('.receipt')
  expect(await page.textContent('.receipt .fare')).toBe('paid $0.001')
})

test('a mistake takes the focus to its field', async () => {
  const page = await open('/tools/json-patch')
  await tabTo(page, '#run [data-kind=any], #run [data-kind=object], #run [data-kind=array]')
  await write(page, '{"a": ')
  await page.keyboard.press('Control+Enter')
  await page.waitForSelector('[aria-invalid=true]')
  expect(await page.evaluate('document.activeElement.getAttribute("aria-invalid")')).toBe('true')
})

test('filters, more rows and the guides', { tags: 'long' }, async () => {
  const page = await open('/tools')
  await tabTo(page, 'input[name=pay][value=work]')
  await page.keyboard.press('Space')
  await page.waitForURL((url) => url.search.includes('pay=work'))
  const before = await page.locator('.tool').count()
  await tabToFar(page, '[data-more]')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('.tool').count()).toBeGreaterThan(before)
  await page.goto(`${service.url}/docs`)
  await tabTo(page, '#docs-q')
  await write(page, 'OPERATOR_TOKEN')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/docs?q=OPERATOR_TOKEN')
  await tabTo(page, 'ul.stack a[href^="/docs/operate"]')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/docs/operate')
})

/** From the other end: a list may be long. */
async function tabToFar(page: Page, selector: string): Promise<void> {
  for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
    await page.keyboard.press('Shift+Tab')
    if (await page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)})`)) return
  }
  throw new Error(`no Tab back leads to ${selector}`)
}

describe('on a phone', () => {
  test('the menu opens, and the theme changes', async () => {
    const options = { viewport: { width: 390, height: 800 } }
    const { page } = await visitor.visit(service.url, options)
    await tabToFar(page, '#menu')
    await page.keyboard.press('Enter')
    expect(await page.getAttribute('#menu', 'aria-expanded')).toBe('true')
    await tabTo(page, '#nav a[href="/docs"]')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/docs')
    const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
    const was = await ground()
    await tabTo(page, '#theme')
    await page.keyboard.press('Space')
    expect(await ground()).not.toBe(was)
  })
})

test('the numbers of a plot are unfolded', async () => {
  const ended = [Math.floor(Date.now() / 3_600_000), 'settled', 200, 3, 30]
  const sql = 'insert into call_hours values ($1, $2, $3, $4, $5) on conflict do nothing'
  await service.db.batch([{ sql, values: ended }])
  const page = await open('/status')
  await tabTo(page, 'summary')
  await page.keyboard.press('Enter')
  expect(await page.locator('details[open]').count()).toBe(1)
})

test('the operator signs in, takes a key away and signs out', async () => {
  const key = await service.issueKey('$0.5')
  const page = await open('/operator')
  await tabTo(page, '#token')
  await write(page, TOKEN)
  await page.keyboard.press('Enter')
  await page.waitForSelector('h1:has-text("Dashboard")')
  const disable = 'form[action="/operator/keys"] button'
  await tabTo(page, disable)
  await page.keyboard.press('Enter')
  await page.waitForSelector(`${disable}:has-text("Enable")`)
  const { disabled } = await service.account(key)
  expect(disabled || (await service.credits.list()).some((each) => each.disabled)).toBe(true)
  await tabToFar(page, 'form[action="/operator/sign-out"] button')
  await page.keyboard.press('Space')
  await page.waitForSelector('h1:has-text("Operator")')
})
