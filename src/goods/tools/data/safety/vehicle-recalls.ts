import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText, nullableText } from '../../../../base/lib/fields.ts'
import { nhtsaRecalls } from '../../../../capabilities/upstreams/nhtsa-recalls.ts'

export default defineTool({
  route: 'GET /api/vehicle-recalls',
  name: 'Vehicle recalls',
  description: 'US safety recalls of a vehicle model and year.',
  asks: [
    'recalls of a Honda Accord of 2018',
    'safety recalls of a car model',
    'does my car have to go back to the garage',
    'safety problems of a model',
  ],
  price: '$0.002',
  uses: { nhtsaRecalls },
  input: z.object({
    make: searchText(60).describe('Maker, such as honda.'),
    model: searchText(60).describe('Model, such as accord.'),
    modelYear: z.int().min(1949).max(2100).describe('Model year, such as 2018.'),
  }),
  output: z.object({
    recalls: z
      .array(
        z.object({
          campaign: z.string().describe('Number of the recall at NHTSA.'),
          component: nullableText(),
          summary: nullableText(),
          consequence: nullableText(),
          remedy: nullableText(),
          reportedDate: nullableText().describe('Day of the report, YYYY-MM-DD.'),
          parkIt: z.boolean().describe('Whether owners are told not to drive it.'),
        }),
      )
      .describe('Recalls; empty if there are none.'),
    count: z.int(),
  }),
  examples: [{ input: { make: 'honda', model: 'accord', modelYear: 2018 } }],

  async run({ make, model, modelYear }, { nhtsaRecalls }) {
    const found = await nhtsaRecalls.ofVehicle(make, model, modelYear)
    const recalls = found.map((recall) => ({
      campaign: recall.NHTSACampaignNumber,
      component: recall.Component,
      summary: recall.Summary,
      consequence: recall.Consequence,
      remedy: recall.Remedy,
      reportedDate: dateOf(recall.ReportReceivedDate),
      parkIt: recall.parkIt === true || /^(true|yes)$/i.test(String(recall.parkIt)),
    }))
    return { recalls, count: recalls.length }
  },
})

/** NHTSA writes the day before the month here. */
function dateOf(text: string | null): string | null {
  const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text ?? '') ?? []
  return Number(month) <= 12 ? `${year}-${month}-${day}` : null
}
