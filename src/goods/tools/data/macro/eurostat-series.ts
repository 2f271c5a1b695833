import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'
import { cellsOf, frequencyOf, type Cell } from '../../../../engines/numbers/series.ts'
import { eurostat } from '../../../../capabilities/upstreams/eurostat.ts'

const POINTS_MAX = 5_000
const FILTERS_MAX = 20
const NAME = /^[a-z][a-z0-9_]{0,29}$/
const CODE = /^[A-Za-z0-9_+.-]{1,60}$/
/** Filters that have their own fields, or that a caller may not choose. */
const RESERVED = new Set(['geo', 'format', 'lang', 'time', 'sinceTimePeriod'])

/** Eurostat has its own codes for two countries. */
const COUNTRIES: Readonly<Record<string, string>> = { GR: 'EL', GB: 'UK' }

export default defineTool({
  route: 'GET /api/eurostat-series',
  name: 'Eurostat series',
  description: 'Eurostat dataset values for a country of Europe, by period and dimension.',
  asks: [
    'Eurostat dataset values for Germany by period',
    'EU dataset une_rt_m',
    'figures for a European country',
    'unemployment in Spain',
  ],
  price: '$0.002',
  uses: { eurostat },
  input: z.object({
    dataset: z
      .string()
      .trim()
      .transform((code) => code.toLowerCase())
      .pipe(
        z.string().regex(/^[a-z0-9_$-]{3,60}$/, { error: 'must be a dataset such as une_rt_m' }),
      )
      .describe('Code of the dataset, such as une_rt_m.'),
    geo: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9_]{2,30}$/, { error: 'must be a place such as DE or EU27_2020' })
      .describe('Country such as DE (GR and GB are accepted), region, or EU27_2020.'),
    filters: line(1_000)
      .default('')
      .describe('Codes of other dimensions, such as sex=T&age=TOTAL&unit=PC_ACT&s_adj=SA.'),
    sinceYear: z.int().min(1900).max(2100).optional().describe('First year.'),
  }),
  output: z.object({
    dataset: z.string().describe('Code of the dataset.'),
    label: z.string().describe('Title of the dataset.'),
    points: z
      .array(
        z.object({
          period: z.string().describe('Year, quarter, month, week or day.'),
          value: z.number().nullable().describe('Value; null if Eurostat has none.'),
          status: z
            .string()
            .nullable()
            .describe('Flags: p provisional, e estimated, b break in the series, : none.'),
          dims: z.record(z.string(), z.string()).describe('Codes of the other dimensions.'),
        }),
      )
      .describe(`At most ${POINTS_MAX}, sorted by dimension and then oldest first.`),
    count: z.int().describe('Number of points.'),
    frequency: z.string().nullable().describe('yearly, quarterly, monthly and so on.'),
    dimensions: z
      .array(
        z.object({
          name: z.string().describe('Name for `filters`.'),
          label: z.string().nullable().describe('Label in words.'),
          codes: z
            .record(z.string(), z.string())
            .describe('Codes in this answer, with their labels.'),
        }),
      )
      .describe(
        'Dimensions that the filters leave open have several codes; at most 50 are listed.',
      ),
    updated: z.string().nullable().describe('When Eurostat last changed the dataset.'),
    truncated: z.boolean().describe('Whether more points match; narrow them down by filters.'),
  }),
  examples: [
    {
      input: {
        dataset: 'une_rt_m',
        geo: 'DE',
        filters: 'sex=T&age=TOTAL&unit=PC_ACT&s_adj=SA',
        sinceYear: 2025,
      },
      at: '2026-01-01T00:00:00Z',
      output: {
        dataset: 'une_rt_m',
        label: 'Unemployment by sex and age - monthly data',
        points: [
          ['2025-07', 3.7, null] as const,
          ['2025-08', 3.7, null] as const,
          ['2025-09', null, ':'] as const,
          ['2025-10', 3.8, 'p'] as const,
        ].map(([period, value, status]) => ({
          period,
          value,
          status,
          dims: { freq: 'M', s_adj: 'SA', age: 'TOTAL', unit: 'PC_ACT', sex: 'T', geo: 'DE' },
        })),
        count: 4,
        frequency: 'monthly',
        dimensions: [
          { name: 'freq', label: 'Time frequency', codes: { M: 'Monthly' } },
          {
            name: 's_adj',
            label: 'Seasonal adjustment',
            codes: { SA: 'Seasonally adjusted data' },
          },
          { name: 'age', label: 'Age class', codes: { TOTAL: 'Total' } },
          {
            name: 'unit',
            label: 'Unit of measure',
            codes: { PC_ACT: 'Percentage of population in the labour force' },
          },
          { name: 'sex', label: 'Sex', codes: { T: 'Total' } },
          { name: 'geo', label: 'Geopolitical entity (reporting)', codes: { DE: 'DE' } },
        ],
        updated: '2025-12-02T11:00:00+0100',
        truncated: false,
        source: 'Eurostat',
        asOf: '2025-12-02T10:00:00.000Z',
      },
    },
  ],

  async run({ dataset, geo, filters, sinceYear }, { eurostat }) {
    const place = geo.toUpperCase()
    const cube = await eurostat.dataset(dataset, {
      ...filtersIn(filters),
      geo: COUNTRIES[place] ?? place,
      sinceTimePeriod: sinceYear,
    })
    const points: Point[] = []
    let truncated = false
    for (const { codes, value, status } of cellsOf(cube)) {
      truncated = points.length >= POINTS_MAX
      if (truncated) break
      const { time = '', ...dims } = codes
      points.push({ period: time, value, status, dims })
    }
    const named = cube.id.filter((name) => name !== 'time')
    return {
      dataset,
      label: cube.label,
      points,
      count: points.length,
      frequency: frequencyOf(points[0]?.period),
      dimensions: named.map((name) => {
        const { label, category } = cube.dimension[name] ?? { category: {} }
        const codes = Object.entries(category.label ?? {}).slice(0, 50)
        return { name, label: label ?? null, codes: Object.fromEntries(codes) }
      }),
      updated: cube.updated ?? null,
      truncated,
    }
  },
})

interface Point extends Pick<Cell, 'value' | 'status'> {
  readonly period: string
  readonly dims: Readonly<Record<string, string>>
}

/** Several codes of a dimension are written as repeated pairs. */
function filtersIn(text: string): Readonly<Record<string, readonly string[]>> {
  const pairs = [...new URLSearchParams(text.replace(/^\?/, ''))]
  if (pairs.length > FILTERS_MAX) throw badInput(`filters: must be at most ${FILTERS_MAX}`)
  const bad = pairs.find(([name, code]) => !NAME.test(name) || !CODE.test(code))
  if (bad) throw badInput('filters: must be like sex=T&age=TOTAL')
  const reserved = pairs.find(([name]) => RESERVED.has(name))
  if (reserved) throw badInput(`filters: must not hold ${reserved[0]}, which has its own field`)
  const grouped = Map.groupBy(pairs, ([name]) => name)
  return Object.fromEntries([...grouped].map(([name, all]) => [name, all.map(([, code]) => code)]))
}
