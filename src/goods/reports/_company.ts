import { z } from 'zod'
import type { JsonObject } from '../../base/lib/json-object.ts'
import { numberOf, rowsOf, textOf, type ReportTools } from './_report-tools.ts'
import { citing, orNone, recordOf, type Section, type Source } from './_document.ts'
import { dollars, fineNumber, pricesUrl } from './_fields.ts'
import * as insiders from './_insiders.ts'
import { sourceText } from './_source-text.ts'

/** A listed company, by the tools of EDGAR and of the markets. */

export const companyTicker = () =>
  z
    .string()
    .max(12)
    .regex(/^[A-Za-z0-9./ -]{1,12}$/, { error: 'must be a ticker such as AAPL' })

export interface Company {
  readonly profile: JsonObject
  readonly name: string
  readonly quote: JsonObject | null
  readonly financials: JsonObject | null
  readonly filings: readonly JsonObject[]
  readonly trades: readonly insiders.Trade[]
  readonly news: readonly JsonObject[]
}

const INSIDER_DAYS = 180

/** Asks all tools about a company at once. Only its profile is required. */
export async function companyOf(ticker: string, tools: ReportTools): Promise<Company> {
  const profile = await tools.must('edgar-company-lookup', { ticker })
  const name = textOf(profile, 'name') ?? ticker
  const hasNews = await tools.runner.has('search-news')
  if (!hasNews) tools.missing.push({ part: 'News', why: 'no news search is set up here.' })
  const [quote, financials, filed, traded, told] = await Promise.all([
    tools.part('Quote', 'stock-quote', { ticker }),
    tools.part('Figures', 'company-financials', { ticker, periods: 4 }),
    tools.part('Filings', 'edgar-filings', { ticker, limit: 15 }),
    tools.part('Insiders', 'edgar-insider-trades', { ticker, days: INSIDER_DAYS, limit: 50 }),
    hasNews ? tools.part('News', 'search-news', { q: name, count: 8 }) : null,
  ])
  return {
    profile,
    name,
    quote,
    financials,
    filings: rowsOf(filed, 'filings'),
    trades: insiders.tradesOf(traded ?? {}),
    news: rowsOf(told, 'results'),
  }
}

const LINES = [
  ['revenue', 'Revenue'],
  ['operatingIncome', 'Operating income'],
  ['netIncome', 'Net income'],
  ['operatingCashFlow', 'Cash from operations'],
  ['assets', 'Assets'],
  ['equity', 'Equity'],
] as const

/** The reported figures of the last fiscal years. */
export function figuresSection(
  { financials, quote, profile }: Company,
  retrievedAt: string,
): Section {
  const periods = rowsOf(financials, 'periods')
  const cik = textOf(profile, 'cik') ?? ''
  const sentences = periods.slice(0, 2).flatMap((period) => {
    const end = textOf(period, 'end') ?? ''
    const lines = LINES.flatMap(([field, label]) => {
      const value = numberOf(period, field)
      return value === null ? [] : [`${label} of the fiscal year to ${end}: ${dollars(value)}.`]
    })
    const source = recordOf({
      title: `Figures of the fiscal year to ${end}`,
      url: `https://data.sec.gov/api/xbrl/companyfacts/CIK${cik}.json`,
      publisher: 'SEC EDGAR',
      publishedAt: textOf(period, 'filedDate'),
      retrievedAt,
      text: lines.join('\n'),
    })
    return lines.map((line) => citing(line, source, line))
  })
  const price = quoteSentence(quote, retrievedAt)
  const all = [...(price ? [price] : []), ...sentences]
  return {
    id: 'figures',
    title: 'Figures',
    sentences: orNone(all, 'No figures could be read.'),
    table: {
      name: 'figures',
      label: 'Fiscal years as reported',
      columns: ['To', ...LINES.map(([, label]) => label)],
      rows: periods.map((period) => [
        textOf(period, 'end'),
        ...LINES.map(([field]) => numberOf(period, field)),
      ]),
      ...(periods.length > 1 && {
        chart: {
          kind: 'bars',
          labels: 0,
          values: [1],
          says: 'Revenue of each fiscal year, the newest first.',
        } as const,
      }),
    },
  }
}

