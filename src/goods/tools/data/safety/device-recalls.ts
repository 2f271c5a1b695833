import { z } from 'zod'
import { nullableText } from '../../../../base/lib/fields.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { openfda } from '../../../../capabilities/upstreams/openfda.ts'
import { recallInput } from './_recall.ts'

export default defineTool({
  route: 'GET /api/device-recalls',
  name: 'Device recalls',
  description: 'FDA medical device recalls that match a product.',
  asks: [
    'FDA recalls of a medical device such as an insulin pump',
    'recalls of a medical device',
    'was my pacemaker recalled',
    'faulty medical devices',
  ],
  price: '$0.002',
  uses: { openfda },
  input: recallInput('description of the device'),
  output: z.object({
    recalls: z
      .array(
        z.object({
          recallNumber: z.string(),
          product: nullableText(),
          reason: nullableText(),
          status: nullableText().describe('Status, such as Open, Classified or Terminated.'),
          company: nullableText(),
          eventDate: nullableText().describe('Day on which the company began it, YYYY-MM-DD.'),
        }),
      )
      .describe('Last begun first.'),
    total: z.int().describe('Number of all matches.'),
  }),
  examples: [{ input: { q: 'insulin pump' } }],

  async run({ q, limit }, { openfda }) {
    const { rows, total } = await openfda.deviceRecalls(q, limit)
    const recalls = rows.slice(0, limit).map((row) => ({
      recallNumber: row.product_res_number,
      product: row.product_description,
      reason: row.reason_for_recall,
      status: row.recall_status,
      company: row.recalling_firm,
      eventDate: row.event_date_initiated,
    }))
    return { recalls, total }
  },
})
