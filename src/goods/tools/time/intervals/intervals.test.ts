import * as fastCheck from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import { both, onlyFirst, sweep, type Span } from './_spans.ts'
import intervalOps from './interval-ops.ts'
import meetingSlots from './meeting-slots.ts'

const at = (clock: string) => `2026-01-05T${clock}:00Z`
/** Reads `9-10 11-12` as intervals on one day. */
const day = (text: string) =>
  text.split(' ').map((range) => {
    const [start, end] = range.split('-').map((hour) => at(`${hour.padStart(2, '0')}:00`))
    return { startIso: start, endIso: end }
  })

const operate = async (input: Record<string, unknown>) => {
  const { intervals, ...totals } = await runExample(intervalOps, input)
  const rows = intervals as { startIso: string; endIso: string }[]
  const hours = rows.map((row) =>
    [row.startIso, row.endIso].map((iso) => Number(iso.slice(11, 13))),
  )
  return { ...totals, text: hours.map((pair) => pair.join('-')).join(' ') }
}

const list = (offset: number) =>
  Array.from({ length: 5000 }, (_, index) => ({
    startIso: new Date(index * 7_200_000 + offset).toISOString(),
    endIso: new Date(index * 7_200_000 + offset + 3_600_000).toISOString(),
  }))

describe('interval-ops', () => {
  test.each([
    ['merge', '9-10 10-11 13-14 13-15', undefined, '9-11 13-15'],
    ['merge', '9-10', '10-12', '9-12'],
    ['merge', '9-9 10-10', undefined, ''],
    ['intersect', '9-12 14-18', '11-15', '11-12 14-15'],
    ['intersect', '9-10', '10-11', ''],
    ['subtract', '9-17', '10-11 12-13', '9-10 11-12 13-17'],
    ['subtract', '9-10', '8-18', ''],
    ['gaps', '9-10 10-11 13-14 12-13', undefined, '11-12'],
    ['gaps', '9-10', '12-13', '10-12'],
    ['overlaps', '9-12 10-11 11-13 15-16', undefined, '10-12'],
    ['overlaps', '9-11', '10-12', '10-11'],
  ])('%s of %s and %s', async (op, a, b, text) =>
    expect(await operate({ op, a: day(a), ...(b && { b: day(b) }) })).toMatchObject({ text }),
  )

  test('cuts ranges at the window', async () => {
    const window = { withinStartIso: at('08:00'), withinEndIso: at('12:00') }
    const ask = (op: string, a: string) => operate({ op, a: day(a), ...window })
    expect(await ask('gaps', '9-10 11-13')).toMatchObject({ text: '8-9 10-11', totalMinutes: 120 })
    expect(await ask('gaps', '14-15')).toMatchObject({ text: '8-12' })
    expect(await ask('merge', '7-9 11-13')).toMatchObject({ text: '8-9 11-12', count: 2 })
  })

  test('sweeps five thousand against five thousand quickly', async () => {
    const answer = await operate({ op: 'intersect', a: list(0), b: list(1_800_000) })
    expect(answer).toMatchObject({ count: 5000, totalMinutes: 150_000 })
  })

  test.each([
    [{ a: [] }, /^a: /],
    [{ a: [{ startIso: at('10:00'), endIso: at('09:00') }] }, /^a\.0: endIso must not be before/],
    [
      { a: [{ startIso: '2026-01-05T10:00', endIso: at('11:00') }] },
      /^a\.0\.startIso: must be an ISO/,
    ],
    [{ op: 'subtract' }, /^b: is required when op is subtract/],
    [{ withinStartIso: at('10:00'), withinEndIso: at('10:00') }, /^withinEndIso: must be after/],
  ])('refuses %j', (input, message) =>
    expect(operate({ a: day('9-10'), op: 'merge', ...input })).rejects.toThrow(message),
  )
})

const running = (list: readonly Span[], minute: number) =>
  list.filter(({ start, end }) => start <= minute && minute < end).length

/** Counts minute by minute, as the definition says. */
test('sweep agrees with counting', () => {
  const span = fastCheck
    .tuple(fastCheck.nat(30), fastCheck.nat(8))
    .map(([start, length]): Span => ({ start, end: start + length }))
  const spans = fastCheck.array(span, { maxLength: 6 })
  fastCheck.assert(
    fastCheck.property(spans, spans, (a, b) => {
      for (const keep of [both, onlyFirst, (x: number, y: number) => x + y > 1]) {
        const kept = sweep(a, b, keep)
        for (let minute = 0; minute < 40; minute++) {
          expect(running(kept, minute)).toBe(Number(keep(running(a, minute), running(b, minute))))
        }
        expect(kept.every(({ start }, index) => start > (kept[index - 1]?.end ?? -1))).toBe(true)
      }
    }),
  )
})

const find = async (input: Record<string, unknown>) => {
  const answer = await runExample(meetingSlots, input)
  const slots = answer['slots'] as { startIso: string }[]
  const best = answer['best'] as { startIso: string } | null
  return {
    ...answer,
    count: answer['count'],
    starts: slots.map(({ startIso }) => startIso),
    best: best?.startIso ?? null,
  }
}

describe('meeting-slots', () => {
  const zones = ['Europe/Berlin', 'America/New_York']

  test('follows the clock change of each zone', async () => {
    const winter = await find({ zones, date: '2026-03-06' })
    expect(winter.starts.map((iso) => iso.slice(11, 16)).join(' ')).toBe('14:00 14:30 15:00')
    // New York already has summer time, Berlin does not.
    const spring = await find({ zones, date: '2026-03-09' })
    const clocks = spring.starts.map((iso) => iso.slice(11, 16)).join(' ')
    expect(clocks).toBe('13:00 13:30 14:00 14:30 15:00')
  })

  test('the best slot is the middle of a single working day', async () => {
    const answer = await find({ zones: ['Asia/Kathmandu'], date: '2026-01-05' })
    expect(answer).toMatchObject({ count: 15, best: '2026-01-05T06:45:00Z' })
  })

  test('weekends have no working hours, nights may have them', async () => {
    expect(await find({ zones, date: '2026-01-17', days: 2 })).toMatchObject({
      count: 0,
      best: null,
    })
    const nights = { workStart: '22:00', workEnd: '06:00', durationMin: 480 }
    const answer = await find({ zones: ['UTC'], date: '2026-01-15', days: 2, ...nights })
    expect(answer.starts).toEqual(['2026-01-15T22:00:00Z'])
  })

  test('opposite sides of the world have no common hours by day', async () => {
    const answer = await find({
      zones: ['Pacific/Auckland', 'Europe/London'],
      date: '2026-01-12',
      days: 5,
    })
    expect(answer).toMatchObject({ slots: [], best: null, count: 0 })
  })

  test('inputs beyond its bounds are refused', async () => {
    const wide = { zones: ['UTC'], date: '2026-01-05', days: 14, durationMin: 5 }
    const answer = await find({ ...wide, workStart: '00:00', workEnd: '23:59' })
    expect(answer.count).toBe(200)
    for (const [input, message] of [
      [{ zones: [] }, /^zones: /],
      [{ workStart: '9:00' }, /^workStart: must be a time of day/],
      [{ workEnd: '09:00' }, /^workEnd: must differ/],
      [{ durationMin: 4 }, /^durationMin: /],
      [{ date: '2026-02-30' }, /^date: /],
    ] as const) {
      await expect(find({ zones, date: '2026-01-05', ...input })).rejects.toThrow(message)
    }
  })
})
