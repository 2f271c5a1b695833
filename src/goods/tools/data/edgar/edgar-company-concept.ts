import { z } from 'zod'
import { notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { figuresOf } from '../../../../engines/formats/xbrl.ts'
import { edgar } from '../../../../capabilities/upstreams/edgar.ts'
import { cikOf, companyFields } from './_company.ts'
import { tagField, taxonomyField, unitField } from './_xbrl-fields.ts'

/** Some tags have a point for every quarter of twenty years. */
const POINTS_MAX = 2_000

export default defineTool({
  route: 'GET /api/edgar-company-concept',
  name: 'Reported figure of a company',
  description:
    'History of one reported figure of a company, from XBRL: each period once, as last reported.',
  asks: [
    'history of the reported net income of one company, from XBRL',
    'how did one XBRL tag of a company change from year to year',
    'one figure of a company over time',
  ],
  price: '$0.003',
  uses: { edgar },
  input: z.object({
    ...companyFields,
    tag: tagField().describe('XBRL tag such as NetIncomeLoss, Assets or Revenues.'),
    taxonomy: taxonomyField(),
    unit: unitField(),
  }),
  output: z.object({
    cik: z.string().describe('CIK with leading zeros.'),
    name: z.string().describe('Name of the registrant.'),
    tag: z.string().describe('The tag.'),
    label: z.string().nullable().describe('Name of the tag, in words.'),
    unit: z.string().describe('Unit of every value.'),
    points: z
      .array(
        z.object({
          start: z.string().nullable().describe('First day; null for a figure of a single day.'),
          end: z.string().describe('Last day, or the single day.'),
          value: z.number().describe('Value in the newest filing.'),
          form: z.string().describe('Form of that filing.'),
          filedDate: z.string().describe('Day of that filing.'),
          fiscalYear: z
            .int()
            .nullable()
            .describe('Fiscal year of the filing that reported it first.'),
          fiscalPeriod: z
            .string()
            .nullable()
            .describe('Fiscal period of the same filing: FY or Q1 to Q4.'),
          restated: z.boolean().describe('Whether an earlier filing had another value.'),
        }),
      )
      .describe('Oldest first. Quarters, years and parts of years are all in one list.'),
    count: z.int().describe('Number of points.'),
  }),
  examples: [
    {
      input: { ticker: 'AAPL', tag: 'NetIncomeLoss' },
      at: '2026-01-01T00:00:00Z',
      output: {
        cik: '0000320193',
        name: 'Apple Inc.',
        tag: 'NetIncomeLoss',
        label: 'Net Income (Loss) Attributable to Parent',
        unit: 'USD',
        points: [
          {
            start: '2022-09-25',
            end: '2023-09-30',
            value: 96_995_000_000,
            form: '10-K',
            filedDate: '2025-10-31',
            fiscalYear: 2023,
            fiscalPeriod: 'FY',
            restated: false,
          },
          {
            start: '2024-09-29',
            end: '2024-12-28',
            value: 36_330_000_000,
            form: '10-Q',
            filedDate: '2025-01-31',
            fiscalYear: 2025,
            fiscalPeriod: 'Q1',
            restated: false,
          },
        ],
        count: 2,
        source: 'SEC EDGAR',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ ticker, cik, tag, taxonomy, unit }, { edgar }) {
    const number = await cikOf(edgar, { ticker, cik })
    const { entityName, label, units } = await edgar.concept(number, taxonomy, tag)
    const reports = Object.hasOwn(units, unit) ? units[unit] : undefined
    if (!reports) {
      const others = Object.keys(units).slice(0, 10).join(', ')
      throw notFound(`${tag} is not reported in ${unit}; it is in ${others}.`)
    }
    const points = figuresOf(reports).slice(-POINTS_MAX)
    return {
      cik: number,
      name: entityName,
      tag,
      label: label || null,
      unit,
      points,
      count: points.length,
    }
  },
})
