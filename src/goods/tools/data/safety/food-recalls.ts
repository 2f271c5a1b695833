import { z } from 'zod'
import { nullableText } from '../../../../base/lib/fields.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { openfda } from '../../../../capabilities/upstreams/openfda.ts'
import { classification, recallInput } from './_recall.ts'

export default defineTool({
  route: 'GET /api/food-recalls',
  name: 'Food recalls',
  description: 'FDA food recalls that match a product or reason.',
  asks: [
    'FDA recalls of food such as peanut butter',
    'food recalled because of salmonella or allergens',
    'is there something wrong with the peanut butter',
    'contaminated food',
    'salmonella warnings',
  ],
  price: '$0.002',
  uses: { openfda },
  input: recallInput('product or in the reason'),
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
          states: nullableText().describe('Area of sale, in words.'),
          reportDate: nullableText().describe('Day on which the FDA reported it, YYYY-MM-DD.'),
        }),
      )
      .describe('Last reported first.'),
    total: z.int().describe('Number of all matches.'),
  }),
  examples: [{ input: { q: 'peanut butter' } }],

  async run({ q, limit }, { openfda }) {
    const { rows, total } = await openfda.recalls('food', q, limit)
    const recalls = rows.slice(0, limit).map((row) => ({
      recallNumber: row.recall_number,
      product: row.product_description,
      reason: row.reason_for_recall,
      classification: row.classification,
      status: row.status,
      company: row.recalling_firm,
      states: row.distribution_pattern,
      reportDate: row.report_date,
    }))
    return { recalls, total }
  },
})
