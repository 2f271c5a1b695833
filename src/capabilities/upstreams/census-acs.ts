import { z } from 'zod'
import { Fault, notFound } from '../../base/core/fault.ts'
import { WEEK_MS } from '../../base/core/milliseconds.ts'
import { parseAnswer } from './_faults.ts'
import { defineUpstream } from './define.ts'

const TITLE = 'US Census Bureau'
/** A row of names, then one row per place. */
const Table = z.tuple([z.array(z.string())], z.array(z.string().nullable()))

const KEY = { name: 'CENSUS_API_KEY', description: 'Key of the Census Bureau, which is free.' }
const NO_CONTENT = 204

export const censusAcs = defineUpstream({
  name: 'census-acs',
  title: TITLE,
  attribution:
    'US Census Bureau, American Community Survey, 5-year estimates (this product uses the Census Bureau Data API but is not endorsed or certified by the Census Bureau)',
  terms: 'https://www.census.gov/data/developers/about/terms-of-service.html',
  texts: 'own',
  base: 'https://api.census.gov',
  asks: '$0',
  settings: [{ ...KEY, need: 'required' }],
  limits: { timeoutMs: 20_000, bytesMax: 500_000, perSecond: 2, among: 'replicas' },
  cacheTtlMs: WEEK_MS,
  refusals: { 404: () => notFound('The Census Bureau has no 5-year estimates of this year.') },
  api: (http) => ({
    /** Values of the survey for one place, by variable; null if there is none. */
    async place(year: number, names: readonly string[], state: string, county?: string) {
      const within =
        county === undefined
          ? { for: `state:${state}` }
          : { for: `county:${county}`, in: `state:${state}` }
      const query = { get: ['NAME', ...names].join(','), ...within, key: http.setting(KEY.name) }
      const answer = await http.bytes(`/data/${year}/acs/acs5`, { query })
      if (answer.status === NO_CONTENT)
        throw notFound('The Census Bureau does not know this place.')
      const [head, row] = parseAnswer({ title: TITLE }, Table, answer.bytes.toString())
      const place = new Map(head.map((name, at) => [name, row?.[at] ?? null]))
      if (!place.get('NAME'))
        throw new Fault('upstream_failed', `${TITLE} answered without the name of a place.`)
      return place
    },
  }),
})
