import { z } from 'zod'
import { badInput, notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { threadWork } from '../../../../base/core/thread-work.ts'
import { searchText } from '../../../../base/lib/fields.ts'
import { edgar, type Filing } from '../../../../capabilities/upstreams/edgar.ts'
import { threads, type Threads } from '../../../../engines/threads/threads.ts'
import { cikField, type Edgar } from './_company.ts'
import type { Holding } from './_holdings-thread.ts'
import { managerNamed } from './_filer-names.ts'
import { filingFolder, olderFilings } from './_filings.ts'
import { oddAnswer } from './_odd-answer.ts'
import { readXml, textAt, type Element } from './_xml.ts'

const HOLDINGS = threadWork<typeof import('./_holdings-thread.ts')>(
  import.meta.url,
  './_holdings-thread.ts',
)

/** Since this day values are in dollars; before, in thousands of dollars. */
const DOLLARS_SINCE = '2023-01-03'
const SOLD_MAX = 200
const DECIMALS = 4

export default defineTool({
  route: 'GET /api/edgar-13f-holdings',
  name: 'Holdings of a fund manager',
  description:
    'Holdings that an investment manager reported to the SEC (13F), with changes since the previous quarter.',
  asks: [
    'which holdings did Berkshire Hathaway report in its 13F',
    'which positions did a hedge fund add or sell last quarter',
    'what does Berkshire own',
    'portfolio of a hedge fund',
    'positions of a big investor',
  ],
  price: '$0.008',
  pace: 'slow',
  uses: { edgar, threads },
  input: z.object({
    cik: cikField().optional().describe('CIK of the manager; has priority over name.'),
    name: searchText(150)
      .min(3)
      .optional()
      .describe('Name of the manager in its filings, such as Bridgewater Associates.'),
    quarter: z.iso
      .date()
      .optional()
      .describe('Last day of the quarter, such as 2025-06-30. Default: the newest.'),
    compare: z.boolean().default(true).describe('Whether to compare with the previous quarter.'),
    limit: z.int().min(1).max(500).default(50).describe('Most holdings, 1 to 500.'),
  }),
  output: z.object({
    manager: z.string().describe('Name of the manager.'),
    cik: z.string().describe('CIK with leading zeros.'),
    reportDate: z.string().describe('End of the quarter; filings come up to 45 days later.'),
    filedDate: z.string().describe('Day of the newest filing for that quarter.'),
    previousDate: z.string().nullable().describe('End of the quarter that it is compared with.'),
    totalUsd: z
      .number()
      .describe('Value of all holdings; puts and calls count with the shares behind them.'),
    holdings: z
      .array(
        z.object({
          issuer: z.string().describe('Name of the issuer, as the manager writes it.'),
          class: z.string().nullable().describe('Class of the security.'),
          cusip: z.string().describe('CUSIP.'),
          putCall: z
            .enum(['put', 'call'])
            .nullable()
            .describe('Set if the holding is an option on the security, not the security itself.'),
          unit: z.string().nullable().describe('SH: shares. PRN: principal in dollars.'),
          shares: z.number().describe('Number of shares, or principal.'),
          valueUsd: z.number().describe('Value on the last day of the quarter.'),
          pct: z.number().describe('Share of totalUsd, in percent.'),
          changeShares: z.number().nullable().describe('Change against the previous quarter.'),
          status: z
            .enum(['new', 'added', 'reduced', 'unchanged'])
            .nullable()
            .describe('Status against the previous quarter; null if that was not read.'),
        }),
      )
      .describe('The largest value first.'),
    sold: z
      .array(
        z.object({
          issuer: z.string().describe('Name of the issuer, as the manager wrote it.'),
          cusip: z.string().describe('CUSIP.'),
          putCall: z
            .enum(['put', 'call'])
            .nullable()
            .describe('Set if the holding was an option on the security.'),
          shares: z.number().describe('Number of shares in the previous quarter.'),
          valueUsd: z.number().describe('Value at the end of that quarter.'),
        }),
      )
      .describe(`Holdings of the previous quarter that are gone, at most ${SOLD_MAX}.`),
    count: z.int().describe('Holdings in this answer.'),
    total: z.int().describe('All holdings.'),
    accessions: z
      .array(z.string())
      .describe('Accession numbers of the filings that were read for the quarter.'),
  }),
  examples: [
    {
      input: { cik: '0001067983', limit: 2 },
      at: '2026-01-01T00:00:00Z',
      output: {
        manager: 'BERKSHIRE HATHAWAY INC',
        cik: '0001067983',
        reportDate: '2025-09-30',
        filedDate: '2025-11-20',
        previousDate: '2025-06-30',
        totalUsd: 64_000_000_000,
        holdings: [
          {
            issuer: 'APPLE INC',
            class: 'COM',
            cusip: '037833100',
            putCall: null,
            unit: 'SH',
            shares: 238_000_000,
            valueUsd: 60_000_000_000,
            pct: 93.75,
            changeShares: -42_000_000,
            status: 'reduced',
          },
          {
            issuer: 'ALPHABET INC',
            class: 'CAP STK CL A',
            cusip: '02079K305',
            putCall: null,
            unit: 'SH',
            shares: 16_000_000,
            valueUsd: 3_900_000_000,
            pct: 6.0938,
            changeShares: 16_000_000,
            status: 'new',
          },
        ],
        sold: [
          {
            issuer: 'T-MOBILE US INC',
            cusip: '872590104',
            putCall: null,
            shares: 3_900_000,
            valueUsd: 900_000_000,
          },
        ],
        count: 2,
        total: 3,
        accessions: ['0000950123-25-000002', '0000950123-25-000003'],
        source: 'SEC EDGAR',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    { input: { name: 'Berkshire Hathaway', compare: false }, at: '2026-01-01T00:00:00Z' },
  ],

  async run({ cik, name, quarter: wanted, compare, limit }, { edgar, threads, now }) {
    if (cik === undefined && name === undefined) throw badInput('cik: give a cik or a name.')
    const number = cik ?? (await managerNamed(edgar, name ?? '', now()))
    const { name: manager, filings: recent, older } = await edgar.filings(number)
    const known = recent.filter(isHoldings)
    const all = known.length > 0 ? known : (await olderFilings(older, undefined)).filter(isHoldings)
    const dates = [...new Set(all.flatMap(({ reportDate }) => reportDate ?? []))]
      .toSorted()
      .toReversed()
    const [date, before] = dates.slice(wanted === undefined ? 0 : dates.indexOf(wanted))
    if (date === undefined || (wanted !== undefined && date !== wanted))
      throw notFound(`${manager} has filed no 13F with holdings${wanted ? ` for ${wanted}` : ''}.`)
    const quarter = (day: string) => quarterOf({ edgar, threads, cik: number, day, filings: all })
    const [current, previous] = await Promise.all([
      quarter(date),
      compare && before !== undefined ? quarter(before) : null,
    ])
    const totalUsd = [...current.holdings.values()].reduce((sum, { value }) => sum + value, 0)
    const ranked = [...current.holdings].toSorted(([, a], [, b]) => b.value - a.value)
    const gone = [...(previous?.holdings ?? [])].filter(([key]) => !current.holdings.has(key))
    const holdings = ranked.slice(0, limit).map(([key, { value, ...holding }]) => ({
      ...holding,
      valueUsd: value,
      pct: totalUsd > 0 ? Number(((value / totalUsd) * 100).toFixed(DECIMALS)) : 0,
      ...changeOf(holding.shares, previous && (previous.holdings.get(key)?.shares ?? 0)),
    }))
    return {
      manager,
      cik: number,
      reportDate: date,
      filedDate: current.filedDate,
      previousDate: previous && before !== undefined ? before : null,
      totalUsd,
      holdings,
      sold: gone
        .toSorted(([, a], [, b]) => b.value - a.value)
        .slice(0, SOLD_MAX)
        .map(([, { issuer, cusip, putCall, shares, value }]) => ({
          issuer,
          cusip,
          putCall,
          shares,
          valueUsd: value,
        })),
      count: holdings.length,
      total: ranked.length,
      accessions: current.accessions,
    }
  },
})

const isHoldings = ({ form }: Filing): boolean => /^13F-HR(\/A)?$/.test(form)

function changeOf(shares: number, before: number | null) {
  if (before === null) return { changeShares: null, status: null }
  const changeShares = shares - before
  if (before === 0) return { changeShares, status: 'new' as const }
  if (changeShares === 0) return { changeShares, status: 'unchanged' as const }
  return { changeShares, status: changeShares > 0 ? ('added' as const) : ('reduced' as const) }
}

interface HoldingsRequest {
  readonly edgar: Edgar
  readonly threads: Threads
  readonly cik: string
  readonly day: string
  readonly filings: readonly Filing[]
}

/** Most amendments that are read for one quarter. */
const FILINGS_MAX = 12

/** All filings for a quarter: an amendment replaces the earlier holdings, or adds to them. */
async function quarterOf({ edgar, threads, cik, day, filings }: HoldingsRequest) {
  const told = filings
    .filter(({ reportDate }) => reportDate === day)
    .toSorted((a, b) => (a.accepted < b.accepted ? -1 : 1))
    .slice(-FILINGS_MAX)
  const holdings = new Map<string, Holding>()
  let accessions: string[] = []
  for (const filing of told) {
    const isNew = filing.form.endsWith('/A') && (await addsHoldings(edgar, cik, filing))
    if (!isNew) {
      holdings.clear()
      accessions = []
    }
    accessions.push(filing.accession)
    const unit = filing.filedDate >= DOLLARS_SINCE ? 1 : 1_000
    for (const [key, holding] of await tableOf(edgar, threads, cik, filing)) {
      const before = holdings.get(key)
      holdings.set(key, {
        ...holding,
        shares: holding.shares + (before?.shares ?? 0),
        value: holding.value * unit + (before?.value ?? 0),
      })
    }
  }
  return { holdings, accessions, filedDate: told.at(-1)?.filedDate ?? day }
}

/** Whether an amendment adds holdings; otherwise it restates all of them. */
async function addsHoldings(edgar: Edgar, cik: string, { accession }: Filing): Promise<boolean> {
  const xml = await edgar.document(`${filingFolder(cik, accession)}/primary_doc.xml`)
  let kind: string | null = null
  await readXml(xml, {
    amendmentInfo: (element: Element) => void (kind = textAt(element, 'amendmentType')),
  })
  return kind === 'NEW HOLDINGS'
}

async function tableOf(edgar: Edgar, threads: Threads, cik: string, { accession }: Filing) {
  const folder = filingFolder(cik, accession)
  const names = await edgar.documents(folder)
  const table = names.find((name) => /\.xml$/i.test(name) && name !== 'primary_doc.xml')
  if (table === undefined)
    throw notFound(`The table of ${accession} is not XML: it was filed before the summer of 2013.`)
  const xml = await edgar.document(`${folder}/${table}`)
  const { holdings, unread } = await threads.run(HOLDINGS, { xml }, { subject: 'the 13F table' })
  if (unread > 0) throw oddAnswer()
  return holdings
}
