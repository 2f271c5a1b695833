/** @module-tag long */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestService, type TestService } from '../support/service.ts'
import { openVisitor, type Visitor } from '../support/site.ts'

/** Answers are shown as what they are. */
let service: TestService
let visitor: Visitor
beforeAll(async () => {
  service = await openTestService()
  visitor = await openVisitor()
}, 60_000)
afterAll(async () => {
  await visitor.close()
  await service.stop()
})

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const JSON_TYPE = 'application/json'
const json = (value: unknown) => ({ contentType: JSON_TYPE, body: JSON.stringify(value) })

test.each([
  ['a map', json({ places: [{ lat: 51.5, lon: -0.1, name: 'London' }] }), 'svg.map .pin'],
  ['a diff', json({ unified: '--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n' }), '.diff .added'],
  ['a table', json({ rows: [{ a: 1 }, { a: 2 }] }), '#view table tbody tr:nth-child(2)'],
  ['prose', json({ markdown: '# One\n\n- two' }), '#view h1, #view h2, #view h3, #view h4'],
  ['a picture', json({ base64: PIXEL, contentType: 'image/png' }), '#view img'],
  ['a file', { contentType: 'application/pdf', body: '%PDF-1.4' }, '#view a[download$=".pdf"]'],
  ['a stream', { contentType: 'text/event-stream', body: 'data: {"a":1}\n\n' }, '#view pre'],
])('%s', async (_what, answer, selector) => {
  const { page, context, problems } = await visitor.visit(`${service.url}/tools/hash`)
  await page.route('**/api/hash', (route) => route.fulfill({ status: 200, ...answer }))
  await page.fill('#f-text', 'a')
  await page.click('#go')
  await page.waitForSelector('.receipt')
  await page.waitForSelector(
    `#view ${selector.replaceAll('#view ', '')}`.replace(/, /g, ', #view '),
  )
  expect(problems).toEqual([])
  await context.close()
})
