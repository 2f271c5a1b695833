/** @module-tag long */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearer } from '../support/buyer.ts'
import { call } from '../support/calls.ts'
import { createFixtures, type Fixtures } from '../support/fixture-tools.ts'
import { openTestService, type TestService } from '../support/service.ts'
import { openVisitor, violationsOn, type Visitor } from '../support/site.ts'

/** The page of a slow call. */
let fixtures: Fixtures
let service: TestService
let visitor: Visitor

beforeAll(async () => {
  fixtures = createFixtures()
  service = await openTestService({ tools: fixtures.tools })
  visitor = await openVisitor()
}, 60_000)
afterAll(async () => {
  await visitor.close()
  await service.stop()
})

test('a job shows that it works, then its answer with a way to its receipt', async () => {
  const headers = { prefer: 'respond-async', ...bearer(await service.issueKey('$1')) }
  const { body } = await call(service, '/api/fixture-slow', { body: { gate: 'page' }, headers })
  const visiting = { bypassCSP: true, viewport: { width: 320, height: 700 } }
  const url = `${service.url}/jobs/${String(body['jobId'])}`
  const { page, problems } = await visitor.visit(url, visiting)
  await page.waitForSelector('#job progress')
  expect(await page.textContent('#job')).toBe('Working')
  expect(await violationsOn(page)).toEqual([])
  fixtures.open('page')
  await page.waitForSelector('#job .receipt', { timeout: 45_000 })
  expect(await page.textContent('#job .badge')).toBe('completed')
  expect(await page.textContent('#job')).toMatch(/Done\s*(true|yes)/i)
  expect(await violationsOn(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
  await page.click('#job .receipt a')
  expect(await page.textContent('h1')).toBe('Receipt')
  expect(await page.textContent('main')).toContain('$0.020')
  expect(problems).toEqual([])
})

test('a job that nobody knows is not found', async () => {
  const headers = { accept: 'text/html' }
  const reply = await fetch(`${service.url}/jobs/none`, { headers })
  expect([reply.status, await reply.text()]).toEqual([404, expect.stringContaining('<h1>')])
})
