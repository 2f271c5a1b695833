import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText, nullableText } from '../../../../base/lib/fields.ts'
import { fdic } from '../../../../capabilities/upstreams/fdic.ts'
import { date } from './_fields.ts'

export default defineTool({
  route: 'GET /api/bank-lookup',
  name: 'US bank lookup',
  description: 'FDIC-insured US banks by name with total assets, deposits and regulator.',
  asks: [
    'is this bank insured by the FDIC',
    'when did a failed American bank close its doors',
    'is my bank insured by the FDIC',
    'how big is a US bank',
  ],
  price: '$0.002',
  uses: { fdic },
  input: z.object({
    q: searchText(200).describe('Name of the bank, or words of it.'),
    activeOnly: z
      .boolean()
      .default(true)
      .describe('Only banks that are open and insured today; false finds closed ones too.'),
    limit: z.int().min(1).max(50).default(10).describe('Most banks, 1 to 50.'),
  }),
  output: z.object({
    banks: z.array(
      z.object({
        cert: z.int().describe('FDIC certificate number.'),
        name: z.string(),
        city: nullableText(),
        state: nullableText().describe('State, such as CA.'),
        active: z.boolean().describe('Whether the bank is open and insured today.'),
        assetsUsdK: z.number().nullable().describe('Total assets in thousands of US dollars.'),
        depositsUsdK: z.number().nullable().describe('Total deposits in thousands of US dollars.'),
        reportDate: date().describe('Day of the report with these assets and deposits.'),
        regulator: nullableText().describe('Primary federal regulator, such as OCC, FED or FDIC.'),
        website: nullableText(),
        establishedDate: date(),
        closedDate: date().describe('Last day of a closed bank; null for others.'),
      }),
    ),
    total: z.int().describe('Number of all matches.'),
  }),
  examples: [{ input: { q: 'silvergate', activeOnly: false } }, { input: { q: 'chase' } }],

  async run({ q, activeOnly, limit }, { fdic }) {
    const { banks, total } = await fdic.named(q, activeOnly, limit)
    const rows = banks.slice(0, limit).map((bank) => ({
      cert: bank.CERT,
      name: bank.NAME,
      city: bank.CITY,
      state: bank.STALP,
      active: bank.ACTIVE === 1,
      assetsUsdK: bank.ASSET,
      depositsUsdK: bank.DEP,
      reportDate: dayOf(bank.REPDTE),
      regulator: bank.REGAGNT,
      website: bank.WEBADDR,
      establishedDate: dayOf(bank.ESTYMD),
      closedDate: bank.ACTIVE === 1 ? null : dayOf(bank.ENDEFYMD),
    }))
    return { banks: rows, total }
  },
})

/** Days come as MM/DD/YYYY or YYYYMMDD; 31 December 9999 means none. */
function dayOf(text: string | null): string | null {
  const [, month, date, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text ?? '') ?? []
  const [, y = year, m = month, d = date] = /^(\d{4})(\d\d)(\d\d)$/.exec(text ?? '') ?? []
  return y === undefined || y === '9999' ? null : `${y}-${m}-${d}`
}
