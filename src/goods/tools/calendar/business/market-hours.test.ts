import { expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import marketHours from './market-hours.ts'

type Session = readonly [session: string, opens: string | null, closes: string | null]

test.each<[exchange: string, atIso: string, ...Session]>([
  ['NYSE', '2026-11-23T14:29:59Z', 'pre', '2026-11-23T14:30:00Z', '2026-11-23T21:00:00Z'],
  ['NYSE', '2026-11-23T14:30:00Z', 'regular', '2026-11-24T14:30:00Z', '2026-11-23T21:00:00Z'],
  ['NYSE', '2026-11-23T21:00:00Z', 'post', '2026-11-24T14:30:00Z', '2026-11-24T21:00:00Z'],
  ['NYSE', '2026-11-27T18:00:00Z', 'post', '2026-11-30T14:30:00Z', '2026-11-30T21:00:00Z'],
  ['NYSE', '2026-11-27T22:00:00Z', 'closed', '2026-11-30T14:30:00Z', '2026-11-30T21:00:00Z'],
  // The clocks of New York and London change on different days.
  ['NYSE', '2026-03-09T13:30:00Z', 'regular', '2026-03-10T13:30:00Z', '2026-03-09T20:00:00Z'],
  ['LSE', '2026-03-27T16:30:00Z', 'closed', '2026-03-30T07:00:00Z', '2026-03-30T15:30:00Z'],
  ['LSE', '2026-12-24T12:30:00Z', 'closed', '2026-12-29T08:00:00Z', '2026-12-29T16:30:00Z'],
  ['TSE', '2026-11-24T03:00:00Z', 'lunch', '2026-11-24T03:30:00Z', '2026-11-24T06:30:00Z'],
  ['TSE', '2026-11-23T01:00:00Z', 'closed', '2026-11-24T00:00:00Z', '2026-11-24T02:30:00Z'],
  ['HKEX', '2026-12-24T04:30:00Z', 'closed', '2026-12-28T01:30:00Z', '2026-12-28T04:00:00Z'],
  ['SSE', '2026-09-30T07:00:00Z', 'closed', '2026-10-08T01:30:00Z', '2026-10-08T03:30:00Z'],
  ['NSE', '2026-02-01T05:00:00Z', 'regular', '2026-02-02T03:45:00Z', '2026-02-01T10:00:00Z'],
  ['ASX', '2026-12-24T03:10:00Z', 'closed', '2026-12-28T23:00:00Z', '2026-12-29T05:00:00Z'],
  // Nothing is known after the last announced year.
  ['SSE', '2026-12-31T08:00:00Z', 'closed', null, null],
  ['NSE', '2026-11-08T05:00:00Z', 'unknown', null, null],
  ['NSE', '2026-11-07T05:00:00Z', 'closed', null, null],
  ['CME', '2026-11-22T23:00:00Z', 'regular', '2026-11-23T23:00:00Z', '2026-11-23T22:00:00Z'],
  ['CME', '2026-11-23T22:30:00Z', 'closed', '2026-11-23T23:00:00Z', '2026-11-24T22:00:00Z'],
  ['CME', '2026-11-26T12:00:00Z', 'unknown', null, null],
])('%s at %s: %s', async (exchange, atIso, session, opens, closes) => {
  const told = await runExample(marketHours, { exchange, atIso })
  expect([told['session'], told['nextOpenIso'], told['nextCloseIso']]).toEqual([
    session,
    opens,
    closes,
  ])
  expect(told['open']).toBe(session === 'unknown' ? null : session === 'regular')
})

test('a year that was not announced is refused with its name', async () => {
  const run = runExample(marketHours, { exchange: 'SSE', atIso: '2027-01-04T02:00:00Z' })
  await expect(run).rejects.toMatchObject({
    code: 'bad_input',
    message: expect.stringMatching(/^atIso: .*2026/),
  })
})
