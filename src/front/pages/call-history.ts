import { DAY_MS, HOUR_MS } from '../../base/core/milliseconds.ts'
import type { Chart } from '../../engines/charts/chart.ts'
import { stripChart, type StripCell } from '../../engines/charts/small-plots.ts'
import { minuteOf, percent, shortDay, wait } from './components.ts'
import { figure } from './figure.ts'
import { html, raw, type Html } from './html.ts'

/** How the calls of one hour ended, from the records of this instance. */
export interface HourRecord {
  /** Hours since 1970. */
  readonly hour: number
  readonly answered: number
  readonly failed: number
  /** The sum of the times of the answered calls. */
  readonly ms: number
}

export interface CallHistory {
  /** Hours without a call are left out. */
  readonly hours: readonly HourRecord[]
  /** The current hour, since 1970. */
  readonly hour: number
  readonly days: number
}

const DAY_HOURS = 24
const STRIP_HOURS = 48
const SPANS_MAX = 28
const MANY_FAILED = 0.1
const MOMENT = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})

const timeOf = (hour: number): string => minuteOf(new Date(hour * HOUR_MS).toISOString())

/** How calls ended by day, and how long they took; null where nothing was called. */
export function historyPlots(data: CallHistory): Html | null {
  if (data.hours.length === 0) return null
  return html`<div class="split">
    ${figure({ kind: 'bars', chart: endings(data), labelled: 'Day' })}
    ${figure({ kind: 'lines', chart: times(data), labelled: 'From' })}
  </div>`
}

function endings({ hours, hour, days }: CallHistory): Chart {
  const today = Math.floor(hour / DAY_HOURS)
  const all = Array.from({ length: days }, (_, at) => today - days + 1 + at)
  const byDay = Map.groupBy(hours, (each) => Math.floor(each.hour / DAY_HOURS))
  const sums = all.map((day) => summed(byDay.get(day) ?? []))
  const { answered, failed } = summed(hours)
  return {
    title: 'How calls ended',
    description: `${answered} answered and ${failed} failed on the side of this instance in ${days} days, by day (UTC).`,
    labels: all.map((day) => shortDay(day * DAY_MS)),
    series: [
      { name: 'answered', values: sums.map((sum) => sum.answered) },
      { name: 'failed', values: sums.map((sum) => sum.failed), isBad: true },
    ],
  }
}

/** Means over equal spans: a line of single hours would be too dense to read. */
function times({ hours, hour, days }: CallHistory): Chart {
  const spanHours = Math.ceil((days * DAY_HOURS) / SPANS_MAX)
  const first = hour - spanHours * SPANS_MAX + 1
  const bySpan = Map.groupBy(hours, (each) => Math.floor((each.hour - first) / spanHours))
  const spans = Array.from({ length: SPANS_MAX }, (_, at) => at)
  return {
    title: 'Time to answer',
    description: `The mean of each ${spanHours} hours (UTC); a gap is a time without a call.`,
    labels: spans.map((at) => MOMENT.format((first + at * spanHours) * HOUR_MS)),
    series: [
      {
        name: 'Mean',
        values: spans.map((at) => {
          const { answered, ms } = summed(bySpan.get(at) ?? [])
          return answered === 0 ? null : Math.round(ms / answered)
        }),
      },
    ],
    tell: (ms) => wait(Number(ms)),
  }
}

/** The last two days as one row of cells, an hour each. */
export function hourStrip({ hours, hour }: CallHistory): Html {
  const known = new Map(hours.map((each) => [each.hour, each]))
  const cells = Array.from({ length: STRIP_HOURS }, (_, at) => {
    const of = hour - STRIP_HOURS + 1 + at
    return cellOf(of, known.get(of))
  })
  const bad = cells.filter(({ level }) => level > 1).length
  const said =
    bad === 0 ? 'no hour with a failure' : `${bad} of ${STRIP_HOURS} hours with a failure`
  return html`<div class="stack">
    ${raw(stripChart(`The last ${STRIP_HOURS} hours: ${said}`, cells))}
    <p class="row far fine">
      <span>${STRIP_HOURS} hours ago</span><span>${said}</span><span>now</span>
    </p>
  </div>`
}

function cellOf(hour: number, record: HourRecord | undefined): StripCell {
  if (!record) return { level: 0, says: `${timeOf(hour)}: no call` }
  const { answered, failed } = record
  const share = failed / Math.max(1, answered + failed)
  const says = `${timeOf(hour)}: ${answered + failed} calls, ${percent(1 - share)} answered`
  return { level: failed === 0 ? 1 : share < MANY_FAILED ? 2 : 3, says }
}

const summed = (hours: readonly HourRecord[]) => ({
  answered: hours.reduce((sum, each) => sum + each.answered, 0),
  failed: hours.reduce((sum, each) => sum + each.failed, 0),
  ms: hours.reduce((sum, each) => sum + each.ms, 0),
})
