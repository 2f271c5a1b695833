import { z } from 'zod'
import { nullableText } from '../../../../base/lib/fields.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { openfda } from '../../../../capabilities/upstreams/openfda.ts'
import { classification, recallInput } from './_recall.ts'

export default defineTool({
  route: 'GET /api/drug-recalls',
  name: 'Drug recalls',
  description: 'FDA drug recalls that match a product.',
  asks: [
    'drug recalls of metformin',
    'FDA recalls of a drug and their class',
    'were my tablets called back',
  ],
  price: '$0.002',
  uses: { openfda },
  input: recallInput('description of the product'),
  output: z.object({
    recalls: z
      .array(
        z.object({
          recallNumber: z.string(),
          product: z.string(),
          reason: nullableText(),
          classification: classification(),
          status: nullableText().describe('Status, such as Ongoing or Terminated.'),
          company: nullableText(),
          reportDate: nullableText().describe('Day on which the FDA reported it, YYYY-MM-DD.'),
        }),
      )
      .describe('Last reported first.'),
    total: z.int().describe('Number of all matches.'),
  }),
  examples: [
    {
      input: { q: 'metformin' },
      at: '2026-01-20T00:00:00Z',
      output: {
        recalls: [
          {
            recallNumber: 'D-1203-2020',
            product: 'Metformin Hydrochloride Extended-Release Tablets, USP, 500 mg',
            reason: 'CGMP Deviations: Detection of NDMA impurity.',
            classification: 'Class II',
            status: 'Terminated',
            company: 'Apotex Corp.',
            reportDate: '2020-06-10',
          },
        ],
        total: 87,
        source: 'openFDA (CC0; not for medical decisions)',
        asOf: '2026-01-20T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ q, limit }, { openfda }) {
    const { rows, total } = await openfda.recalls('drug', q, limit)
    const recalls = rows.slice(0, limit).map((row) => ({
      recallNumber: row.recall_number,
      product: row.product_description,
      reason: row.reason_for_recall,
      classification: row.classification,
      status: row.status,
      company: row.recalling_firm,
      reportDate: row.report_date,
    }))
    return { recalls, total }
  },
})
