import { z } from 'zod'
import { badInput, Fault, notFound } from '../../base/core/fault.ts'
import { statisticIn } from '../../engines/numbers/series.ts'
import { keyRefused } from './_faults.ts'
import { defineUpstream } from './define.ts'

const Series = z.object({
  id: z.string(),
  title: z.string(),
  frequency: z.string(),
  units: z.string(),
  seasonal_adjustment: z.string().nullish(),
  last_updated: z.string().nullish(),
  observation_start: z.string(),
  observation_end: z.string(),
  popularity: z.number().nullish(),
  notes: z.string().nullish(),
})
const Found = z.object({ count: z.number(), seriess: z.array(Series) })
const Observations = z.object({
  count: z.number(),
  observations: z.array(z.object({ date: z.string(), value: z.string() })),
})
const Tags = z.object({ tags: z.array(z.object({ name: z.string(), group_id: z.string() })) })
const Releases = z.object({
  release_dates: z.array(
    z.object({ release_id: z.number(), release_name: z.string().nullish(), date: z.string() }),
  ),
})

export interface FredQuery {
  readonly id: string
  readonly from: string | undefined
  readonly to: string | undefined
  readonly most: number
}

const KEY = 'FRED_API_KEY'
const Refusal = z.object({ error_message: z.string() })
/** The group of tags about the rights in a series. */
const COPYRIGHT_TAGS = 'cc'

/** Its terms forbid keeping answers: each request goes to FRED. */
export const fred = defineUpstream({
  name: 'fred',
  title: 'FRED, Federal Reserve Bank of St. Louis',
  terms: 'https://fred.stlouisfed.org/docs/api/terms_of_use.html',
  texts: 'own',
  base: 'https://api.stlouisfed.org',
  asks: '$0',
  settings: [
    {
      name: KEY,
      description: 'Key of the FRED API, whose terms its holder has accepted.',
      need: 'required',
    },
  ],
  limits: { timeoutMs: 15_000, bytesMax: 8_000_000, perSecond: 2, among: 'replicas' },
  refusals: { 400: refusalOf, 404: refusalOf },
  api: (http) => {
    const asked = <S extends z.ZodType>(
      path: string,
      schema: S,
      query: Readonly<Record<string, string | number | boolean | undefined>>,
    ) =>
      http.json(`/fred${path}`, schema, {
        query: { ...query, api_key: http.setting(KEY), file_type: 'json' },
      })
    return {
      async series(id: string) {
        const { seriess } = await asked('/series', Found.omit({ count: true }), { series_id: id })
        const [series] = seriess
        if (!series) throw notFound(`FRED has no series ${id}.`)
        return series
      },

      /** The tag of FRED about the rights in a series, such as `copyrighted: citation required`. */
      async copyright(id: string): Promise<string | null> {
        const query = { series_id: id, tag_group_id: COPYRIGHT_TAGS }
        const { tags } = await asked('/series/tags', Tags, query)
        return tags.find(({ group_id: group }) => group === COPYRIGHT_TAGS)?.name ?? null
      },

      /** Newest first; null where FRED writes a dot. */
      async observations({ id, from, to, most }: FredQuery) {
        const { count, observations } = await asked('/series/observations', Observations, {
          series_id: id,
          observation_start: from,
          observation_end: to,
          sort_order: 'desc',
          limit: most,
        })
        const points = observations.map(({ date, value }) => ({ date, value: statisticIn(value) }))
        return { total: count, points }
      },

      search: async (text: string, limit: number) =>
        asked('/series/search', Found, {
          search_text: text,
          limit,
          order_by: 'popularity',
          sort_order: 'desc',
        }),

      /** Days on which releases are due, nearest first. */
      async releases(from: string, to: string) {
        const { release_dates: dates } = await asked('/releases/dates', Releases, {
          realtime_start: from,
          realtime_end: to,
          include_release_dates_with_no_data: true,
          order_by: 'release_date',
          sort_order: 'asc',
          limit: 1_000,
        })
        return dates
      },
    }
  },
})

function refusalOf(body: string): Fault {
  let said = ''
  try {
    said = Refusal.parse(JSON.parse(body)).error_message.slice(0, 200)
  } catch {
    return new Fault('upstream_failed', 'FRED refuses the request.')
  }
  if (/api_key/i.test(said)) return keyRefused('FRED')
  if (/does not exist/i.test(said)) return notFound('seriesId: FRED has no such series.')
  return badInput(`FRED refuses the request: ${said}`)
}
