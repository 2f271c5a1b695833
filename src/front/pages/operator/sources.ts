import { HOUR_MS } from '../../../base/core/milliseconds.ts'
import { stripChart, type StripCell } from '../../../engines/charts/small-plots.ts'
import { minuteOf, note, percent, table, wait } from '../components.ts'
import { html, raw, type Html } from '../html.ts'
import type { Page } from '../page.ts'
import { framed, number, time } from './frame.ts'

/** A provider, and how it answered lately. */
export interface SourceRow {
  readonly title: string
  readonly asked: number
  readonly failed: number
  /** Calls that were refused because the rate limit would have delayed them too long. */
  readonly turnedAway: number
  /** The median time of an answer; null without an answer. */
  readonly medianMs: number | null
  /** The 95th percentile of the time of an answer. */
  readonly slowMs: number | null
  readonly meanWaitMs: number | null
  /** Its rate limit; null if it has none. */
  readonly perHour: number | null
  readonly lastFault: { readonly message: string; readonly at: number } | null
  readonly hours: readonly {
    readonly hour: number
    readonly asked: number
    readonly failed: number
  }[]
}

export interface SourcesPageData {
  readonly sources: readonly SourceRow[]
  /** The current hour, counted from 1970. */
  readonly hour: number
  /** How many hours are shown. */
  readonly hours: number
}

const MINUTE_HOURS = 60
const SECOND_HOURS = 3_600
const MANY_FAILED = 0.1

/** The providers, and how they answered. */
export function sourcesPage({ sources, hour, hours }: SourcesPageData): Page {
  const asked = sources.filter((source) => source.asked + source.turnedAway > 0)
  const resting = sources.filter((source) => source.asked + source.turnedAway === 0)
  return framed(
    'Sources',
    '/operator/sources',
    html`<p>
        How providers, nodes of chains and models answered in the last ${hours} hours, all replicas
        together.
      </p>
      ${
        asked.length === 0
          ? note('', 'Nobody was asked in that time.')
          : table(
              'Sources',
              [
                { label: 'Source' },
                { label: `${hours} hours` },
                number('Asked'),
                number('Answered'),
                number('Half within'),
                number('95 % within'),
                number('Mean wait'),
                number('Turned away'),
                { label: 'Pace' },
                { label: 'Last failure' },
              ],
              asked.map((source) => rowOf(source, { hour, hours })),
            )
      }
      ${
        resting.length > 0 &&
        html`<details>
          <summary>Not asked in that time: ${resting.length}</summary>
          ${table(
            'Sources that were not asked',
            [{ label: 'Source' }, { label: 'Pace' }, { label: 'Last failure' }],
            resting.map((source) => [source.title, paceOf(source), faultOf(source)]),
          )}
        </details>`
      }
      <p class="fine">
        A caller's own mistake counts as an answer; a caller who hangs up does not count. Waits and
        turns hang on the pace that a source allows. Counts are kept as long as those of calls.
      </p>
      <p><a href="/operator/sources.csv">These hours as CSV</a></p>`,
  )
}

type HourWindow = Pick<SourcesPageData, 'hour' | 'hours'>

const rowOf = (source: SourceRow, shown: HourWindow): readonly (Html | string | number)[] => [
  source.title,
  strip(source, shown),
  source.asked.toLocaleString('en'),
  source.asked === 0 ? '' : percent(1 - source.failed / source.asked),
  waitText(source.medianMs),
  waitText(source.slowMs),
  waitText(source.meanWaitMs),
  source.turnedAway === 0 ? '' : source.turnedAway.toLocaleString('en'),
  paceOf(source),
  faultOf(source),
]

const waitText = (ms: number | null): string => (ms === null ? '' : wait(ms))

const faultOf = ({ lastFault }: SourceRow): string =>
  lastFault === null ? '' : `${time(lastFault.at)}: ${lastFault.message}`

/** The rate limit in its usual unit: by the second, the minute or the hour. */
function paceOf({ perHour }: SourceRow): string {
  if (perHour === null) return ''
  const [count, unit] =
    perHour >= SECOND_HOURS
      ? [perHour / SECOND_HOURS, 'second']
      : perHour >= MINUTE_HOURS
        ? [perHour / MINUTE_HOURS, 'minute']
        : [perHour, 'hour']
  return `${Math.round(count * 100) / 100} a ${unit}`
}

function strip({ title, hours: known }: SourceRow, { hour, hours }: HourWindow): Html {
  const byHour = new Map(known.map((each) => [each.hour, each]))
  const cells = Array.from({ length: hours }, (_, at): StripCell => {
    const of = hour - hours + 1 + at
    const when = minuteOf(new Date(of * HOUR_MS).toISOString())
    const { asked = 0, failed = 0 } = byHour.get(of) ?? {}
    if (asked === 0) return { level: 0, says: `${when}: not asked` }
    const share = failed / asked
    const says = `${when}: asked ${asked} times, ${percent(1 - share)} answered`
    return { level: failed === 0 ? 1 : share < MANY_FAILED ? 2 : 3, says }
  })
  const bad = cells.filter(({ level }) => level > 1).length
  return raw(stripChart(`${title}: ${bad} of ${hours} hours with a failure`, cells))
}
