/** @module-tag long */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { signingWallet } from '../support/wallet.ts'
import { openVisitor, type Visitor } from '../support/site.ts'
import { openTestService, type TestService } from '../support/service.ts'

/** What a person does on the pages, in a real browser, against a service that sells for money. */
let service: TestService
let visitor: Visitor

beforeAll(async () => {
  service = await openTestService({ settings: { SANDBOX: 'true' } })
  visitor = await openVisitor()
}, 120_000)
afterAll(async () => {
  await visitor.close()
  await service.stop()
})

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

async function fill(page: Page, text: string): Promise<void> {
  await page.fill('#f-text', text)
  await page.click('#go')
}

test('the front page is searched by keyboard alone', async () => {
  const { page, problems, strangers } = await visitor.visit(service.url)
  expect(await page.evaluate('document.activeElement.id')).toBe('q')
  await page.keyboard.type('dns of a domain')
  await page.waitForSelector('#hits a')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const second = await page.locator('#hits a').nth(1).getAttribute('href')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${second}`)
  expect(problems).toEqual([])
  expect(strangers).toEqual([])
})

test('work pays for a call in the page', async () => {
  const { page, problems } = await visitor.visit(`${service.url}/tools/hash`)
  await fill(page, 'paid with work')
  await page.waitForSelector('.receipt')
  expect(await page.textContent('.receipt .fare')).toBe('paid with work')
  expect(await page.textContent('#view')).toContain(digestOf('paid with work'))
  expect(problems).toEqual([])
})

describe('a credits key', () => {
  test('that is missing, wrong and right', { tags: 'long' }, async () => {
    const key = await service.issueKey('$0.01')
    const { page } = await visitor.visit(`${service.url}/tools/hash`)
    await page.check('input[value=credits]')
    await fill(page, 'a')
    expect(await page.textContent('.wrong')).toContain('Paste a credits key')
    await page.fill('#key', `${key.slice(0, -4)}zzzz`)
    await page.click('#go')
    await page.waitForSelector('.note.bad')
    expect(await page.textContent('#view')).toContain('Nothing was charged.')
    await page.fill('#key', key)
    await page.click('#go')
    await page.waitForSelector('.receipt')
    expect(await page.textContent('.receipt')).toContain('credits left $0.009')
    expect((await service.account(key)).balance).toBe(9_000)
  })

  test('shows its balance', async () => {
    const key = await service.issueKey('$1.5')
    const { page } = await visitor.visit(`${service.url}/credits`)
    await page.fill('#key', key)
    await page.click('#balance button')
    await page.waitForSelector('.key')
    expect(await page.textContent('.key b')).toBe('$1.500')
  })
})

describe('a wallet in the browser', () => {
  test(
    'on another chain is asked to switch, signs once and pays exactly the fare',
    { tags: 'long' },
    async () => {
      const wallet = await signingWallet(service)
      const { page, context } = await visitor.visit('about:blank')
      await wallet.announceIn(context)
      await page.goto(`${service.url}/tools/hash`)
      await page.check('input[value=wallet]')
      await page.waitForSelector('#wallets .chip.on')
      const before = await wallet.balance()
      await fill(page, 'paid by a wallet')
      await page.waitForSelector('.receipt')
      expect(await page.textContent('.receipt .fare')).toBe('paid $0.001')
      expect(await page.textContent('#view')).toContain(digestOf('paid by a wallet'))
      expect(before - (await wallet.balance())).toBe(1_000n)
      expect(wallet.asked).toEqual([
        'eth_requestAccounts',
        'eth_chainId',
        'wallet_switchEthereumChain',
        'eth_signTypedData_v4',
      ])
      await Promise.all([page.waitForURL('**/receipts/*'), page.click('.receipt a')])
      expect(await page.textContent('.torn')).toMatch(/\$0\.001[^]*x402[^]*0x[0-9a-f]{64}/)
    },
  )

  test('that declines moves nothing', async () => {
    const wallet = await signingWallet(service, { declines: true })
    const { page, context } = await visitor.visit('about:blank')
    await wallet.announceIn(context)
    await page.goto(`${service.url}/tools/hash`)
    await page.check('input[value=wallet]')
    await page.waitForSelector('#wallets .chip.on')
    const before = await wallet.balance()
    await fill(page, 'declined')
    await page.waitForSelector('#view .empty')
    expect(await page.textContent('#view')).toContain('You declined in the wallet.')
    expect(await page.isEnabled('#go')).toBe(true)
    expect(await wallet.balance()).toBe(before)
  })
})

test('a mistake stands at its field, and broken JSON is not even sent', async () => {
  const { page } = await visitor.visit(`${service.url}/tools/json-patch`)
  const [json] = await page.locator('[data-kind=any], [data-kind=object], [data-kind=array]').all()
  await json!.fill('{"a": ')
  let sent = 0
  page.on('request', (request) => (sent += request.url().includes('/api/') ? 1 : 0))
  await page.click('#go')
  expect(await page.textContent('.wrong')).toContain('not JSON yet')
  expect(await json!.getAttribute('aria-invalid')).toBe('true')
  expect(sent).toBe(0)
})

test(
  'a line that breaks after sending charges once when it is run again',
  { tags: 'long' },
  async () => {
    const key = await service.issueKey('$0.01')
    const { page } = await visitor.visit(`${service.url}/tools/hash`)
    await page.check('input[value=credits]')
    await page.fill('#key', key)
    let broken = false
    await page.route('**/api/hash', async (route) => {
      if (broken) return route.continue()
      broken = true
      await route.fetch()
      await route.abort()
    })
    await fill(page, 'twice')
    await page.waitForSelector('.note.bad')
    expect(await page.textContent('#view')).toContain('charges nothing more')
    await page.click('#go')
    await page.waitForSelector('.receipt')
    expect((await service.account(key)).balance).toBe(9_000)
  },
)

test('filters change the list and the address, which a reload keeps', async () => {
  const { page } = await visitor.visit(`${service.url}/tools`)
  await page.check('input[name=family][value=text]')
  await page.waitForURL((url) => url.search === '?family=text')
  const count = await page.locator('.tool').count()
  await page.reload()
  expect(await page.locator('.tool').count()).toBe(count)
  await page.fill('#q', 'qqqqzzzz')
  await page.waitForSelector('#results .empty')
  expect(await page.textContent('#results')).toContain('No tool fits')
})

test('more rows are added to the list', async () => {
  const { page } = await visitor.visit(`${service.url}/tools`)
  const before = await page.locator('.tool').count()
  await page.click('[data-more]')
  await expect.poll(() => page.locator('.tool').count()).toBeGreaterThan(before)
  expect(new URL(page.url()).search).toBe('')
})

test('a person who opens a priced path reads a page that is filled in, with its 402', async () => {
  const path = '/api/dns?name=example.org'
  const program = await fetch(service.url + path)
  expect(program.status).toBe(402)
  expect(await program.json()).toHaveProperty('accepts')
  const { page } = await visitor.visit('about:blank')
  const reply = await page.goto(service.url + path)
  expect(reply?.status()).toBe(402)
  expect(await reply?.headerValue('payment-required')).toBeTruthy()
  expect(await page.inputValue('#f-name')).toBe('example.org')
  expect(await page.textContent('.note')).toContain('It answered 402: ')
})

test('a person who opens the path of a tool that takes POST reads its page', async () => {
  const program = await fetch(`${service.url}/api/hash`)
  expect([program.status, program.headers.get('allow')]).toEqual([405, 'POST'])
  const { page } = await visitor.visit('about:blank')
  const reply = await page.goto(`${service.url}/api/hash`)
  expect([reply?.status(), await reply?.headerValue('allow')]).toEqual([405, 'POST'])
  expect(await page.textContent('.note')).toContain('/api/hash takes POST, not GET.')
  expect(await page.locator('#f-text').count()).toBe(1)
})

test('without a script, all can be read', async () => {
  const { page } = await visitor.visit(service.url, { javaScriptEnabled: false })
  for (const path of ['/', '/tools?q=hash', '/tools/hash', '/docs', '/status']) {
    await page.goto(service.url + path)
    expect(await page.locator('h1').count(), path).toBe(1)
  }
  await page.goto(`${service.url}/tools/hash`)
  expect(await page.textContent('noscript')).toContain('need a script')
  await page.goto(`${service.url}/tools?q=hash`)
  expect(await page.locator('.tool a[href="/tools/hash"]').count()).toBe(1)
})

test('the theme follows the system until it is chosen, and the choice stays', async () => {
  const { page } = await visitor.visit(service.url, { colorScheme: 'dark' })
  const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
  const dark = await ground()
  await page.click('#theme')
  const light = await ground()
  expect(light).not.toBe(dark)
  await page.reload()
  expect(await ground()).toBe(light)
})
