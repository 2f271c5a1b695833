import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { cellsOf } from '../../../../engines/numbers/series.ts'
import { eurostat } from '../../../../capabilities/upstreams/eurostat.ts'

/** Trade of the EU since 1988 by HS2, HS4, HS6 and CN8. */
const DATASET = 'DS-045409'
const VALUE = 'VALUE_IN_EUROS'
const QUANTITY = 'QUANTITY_IN_100KG'
const SUPPLEMENTARY = 'SUPPLEMENTARY_QUANTITY'
const KG = 100
const FLOWS = { imports: '1', exports: '2' } as const

const area = (error: string) =>
  z
    .string()
    .trim()
    .toUpperCase()
    .max(20)
    .regex(/^([A-Z]{2}|WORLD|EU27_2020|EXTRA_EU27_2020)$/, { error })

export default defineTool({
  route: 'GET /api/trade-flows',
  name: 'EU trade flows',
  description:
    'Imports or exports of the EU and its countries by product and partner (Eurostat Comext).',
  asks: [
    'how much does Germany import from China',
    'EU exports of a product by customs code',
    'how much coffee does Germany import',
    'export of cars',
  ],
  price: '$0.003',
  uses: { eurostat },
  input: z.object({
    reporter: area('must be EU27_2020 or an EU country such as DE').describe(
      'Reporting country: EU27_2020 or an EU country, ISO 3166 (Greece is GR or EL).',
    ),
    partner: area('must be a country such as CN, WORLD or EXTRA_EU27_2020')
      .default('WORLD')
      .describe('Trade partner: a country, WORLD or EXTRA_EU27_2020.'),
    commodity: z
      .string()
      .max(8)
      .regex(/^(TOTAL|\d{2}|\d{4}|\d{6}|\d{8})$/, {
        error: 'must be TOTAL or a customs code of 2, 4, 6 or 8 digits',
      })
      .default('TOTAL')
      .describe('TOTAL, or a code of the Combined Nomenclature of 2, 4, 6 or 8 digits.'),
    flow: z
      .enum(['imports', 'exports'])
      .default('imports')
      .describe('Imports into or exports out of `reporter`.'),
    period: z
      .string()
      .max(7)
      .regex(/^(19|20)\d\d(-(0[1-9]|1[0-2]))?$/, {
        error: 'must be a year or month, such as 2025 or 2025-03',
      })
      .describe('A year or a month.'),
  }),
  output: z.object({
    reporter: z.string(),
    flow: z.enum(['imports', 'exports']),
    rows: z.array(
      z.object({
        partner: z.string(),
        commodity: z.string(),
        period: z.string(),
        valueEur: z.number().nullable().describe('Statistical value, euros.'),
        quantityKg: z.number().nullable().describe('Net mass, kg.'),
        supplementary: z
          .number()
          .nullable()
          .describe(
            'Quantity in the unit of the customs code, such as pieces; null if it has none.',
          ),
      }),
    ),
    totalEur: z
      .number()
      .nullable()
      .describe('Sum of all rows in euros; null if no row has a value.'),
    count: z
      .int()
      .describe('Number of rows; 0 if nothing is recorded: no trade, or not published yet.'),
  }),
  examples: [
    {
      input: {
        reporter: 'DE',
        partner: 'CN',
        commodity: '8542',
        flow: 'imports',
        period: '2024',
      },
      at: '2026-01-01T00:00:00Z',
      output: {
        reporter: 'DE',
        flow: 'imports',
        rows: [
          {
            partner: 'CN',
            commodity: '8542',
            period: '2024',
            valueEur: 1_893_456_789,
            quantityKg: 1_234_500,
            supplementary: null,
          },
        ],
        totalEur: 1_893_456_789,
        count: 1,
        source: 'Eurostat',
        asOf: '2025-12-15T22:00:00.000Z',
      },
    },
    { input: { reporter: 'EU27_2020', partner: 'EXTRA_EU27_2020', period: '2025-03' } },
  ],

  async run({ reporter, partner, commodity, flow, period }, { eurostat, now }) {
    if (Number(period.slice(0, 4)) > new Date(now()).getUTCFullYear())
      throw badInput('period: must not be in the future.')
    const query = {
      freq: period.length === 4 ? 'A' : 'M',
      reporter: codeOf(reporter),
      partner: codeOf(partner),
      product: commodity,
      flow: FLOWS[flow],
      indicators: [VALUE, QUANTITY, SUPPLEMENTARY],
      time: period,
    }
    const cube = await eurostat.dataset(DATASET, query, true)
    const rows = new Map<string, Row>()
    for (const { codes, value } of cellsOf(cube)) {
      const key = [codes['partner'], codes['product'], codes['time']].join(' ')
      const row = rows.get(key) ?? {
        partner: codes['partner'] ?? partner,
        commodity: codes['product'] ?? commodity,
        period: codes['time'] ?? period,
        valueEur: null,
        quantityKg: null,
        supplementary: null,
      }
      rows.set(key, withCell(row, codes['indicators'], value))
    }
    const found = [...rows.values()]
    const values = found.flatMap(({ valueEur }) => valueEur ?? [])
    return {
      reporter,
      flow,
      rows: found,
      totalEur: values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0),
      count: found.length,
    }
  },
})

interface Row {
  readonly partner: string
  readonly commodity: string
  readonly period: string
  readonly valueEur: number | null
  readonly quantityKg: number | null
  readonly supplementary: number | null
}

/** Greece has its own code in statistics of the EU. */
const codeOf = (country: string): string => (country === 'GR' ? 'EL' : country)

function withCell(row: Row, indicator: string | undefined, value: number | null): Row {
  if (indicator === VALUE) return { ...row, valueEur: value }
  if (indicator === QUANTITY) return { ...row, quantityKg: value === null ? null : value * KG }
  return indicator === SUPPLEMENTARY ? { ...row, supplementary: value } : row
}