function quoteSentence(quote: JsonObject | null, retrievedAt: string) {
  const price = numberOf(quote, 'price')
  if (price === null) return null
  const day = textOf(quote, 'tradingDay') ?? 'a day not told'
  const change = numberOf(quote, 'changePct')
  const text =
    `The last price of ${textOf(quote, 'ticker')} was ${fineNumber(price)} ` +
    `${textOf(quote, 'currency') ?? ''} on ${day}`.trimEnd() +
    `${change === null ? '' : `, ${fineNumber(change)}% against the day before`}.`
  const publisher = textOf(quote, 'source')
  const url = pricesUrl(publisher, textOf(quote, 'ticker') ?? '')
  return citing(text, recordOf({ title: 'Last price', url, publisher, retrievedAt, text }))
}

const FILINGS_TOLD = 10

export function filingsSection({ filings, name }: Company, retrievedAt: string): Section {
  const sentences = filings.slice(0, FILINGS_TOLD).map((filing) => {
    const form = textOf(filing, 'form') ?? ''
    const filedDate = textOf(filing, 'filedDate') ?? ''
    const items = filing['items']
    const about = Array.isArray(items) && items.length > 0 ? `, items ${items.join(', ')}` : ''
    const text = `${name} filed form ${form} on ${filedDate}${about}.`
    const source = recordOf({
      title: `${form} of ${name}`,
      url: textOf(filing, 'documentUrl') ?? 'https://www.sec.gov/edgar',
      publisher: 'SEC EDGAR',
      publishedAt: filedDate,
      retrievedAt,
      text: `${text} Accession ${textOf(filing, 'accession') ?? 'not told'}.`,
    })
    return citing(text, source, text)
  })
  return { id: 'filings', title: 'Filings', sentences: orNone(sentences, 'No filing was found.') }
}

/** The risks and the business of a company in its own words: items of its annual report. */
export async function annualReport(
  { filings, profile, name }: Company,
  tools: ReportTools,
): Promise<readonly Source[]> {
  const annual =
    filings.find((filing) => /^(10-K|20-F)$/.test(textOf(filing, 'form') ?? '')) ??
    (await newestAnnual(profile, tools))
  const url = textOf(annual, 'documentUrl')
  if (!annual || url === null) {
    tools.missing.push({ part: 'Annual report', why: 'no annual report was found.' })
    return []
  }
  const items = await Promise.all(
    ['1', '1A', '7'].map((section) => filingText(tools, url, `Item ${section}`)),
  )
  const form = textOf(annual, 'form') ?? '10-K'
  const publishedAt = textOf(annual, 'filedDate')
  return items.flatMap((item, at) =>
    item
      ? [{ ...item, title: `${form} of ${name}, item ${['1', '1A', '7'][at]}`, publishedAt }]
      : [],
  )
}

async function newestAnnual(profile: JsonObject, tools: ReportTools): Promise<JsonObject | null> {
  const cik = textOf(profile, 'cik')
  if (cik === null) return null
  const answer = await tools.part('Annual report', 'edgar-filings', { cik, form: '10-K', limit: 1 })
  return rowsOf(answer, 'filings')[0] ?? null
}

const FILING_CHARACTERS_MAX = 60_000

/** The text of a filing or of one of its items. */
export async function filingText(
  tools: ReportTools,
  url: string,
  section?: string,
): Promise<Source | null> {
  const input = {
    url,
    maxChars: FILING_CHARACTERS_MAX,
    ...(section && { section: section.slice(5) }),
  }
  const name = section === undefined ? 'The filing' : `${section} of the filing`
  const answer = await tools.part(name, 'edgar-filing-text', input)
  const text = sourceText(textOf(answer, 'text') ?? '')
  if (text === '') return null
  const retrievedAt = new Date(tools.now()).toISOString()
  return { title: name, url, publisher: 'SEC EDGAR', retrievedAt, text }
}
