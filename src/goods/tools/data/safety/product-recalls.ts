import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText, nullableText } from '../../../../base/lib/fields.ts'
import { cpscRecalls } from '../../../../capabilities/upstreams/cpsc-recalls.ts'

const namesOf = (rows: readonly { readonly Name: string | null }[]) =>
  rows.flatMap(({ Name }) => Name ?? [])

export default defineTool({
  route: 'GET /api/product-recalls',
  name: 'Product recalls',
  description: 'US consumer product recalls that match a word.',
  asks: [
    'was a stroller recalled',
    'consumer products recalled because of a hazard',
    "is my child's toy dangerous",
    'stroller called back',
  ],
  price: '$0.002',
  uses: { cpscRecalls },
  input: z.object({
    q: searchText(100).describe('A word in the title of the recall, such as stroller.'),
    since: z.iso.date().optional().describe('Only recalls of this day or later, YYYY-MM-DD.'),
    limit: z.int().min(1).max(100).default(10).describe('Most recalls, 1 to 100.'),
  }),
  output: z.object({
    recalls: z
      .array(
        z.object({
          recallId: z.string(),
          title: nullableText(),
          date: nullableText(),
          hazards: z.array(z.string()),
          products: z.array(z.string()),
          remedies: z.array(z.string()),
          units: z.array(z.string()).describe('Number of units sold, in the words of the notice.'),
          url: nullableText(),
        }),
      )
      .describe('Newest first.'),
    count: z.int(),
    total: z.int().describe('Number of all matches.'),
  }),
  examples: [{ input: { q: 'stroller' } }],

  async run({ q, since, limit }, { cpscRecalls }) {
    const found = await cpscRecalls.titled(q, since)
    const recalls = found.slice(0, limit).map((recall) => ({
      recallId: String(recall.RecallID),
      title: recall.Title,
      date: recall.RecallDate,
      hazards: namesOf(recall.Hazards),
      products: namesOf(recall.Products),
      remedies: namesOf(recall.Remedies),
      units: recall.Products.flatMap(({ NumberOfUnits }) => NumberOfUnits ?? []),
      url: recall.URL,
    }))
    return { recalls, count: recalls.length, total: found.length }
  },
})
