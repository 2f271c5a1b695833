import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestService, type TestService } from '../support/service.ts'

/** The records of calls as plots. */
const HOUR_MS = 3_600_000
const NOW = Date.UTC(2026, 5, 20, 12, 30)
const HOUR = Math.floor(NOW / HOUR_MS)
const ENDED = [
  [HOUR - 1, 'settled', 200, 8, 800],
  [HOUR - 1, 'failed', 502, 2, 90],
  [HOUR - 30, 'settled', 200, 3, 900],
  // What a caller got wrong says nothing, and neither does what is long past.
  [HOUR - 2, 'refused', 400, 50, 10],
  [HOUR - 24 * 40, 'settled', 200, 7, 70],
] as const

let service: TestService
beforeAll(async () => {
  service = await openTestService({ now: () => NOW })
  for (const [hour, outcome, status, calls, ms] of ENDED)
    await service.db.batch(
      ['call_stats', 'call_hours'].map((table) => ({
        sql: `insert into ${table} values ($1, ${table === 'call_stats' ? "'hash', " : ''}$2, $3, $4, $5)`,
        values: [hour, outcome, status, calls, ms],
      })),
    )
})
afterAll(() => service.stop())

const read = async (path: string) =>
  (await fetch(service.url + path, { headers: { accept: 'text/html' } })).text()

const rowsOf = (markup: string, label: string): readonly string[] => {
  const [, table = ''] = markup.split(`aria-label="Numbers: ${label}"`)
  const [body = ''] = table.split('</table>')
  return [...body.matchAll(/<tr>([^]*?)<\/tr>/g)].map(([, row = '']) =>
    row
      .replaceAll(/<[^>]*>|\s+/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
}

test('a tool shows how its calls ended by day, and how long they took', async () => {
  const markup = await read('/tools/hash')
  expect(rowsOf(markup, 'How calls ended').slice(-2)).toEqual(['19 Jun 3 0', '20 Jun 8 2'])
  expect(markup).toContain('<desc>11 answered and 2 failed on the side of this instance in 7 days')
  const times = rowsOf(markup, 'Time to answer').filter((row) => !row.endsWith('unknown'))
  expect(times.slice(1)).toEqual(['19 Jun, 01:00 300 ms', '20 Jun, 07:00 100 ms'])
})

test('a tool that was never called shows no plot', async () => {
  expect(await read('/tools/dns')).not.toContain('How it has been')
})

test('the status page shows the last two days by the hour', async () => {
  const markup = await read('/status')
  expect(markup).toContain('<title>The last 48 hours: 1 of 48 hours with a failure</title>')
  expect(markup.match(/class="s3"/g)).toHaveLength(1)
  expect(markup.match(/class="s1"/g)).toHaveLength(1)
  expect(markup).toContain('2026-06-20 11:00: 10 calls, 80.0% answered')
  expect(rowsOf(markup, 'How calls ended').length).toBe(29)
})
