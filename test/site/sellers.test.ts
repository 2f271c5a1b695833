/** @module-tag long */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dollars } from '../../src/front/pages/seller-ranking.ts'
import { openTestService, type TestService } from '../support/service.ts'
import { seedMarket } from '../support/sellers/seeded-market.ts'
import { openVisitor, violationsOn, type Visitor } from '../support/site.ts'

/** The leaderboard and the page of a seller, with what a chain would have told. */
const NOW = Date.UTC(2026, 5, 20, 12)
const SELLERS = [
  { host: 'maps.example', name: 'Maps', calls: [4, 0, 6, 2], price: 1_500 },
  { host: 'tides.example', name: 'Tides', calls: [0, 1, 1, 0], price: 2_000_000 },
  ...['a', 'b', 'c', 'd'].map((name) => ({
    host: `${name}.example`,
    name,
    calls: [1],
    price: 1_000,
  })),
]

let service: TestService
let visitor: Visitor
beforeAll(async () => {
  service = await openTestService({ now: () => NOW })
  await seedMarket(service.db, SELLERS, NOW)
  visitor = await openVisitor()
}, 60_000)
afterAll(async () => {
  await visitor.close()
  await service.stop()
})

const cellsOf = async (path: string, table: string): Promise<readonly string[]> => {
  const { page, context } = await visitor.visit(service.url + path)
  const rows = await page.locator(`[aria-label="${table}"] tbody tr`).allInnerTexts()
  await context.close()
  return rows.map((row) => row.replaceAll(/\s+/g, ' ').trim())
}

describe('the leaderboard', () => {
  test('ranks by dollars, or by calls', async () => {
    const byDollars = await cellsOf('/sellers', 'Sellers: By what was paid')
    expect(byDollars[0]).toBe('1 Tides 2 $4 $2 1')
    expect(byDollars[1]).toBe('2 Maps 12 $0.018 $0.0015 6')
    const byCalls = await cellsOf('/sellers?order=calls', 'Sellers: By calls')
    expect(byCalls[0]).toMatch(/^1 Maps 12 /)
  })

  test('draws each day and has its numbers in a table', async () => {
    const { page, context } = await visitor.visit(`${service.url}/sellers`)
    const chart = page.locator('svg.plot').first()
    expect(await chart.locator('> title').textContent()).toBe('Paid by day')
    expect(await chart.locator('> desc').textContent()).toMatch(/from 22 May to 20 Jun\.$/)
    expect(await chart.locator('g').count()).toBe(30)
    await page.click('summary')
    const last = page.locator('[aria-label="Numbers: Paid by day"] tbody tr').last()
    expect(await last.innerText()).toMatch(
      /20 Jun\s+\$0\s+\$0\.003\s+\$0\.001\s+\$0\.001\s+\$0\.002/,
    )
    expect(await page.locator('.legend').first().innerText()).toContain('all others')
    await context.close()
  })
})

test('draws what a call costs against what it brought, by names that can be read', async () => {
  const { page, context } = await visitor.visit(`${service.url}/sellers`)
  const chart = page.locator('svg.plot').nth(1)
  expect(await chart.locator('> title').textContent()).toContain('Fare against what was paid')
  const dots = await chart.locator('g').evaluateAll((groups) =>
    groups.map((group) => ({
      says: group.querySelector('title')?.textContent ?? '',
      x: Number(group.querySelector('circle')?.getAttribute('cx')),
      y: Number(group.querySelector('circle')?.getAttribute('cy')),
      name: group.querySelector('text')?.textContent ?? null,
    })),
  )
  const of = (name: string) => dots.find(({ says }) => says.startsWith(name))
  expect(of('Maps')).toMatchObject({ name: 'Maps', says: expect.stringContaining('Paid $0.018') })
  expect(of('Tides')?.x).toBeGreaterThan(of('Maps')?.x ?? Infinity)
  expect(of('Tides')?.y).toBeLessThan(of('Maps')?.y ?? 0)
  const alike = dots.filter(({ says }) => /^[abcd]/.test(says))
  expect(alike.filter(({ name }) => name !== null)).toHaveLength(1)
  const numbers = page.locator('[aria-label^="Numbers: Fare"] tbody tr').first()
  expect(await numbers.locator('td').allTextContents()).toEqual(['Tides', '$2', '$4'])
  await context.close()
})

describe('the comparison of sellers', () => {
  const rowsOf = async (path: string) => {
    const { page, context } = await visitor.visit(service.url + path)
    const rows = await page.locator('main .tool').allInnerTexts()
    const notes = await page.locator('main .note, main .empty').allInnerTexts()
    await context.close()
    return { rows: rows.map((row) => row.replaceAll(/\s+/g, ' ').trim()), notes }
  }

  test('ranks own tools and those of others in one list, and says why', async () => {
    const { rows } = await rowsOf('/route?q=what+tides+does')
    expect(rows[0]).toMatch(/^One Tides|^Tides/)
    expect(rows[0]).toContain('$2')
    expect(rows[0]).toMatch(/score \d\.\d{3}/)
    expect(rows[0]).toMatch(/\d of 3 words in its name, \d in its texts/)
    expect(rows[0]).toContain('cannot be bought here')
    expect(rows[0]).toMatch(/number \d of \d by price/)
    expect(rows.some((row) => row.includes('this instance'))).toBe(true)
  })

  test('shows only those who are asked for', async () => {
    const own = await rowsOf('/route?q=dns+of+a+domain&include=self')
    expect(own.rows.length).toBeGreaterThan(0)
    expect(own.rows.every((row) => row.includes('this instance'))).toBe(true)
    const others = await rowsOf('/route?q=what+maps+does&include=external')
    expect(others.rows.some((row) => row.includes('this instance'))).toBe(false)
  })

  test('says where nothing fits', async () => {
    const { rows, notes } = await rowsOf('/route?q=qqqqzzzz')
    expect(rows).toEqual([])
    expect(notes.join()).toContain('No tool fits “qqqqzzzz”')
  })
})

describe('the page of a seller', () => {
  test('tells of its past, and why it can be bought or not', async () => {
    const { page, context } = await visitor.visit(`${service.url}/sellers/maps.example`)
    expect(await page.locator('svg.plot > title').allTextContents()).toEqual([
      'Paid by day',
      'How it answered',
    ])
    expect(await page.locator('svg.plot > desc').last().textContent()).toContain('3 of 4 were good')
    expect(await page.locator('.badge').first().innerText()).toMatch(/^(yes|no)$/)
    expect(await page.textContent('.live')).toMatch(/\$0\.018[^]*12[^]*6/)
    await context.close()
  })

  test.each([
    ['/route?q=maps', 'light', 320],
    ['/route?q=maps&include=external', 'dark', 1280],
    ['/sellers', 'dark', 320],
    ['/sellers', 'light', 1280],
    ['/sellers/maps.example', 'dark', 1280],
    ['/sellers/tides.example', 'light', 320],
  ] as const)('%s is sound in %s at %i pixels', async (path, colorScheme, width) => {
    const options = { colorScheme, viewport: { width, height: 900 }, bypassCSP: true }
    const { page, context, problems, strangers } = await visitor.visit(service.url + path, options)
    expect(await violationsOn(page)).toEqual([])
    expect([...problems, ...strangers]).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
    await context.close()
  })
})

test.each([
  ['1234.567891', '$1234.56'],
  ['0.000123', '$0.000123'],
  ['-0.5', '-$0.5'],
  ['12', '$12'],
  [0, '$0'],
])('%s is %s', (amount, text) => {
  expect(dollars(amount)).toBe(text)
})
