import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { MINUTE_MS } from '../../../../base/core/milliseconds.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { isoInstant } from '../../../../engines/time/instants.ts'
import { MB } from '../../../../base/lib/fields.ts'
import { placeBySize } from '../../../../engines/language/placement.ts'
import { intervals, isoOf, millisecondsOf, spansOf } from './_intervals.ts'
import { both, onlyFirst, sweep, type Span } from './_spans.ts'

const INTERVALS_MAX = 5000

export default defineTool({
  route: 'POST /api/interval-ops',
  name: 'Interval operations',
  description:
    'Merge, intersect or subtract time ranges, or list their gaps (free time) or overlaps (double bookings).',
  asks: [
    'find overlapping time slots',
    'free gaps between busy periods',
    'are two bookings at the same time',
    'free hours in my calendar',
    'overlapping shifts',
  ],
  price: '$0.001',
  uses: {},
  bodyBytesMax: 2 * MB,
  place: ({ a, b = [] }) => placeBySize(64 * (a.length + b.length)),
  input: z.object({
    a: intervals(INTERVALS_MAX)
      .min(1)
      .describe(`Ranges with startIso and endIso (not included), 1 to ${INTERVALS_MAX}.`),
    b: intervals(INTERVALS_MAX)
      .optional()
      .describe(
        'Ranges to intersect with `a` or to subtract from it; for other operations they are added to `a`.',
      ),
    op: z
      .enum(['merge', 'intersect', 'subtract', 'gaps', 'overlaps'])
      .describe('overlaps: what at least two ranges cover; gaps: what no range covers.'),
    withinStartIso: isoInstant()
      .optional()
      .describe('Start of the window; earlier times are cut off.'),
    withinEndIso: isoInstant().optional().describe('End of the window; later times are cut off.'),
  }),
  output: z.object({
    intervals: z
      .array(
        z.object({
          startIso: z.string().describe('Start in UTC.'),
          endIso: z.string().describe('End in UTC.'),
          minutes: z.number().describe('Length in minutes.'),
        }),
      )
      .describe('Ranges in order; none touches another.'),
    totalMinutes: z.number().describe('Minutes of all ranges together.'),
    count: z.int().describe('Number of intervals.'),
  }),
  examples: [
    {
      input: {
        a: [{ startIso: '2026-01-05T09:00:00Z', endIso: '2026-01-05T10:00:00Z' }],
        op: 'merge',
      },
      output: {
        intervals: [
          { startIso: '2026-01-05T09:00:00Z', endIso: '2026-01-05T10:00:00Z', minutes: 60 },
        ],
        totalMinutes: 60,
        count: 1,
      },
    },
    {
      input: {
        a: [
          { startIso: '2026-01-05T09:00:00Z', endIso: '2026-01-05T10:30:00Z' },
          { startIso: '2026-01-05T12:00:00+01:00', endIso: '2026-01-05T13:00:00+01:00' },
        ],
        op: 'gaps',
        withinStartIso: '2026-01-05T08:00:00Z',
      },
      output: {
        intervals: [
          { startIso: '2026-01-05T08:00:00Z', endIso: '2026-01-05T09:00:00Z', minutes: 60 },
          { startIso: '2026-01-05T10:30:00Z', endIso: '2026-01-05T11:00:00Z', minutes: 30 },
        ],
        totalMinutes: 90,
        count: 2,
      },
    },
  ],

  run({ a, b, op, withinStartIso, withinEndIso }) {
    if (b === undefined && (op === 'intersect' || op === 'subtract')) {
      throw badInput(`b: is required when op is ${op}`)
    }
    const [first, second] = [spansOf('a', a), spansOf('b', b ?? [])]
    const window = windowOf(withinStartIso, withinEndIso)
    const found = operate(op, first, second, window)
    const spans = window ? sweep(found, [window], both) : found
    return {
      intervals: spans.map(({ start, end }) => ({
        startIso: isoOf(start),
        endIso: isoOf(end),
        minutes: (end - start) / MINUTE_MS,
      })),
      totalMinutes: spans.reduce((total, { start, end }) => total + end - start, 0) / MINUTE_MS,
      count: spans.length,
    }
  },
})

function windowOf(startIso: string | undefined, endIso: string | undefined): Span | undefined {
  if (startIso === undefined && endIso === undefined) return undefined
  const start = startIso === undefined ? -Infinity : millisecondsOf(startIso)
  const end = endIso === undefined ? Infinity : millisecondsOf(endIso)
  if (start >= end) throw badInput('withinEndIso: must be after withinStartIso')
  return { start, end }
}

function operate(
  op: 'merge' | 'intersect' | 'subtract' | 'gaps' | 'overlaps',
  a: readonly Span[],
  b: readonly Span[],
  window: Span | undefined,
): readonly Span[] {
  if (op === 'intersect') return sweep(a, b, both)
  if (op === 'subtract') return sweep(a, b, onlyFirst)
  if (op === 'gaps') return sweep([hullOf([...a, ...b], window)], [...a, ...b], onlyFirst)
  const least = op === 'overlaps' ? 2 : 1
  return sweep(a, b, (inA, inB) => inA + inB >= least)
}

/**
 * Gaps reach to the ends of the window. Without a window they reach from the first range to the
 * last.
 */
function hullOf(spans: readonly Span[], window: Span | undefined): Span {
  const first = spans.reduce((least, { start }) => Math.min(least, start), Infinity)
  const last = spans.reduce((most, { end }) => Math.max(most, end), -Infinity)
  return {
    start: window && Number.isFinite(window.start) ? window.start : first,
    end: window && Number.isFinite(window.end) ? window.end : last,
  }
}
