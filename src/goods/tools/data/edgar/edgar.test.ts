import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import type { ToolSpec } from '../../../../base/core/tool.ts'
import holdings from './edgar-13f-holdings.ts'
import financials from './company-financials.ts'
import concept from './edgar-company-concept.ts'
import facts from './edgar-company-facts.ts'
import filingText from './edgar-filing-text.ts'
import filings from './edgar-filings.ts'
import insiders from './edgar-insider-trades.ts'
import ipos from './edgar-recent-ipos.ts'
import search from './edgar-search.ts'
import frame from './edgar-xbrl-frame.ts'
import { filingsBetween } from './_found.ts'
import { work as readTable } from './_holdings-thread.ts'
import { readOwnership } from './_ownership.ts'

const REPORT = 'https://www.sec.gov/Archives/edgar/data/320193/000032019324000123/aapl-20240928.htm'

describe('refused inputs', () => {
  test.each<[ToolSpec, Record<string, unknown>, string]>([
    [filings, {}, 'bad_input'],
    [filings, { ticker: 'AAPL', form: '<x>' }, 'bad_input'],
    [filings, { ticker: 'ZZZZ' }, 'not_found'],
    [filingText, {}, 'bad_input'],
    [filingText, { accession: '0000320193-24-000123' }, 'bad_input'],
    [filingText, { url: 'https://example.com/Archives/edgar/data/1/2.htm' }, 'bad_input'],
    [filingText, { url: REPORT, section: '9Z' }, 'not_found'],
    [filingText, { cik: '320193', accession: '0000320193-24-999999' }, 'not_found'],
    [concept, { ticker: 'AAPL', tag: 'NetIncomeLoss', unit: 'EUR' }, 'not_found'],
    [concept, { ticker: 'AAPL', tag: 'Goodwill' }, 'not_found'],
    [frame, { tag: 'Assets', period: '2023' }, 'bad_input'],
    [frame, { tag: 'Assets', period: 'CY1999' }, 'not_found'],
    [search, { q: 'x', since: '2025-02-01', until: '2025-01-01' }, 'bad_input'],
    [holdings, {}, 'bad_input'],
    [holdings, { name: 'Hathaway' }, 'bad_input'],
    [holdings, { name: 'Nobody Capital' }, 'not_found'],
    [holdings, { cik: '320193' }, 'not_found'],
  ])('%#', async (spec, input, code) => {
    await expect(runExample(spec, input, '2026-01-01T00:00:00Z')).rejects.toMatchObject({ code })
  })
})

test('filings are searched in the older pages, and amendments belong to their form', async () => {
  const answer = await runExample(filings, { ticker: 'AAPL', form: '8-K', since: '2024-06-01' })
  expect(answer['filings']).toHaveLength(5)
  expect(answer).toMatchObject({ filings: { 4: { filedDate: '2024-10-31' } } })
  const amended = await runExample(filings, { cik: '1067983', form: '13F-HR', limit: 2 })
  expect(amended).toMatchObject({ filings: [{ form: '13F-HR/A' }, { form: '13F-HR' }] })
})

describe('the text of a filing', () => {
  test.each([
    ['Item 2', 'Cupertino'],
    ['properties', 'Cupertino'],
    ['1', 'smartphones'],
  ])('has item %s where its text is, not in the table of contents', async (section, words) => {
    const { text } = await runExample(filingText, { url: REPORT, section })
    expect(text).toContain(words)
    expect(text).not.toContain('TABLE OF CONTENTS')
  })

  test('shows the visible text, cut at the given length', async () => {
    const whole = await runExample(filingText, { url: REPORT.replace('www.', '') })
    expect(whole).toMatchObject({ url: REPORT, section: null, truncated: false })
    expect(whole['text']).not.toContain('false')
    expect(whole['text']).toContain('affected by a number of factors')
  })
})

