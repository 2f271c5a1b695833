import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { edgar } from '../../../../capabilities/upstreams/edgar.ts'
import { paddedCik } from './_company.ts'
import { tagField, taxonomyField, unitField } from './_xbrl-fields.ts'

export default defineTool({
  route: 'GET /api/edgar-xbrl-frame',
  name: 'One figure across all filers',
  description: 'One XBRL figure across every SEC filer for a year, quarter or day, ranked.',
  asks: [
    'compare one XBRL figure such as revenues across all SEC filers',
    'rank all public filers by total assets at the end of a quarter',
    'compare one number over all companies',
  ],
  price: '$0.005',
  uses: { edgar },
  input: z.object({
    tag: tagField().describe('XBRL tag such as Revenues or Assets.'),
    period: z
      .string()
      .trim()
      .transform((period) => period.toUpperCase())
      .pipe(
        z.string().regex(/^CY(19|20)\d\d(Q[1-4]I?)?$/, {
          error: 'must be CY2023 (a year), CY2023Q1 (a quarter) or CY2023Q4I (the end of one)',
        }),
      )
      .describe(
        'Calendar period: CY2023, CY2023Q1, or CY2023Q4I for figures of one day such as Assets.',
      ),
    unit: unitField(),
    taxonomy: taxonomyField(),
    sort: z
      .enum(['asc', 'desc'])
      .default('desc')
      .describe('Order by value; desc puts the largest first.'),
    limit: z.int().min(1).max(500).default(50).describe('Most rows, 1 to 500.'),
  }),
  output: z.object({
    tag: z.string().describe('The tag.'),
    period: z.string().describe('The period.'),
    label: z.string().nullable().describe('Name of the tag, in words.'),
    unit: z.string().describe('Unit of every value.'),
    rows: z
      .array(
        z.object({
          cik: z.string().describe('CIK of the filer.'),
          name: z.string().describe('Name of the filer.'),
          value: z.number().describe('Latest value that it filed for the period.'),
          start: z
            .string()
            .nullable()
            .describe("First day of the filer's own period, if it has one."),
          end: z
            .string()
            .describe("Last day of the filer's own period; fiscal years differ by weeks."),
          accession: z.string().describe('Accession number of the filing.'),
        }),
      )
      .describe('Rows in the chosen order.'),
    total: z.int().describe('Number of filers that reported the figure.'),
  }),
  examples: [
    {
      input: { tag: 'Assets', period: 'CY2023Q4I', limit: 1 },
      at: '2026-01-01T00:00:00Z',
      output: {
        tag: 'Assets',
        period: 'CY2023Q4I',
        label: 'Assets',
        unit: 'USD',
        rows: [
          {
            cik: '0000019617',
            name: 'JPMORGAN CHASE & CO',
            value: 3_875_393_000_000,
            start: null,
            end: '2023-12-31',
            accession: '0000019617-24-000225',
          },
        ],
        total: 2,
        source: 'SEC EDGAR',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    { input: { tag: 'EarningsPerShareDiluted', period: 'CY2023', unit: 'USD/shares' } },
  ],

  async run({ tag, period, unit, taxonomy, sort, limit }, { edgar }) {
    const { label, data } = await edgar.frame(taxonomy, tag, unit.replace('/', '-per-'), period)
    const sign = sort === 'asc' ? 1 : -1
    const rows = data
      .toSorted((a, b) => sign * (a.val - b.val))
      .slice(0, limit)
      .map(({ cik, entityName, val, start, end, accn }) => ({
        cik: paddedCik(cik),
        name: entityName,
        value: val,
        start: start ?? null,
        end,
        accession: accn,
      }))
    return { tag, period, label: label || null, unit, rows, total: data.length }
  },
})
