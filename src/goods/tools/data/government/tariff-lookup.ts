import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText, nullableText } from '../../../../base/lib/fields.ts'
import { plainText } from '../../../../engines/language/plain-text.ts'
import { usitcHts, type TariffRow } from '../../../../capabilities/upstreams/usitc-hts.ts'

export default defineTool({
  route: 'GET /api/tariff-lookup',
  name: 'US customs duty',
  description:
    'US customs duty of a product by its tariff number (HTS) or words: general and special rates.',
  asks: [
    'import duty on laptops into the United States',
    'what is the tariff rate of HTS 8471.30.01',
    'customs duty on shoes',
    'import tax into the US',
    'HTS code',
  ],
  price: '$0.002',
  uses: { usitcHts },
  input: z.object({
    q: searchText(200).describe('Tariff number such as 8471.30.01, or words of the product.'),
    limit: z.int().min(1).max(100).default(20).describe('Most rows, 1 to 100.'),
  }),
  output: z.object({
    rows: z.array(
      z.object({
        htsno: nullableText().describe('Tariff number; null on a heading without one.'),
        indent: z.int().describe('Depth of the row in the schedule.'),
        description: z.string(),
        units: z.array(z.string()).describe('Units of quantity for customs.'),
        general: nullableText().describe(
          'Rate for most countries, in the words of the schedule; null if the rows below give it.',
        ),
        special: nullableText().describe('Rates under trade agreements.'),
        other: nullableText().describe('Rate for Cuba, North Korea, Russia and Belarus.'),
        additionalDuties: nullableText(),
        footnotes: z
          .array(z.string())
          .describe('Footnotes, which often name extra duties of chapter 99.'),
      }),
    ),
    count: z.int(),
    total: z.int().describe('All rows that match.'),
    note: z.string().describe('What the rates do not include.'),
  }),
  examples: [{ input: { q: '8471.30.01' } }],

  async run({ q, limit }, { usitcHts }) {
    const found = await usitcHts.search(q)
    const rows = found.slice(0, limit).map(rowOf)
    return { rows, count: rows.length, total: found.length, note: NOTE }
  },
})

const NOTE =
  'Duties of chapter 99 (sections 232, 301 and others) are added to these rates and are only named in footnotes; antidumping duties are not in the schedule.'

const rowOf = (row: TariffRow) => ({
  htsno: row.htsno,
  indent: row.indent,
  description: plainText(row.description),
  units: row.units.filter(Boolean),
  general: row.general,
  special: row.special,
  other: row.other,
  additionalDuties: row.additionalDuties,
  footnotes: row.footnotes.flatMap(({ value }) => value ?? []),
})