test('quarters that nobody reported are the year to date less the earlier quarters', async () => {
  const answer = await runExample(financials, { ticker: 'AAPL', basis: 'quarterly' })
  const [q4, q3, q2, q1] = answer['periods'] as Record<string, unknown>[]
  expect(q4).toMatchObject({
    end: '2025-09-27',
    revenue: 102_466_000_000,
    netIncome: 27_466_000_000,
    operatingCashFlow: 29_728_000_000,
    assets: 359_241_000_000,
    // The number of shares differs between the parts of a year, so earnings per share are not
    // subtracted.
    epsDiluted: null,
    derived: ['revenue', 'netIncome', 'operatingCashFlow'],
  })
  expect(q3).toMatchObject({ revenue: 94_036_000_000, epsDiluted: 1.57, capex: null })
  expect(q2).toMatchObject({ operatingCashFlow: 23_952_000_000, derived: ['operatingCashFlow'] })
  expect(q1).toMatchObject({ operatingCashFlow: 29_935_000_000, derived: [] })
})

test('figures of one tag are answered for all periods, or only for the newest', async () => {
  const input = { ticker: 'AAPL', tags: 'NetIncomeLoss' }
  expect(await runExample(facts, { ...input, latestOnly: false })).toMatchObject({ total: 7 })
  expect(await runExample(facts, input)).toMatchObject({
    facts: [{ end: '2025-09-27', value: 112_010_000_000 }],
  })
})

describe('trades of insiders', () => {
  test('those of derivatives are listed apart, those of other issuers left out', async () => {
    const answer = await runExample(insiders, { ticker: 'AAPL' }, '2025-11-15T00:00:00Z')
    expect(answer).toMatchObject({ count: 3, buyUsd: 0, complete: true, filingsRead: 3 })
    expect(answer['trades']).toMatchObject([
      { code: 'S' },
      { code: 'M', derivative: false },
      { code: 'M', derivative: true, indirect: true, acquired: false },
    ])
  })

  test('an empty list is the answer if there are none in those days', async () => {
    const answer = await runExample(insiders, { ticker: 'AAPL', days: 1 }, '2026-01-01T00:00:00Z')
    expect(answer).toMatchObject({ trades: [], count: 0, complete: true })
  })

  test.each(['<html></html>', '', '<ownershipDocument/>'])(
    '%j is refused as a form',
    async (xml) => {
      await expect(readOwnership(xml)).rejects.toMatchObject({ code: 'upstream_failed' })
    },
  )
})

describe('holdings of a manager', () => {
  test('those of several accounts are joined, and options have their own rows', async () => {
    const answer = await runExample(holdings, { cik: '1067983' }, '2026-01-01T00:00:00Z')
    expect(answer).toMatchObject({
      total: 3,
      holdings: [
        { issuer: 'APPLE INC', putCall: null, shares: 238_000_000 },
        { issuer: 'ALPHABET INC', status: 'new' },
        { issuer: 'APPLE INC', putCall: 'put', status: 'new', changeShares: 400_000 },
      ],
    })
  })

  test('a row without a value is a fault, not skipped', async () => {
    const xml = '<t><infoTable><cusip>1</cusip></infoTable></t>'
    expect(await readTable({ xml })).toMatchObject({ unread: 1 })
  })
})

test('a company that already reports is not listed, and amendments do not count', async () => {
  const answer = await runExample(ipos, { days: 30 }, '2026-02-20T00:00:00Z')
  expect(answer['filings']).toMatchObject([{ company: 'Northwind Robotics, Inc.', form: 'S-1' }])
})

test('all pages of the index are read, and a filing of several documents is one', async () => {
  const hits = Array.from({ length: 230 }, (_, at) => ({
    _id: `0001-26-${Math.floor(at / 2)}:${at % 2 === 0 ? 'ex99' : 'main'}.htm`,
    _source: {
      ciks: ['0000000007'],
      display_names: ['Seven Corp  (SVN)  (CIK 0000000007)'],
      form: '8-K',
      file_date: '2026-01-02',
      adsh: `0001-26-${Math.floor(at / 2)}`,
      file_type: at % 2 === 0 ? 'EX-99.1' : '8-K',
      items: ['2.02'],
    },
  }))
  const asked: number[] = []
  const search = async ({ from = 0 }) => {
    asked.push(from)
    return { total: hits.length, documents: hits.slice(from, from + 100), companies: [] }
  }
  const { filings, complete } = await filingsBetween({ search } as never, { forms: ['8-K'] })
  expect([asked, filings.length, complete]).toEqual([[0, 100, 200], 115, true])
  expect(filings[0]).toMatchObject({
    company: 'Seven Corp',
    url: 'https://www.sec.gov/Archives/edgar/data/7/0001260/main.htm',
  })
})
