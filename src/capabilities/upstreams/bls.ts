import { z } from 'zod'
import { badInput, Fault } from '../../base/core/fault.ts'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import { statisticIn } from '../../engines/numbers/series.ts'
import { keyRefused } from './_faults.ts'
import { defineUpstream } from './define.ts'

const Answer = z.object({
  status: z.string(),
  message: z.array(z.string().nullable()),
  Results: z
    .object({
      series: z
        .array(
          z.object({
            seriesID: z.string(),
            data: z.array(
              z.object({
                year: z.string(),
                period: z.string(),
                value: z.string(),
                footnotes: z
                  .array(z.object({ code: z.string().nullish(), text: z.string().nullish() }))
                  .nullish(),
              }),
            ),
          }),
        )
        .optional(),
    })
    .nullish(),
})

export interface BlsSeries {
  readonly id: string
  /** Oldest first, without the averages of years. */
  readonly points: readonly BlsPoint[]
}

export interface BlsPoint {
  readonly period: string
  readonly value: number | null
  /** Whether it may still be revised. */
  readonly preliminary: boolean
  readonly note: string | null
}

const TITLE = 'US Bureau of Labor Statistics'
const KEY = 'BLS_API_KEY'
/** Most years per request, without a key and with one. */
const YEARS = { keyless: 10, keyed: 20 }

export const bls = defineUpstream({
  name: 'bls',
  title: TITLE,
  terms: 'https://www.bls.gov/developers/termsOfService.htm',
  texts: 'own',
  base: 'https://api.bls.gov',
  asks: '$0',
  settings: [{ name: KEY, description: 'Key of the BLS API: 500 requests a day instead of 25.' }],
  limits: { timeoutMs: 15_000, bytesMax: 5_000_000, perSecond: 2 },
  api: (http) => {
    async function asked(ids: readonly string[], from: number, to: number) {
      const key = http.setting(KEY)
      const answer = await http.json('/publicAPI/v2/timeseries/data/', Answer, {
        json: {
          seriesid: ids,
          startyear: String(from),
          endyear: String(to),
          ...(key && { registrationkey: key }),
        },
        // Without a key, an IP address has 25 requests a day.
        cacheTtlMs: DAY_MS,
      })
      if (answer.status !== 'REQUEST_SUCCEEDED') throw refusal(answer.message)
      const { series } = answer.Results ?? {}
      if (!series) throw refusal(answer.message)
      return series
    }
    return {
      /** Series over some years, in as few requests as the provider allows. */
      async series(
        ids: readonly string[],
        from: number,
        to: number,
      ): Promise<readonly BlsSeries[]> {
        const span = http.setting(KEY) ? YEARS.keyed : YEARS.keyless
        const spans = Array.from({ length: Math.ceil((to - from + 1) / span) }, (_, at) => ({
          from: Math.max(from, to - (at + 1) * span + 1),
          to: to - at * span,
        })).toReversed()
        const answers = await Promise.all(spans.map((one) => asked(ids, one.from, one.to)))
        const all = answers.flat()
        return ids.map((id) => ({
          id,
          points: all.filter(({ seriesID }) => seriesID === id).flatMap(pointsOf),
        }))
      },
    }
  },
})

type Data = NonNullable<NonNullable<z.output<typeof Answer>['Results']>['series']>[number]

/** M13, Q05 and S03 are averages of the year. */
const pointsOf = ({ data }: Data): readonly BlsPoint[] =>
  data
    .flatMap(({ year, period, value, footnotes }) => {
      const iso = periodOf(year, period)
      if (iso === null) return []
      const notes = footnotes ?? []
      return {
        period: iso,
        value: statisticIn(value),
        preliminary: notes.some(({ code }) => code === 'P'),
        note: notes.flatMap(({ text }) => text || []).join(' ') || null,
      }
    })
    .toReversed()

function periodOf(year: string, period: string): string | null {
  const [, kind, at = ''] = /^([MQSA])(\d\d)$/.exec(period) ?? []
  const number = Number(at)
  if (kind === 'M' && number <= 12) return `${year}-${at}`
  if (kind === 'Q' && number <= 4) return `${year}-Q${number}`
  if (kind === 'S' && number <= 2) return `${year}-S${number}`
  return kind === 'A' ? year : null
}

/** All errors have status 200 and a sentence. */
function refusal(messages: readonly (string | null)[]): Fault {
  const said = messages.filter(Boolean).join(' ').slice(0, 300)
  if (/\bkey\b.*\binvalid\b/i.test(said)) return keyRefused(TITLE)
  if (/threshold|daily|limit/i.test(said))
    return new Fault('upstream_failed', `${TITLE}: the requests of today are used up.`)
  if (/series|year/i.test(said))
    return badInput(`seriesIds: must be known to the BLS, which answered: ${said}`)
  return new Fault('upstream_failed', `${TITLE} refuses: ${said}`)
}
