/** @module-tag long */
import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import type { ToolSpec } from '../../../../base/core/tool.ts'
import { timingOf } from '../edgar/_new-york.ts'
import cot from './cot-report.ts'
import earnings from './earnings-calendar.ts'
import fxHistorical from './fx-historical.ts'
import fxRate from './fx-rate.ts'
import fxSeries from './fx-timeseries.ts'
import ipos from './ipo-calendar.ts'
import options from './options-chain.ts'
import rates from './reference-rates.ts'
import dividends from './stock-dividends.ts'
import history from './stock-history.ts'
import quote from './stock-quote.ts'
import curve from './treasury-yield-curve.ts'
import debt from './treasury-debt.ts'
import spread from './yield-curve-spread.ts'

const AT = '2026-01-03T12:00:00Z'

describe('refused inputs', () => {
  test.each<[ToolSpec, Record<string, unknown>, string]>([
    [fxRate, { from: 'USD', to: 'XYZ' }, 'bad_input'],
    [fxHistorical, { from: 'USD', to: 'EUR', date: '2026-01-04' }, 'bad_input'],
    [fxHistorical, { from: 'USD', to: ',', date: '2025-01-03' }, 'bad_input'],
    [fxHistorical, { from: 'USD', to: 'EUR', date: '1998-01-04' }, 'not_found'],
    [fxSeries, { from: 'USD', to: 'EUR', startDate: '2026-02-01' }, 'bad_input'],
    [fxSeries, { from: 'USD', to: 'EUR', startDate: '0001-01-01' }, 'bad_input'],
    [curve, { date: '2026-01-04' }, 'bad_input'],
    [curve, { date: '1989-12-31' }, 'bad_input'],
    [curve, { date: '2002-12-31', kind: 'real' }, 'bad_input'],
    [curve, { date: '1995-06-01' }, 'not_found'],
    [spread, { short: '5y', long: '5y' }, 'bad_input'],
    [debt, { days: 1 }, 'not_found'],
    [cot, { market: 'EURO' }, 'bad_input'],
    [cot, { market: "O'HARE; DROP" }, 'bad_input'],
    [cot, { market: 'FROZEN PORK BELLIES' }, 'not_found'],
    [earnings, {}, 'bad_input'],
    [earnings, { date: '2026-01-04' }, 'bad_input'],
    [ipos, { month: '2026-02' }, 'bad_input'],
  ])('%#', async (spec, input, code) => {
    await expect(runExample(spec, input, AT)).rejects.toMatchObject({ code })
  })
})

test('a currency that the ECB does not quote is a blend of other central banks', async () => {
  expect(await runExample(fxRate, { from: 'aed', to: 'USD' })).toMatchObject({ origin: 'blend' })
})

describe('yields', () => {
  test('at New Year, the previous day is in the old year, and gaps stay gaps', async () => {
    const answer = await runExample(curve, {}, AT)
    expect(answer).toMatchObject({ date: '2026-01-02', previousDate: '2025-12-31' })
    expect(answer['yieldsPct']).not.toHaveProperty('1.5m')
    expect(answer['yieldsPct']).toMatchObject({ '30y': 4.84 })
  })

  test('nominal less real is the expected inflation', async () => {
    const answer = await runExample(curve, { kind: 'breakeven' }, AT)
    expect(answer).toMatchObject({
      yieldsPct: { '5y': 2.29, '10y': 2.25, '30y': 2.21 },
      changesBp: { '5y': 0, '10y': 0, '30y': -1 },
    })
  })

  test('an inversion has its first day, unless it began before the data', async () => {
    const short = { short: '3m', days: 30 }
    expect(await runExample(spread, short, '2024-09-07T00:00:00Z')).toMatchObject({
      spreadBp: -141,
      inverted: true,
      invertedSinceDate: null,
      invertedBeforeWindow: true,
    })
    expect(await runExample(spread, { days: 60 }, '2024-09-07T00:00:00Z')).toMatchObject({
      spreadBp: 6,
      inverted: false,
      minBp: -17,
    })
  })
})

test('all overnight rates are listed, each with its own values', async () => {
  const { rates: rows } = await runExample(rates, { days: 2 }, AT)
  expect((rows as { rate: string }[]).map(({ rate }) => rate)).toEqual([
    'sofr',
    'sofr',
    'effr',
    'obfr',
    'tgcr',
    'bgcr',
  ])
  expect(rows).toMatchObject([{ revised: true }, { revised: false }, {}, {}, {}, {}])
})

test('longs and spreads of all groups add up to the open interest', async () => {
  const { rows } = await runExample(cot, { market: '099741', weeks: 1 }, AT)
  const [{ openInterest, byGroup }] = rows as [
    { openInterest: number; byGroup: Record<string, { long: number; spread: number | null }> },
  ]
  const held = Object.values(byGroup).map(({ long, spread: both }) => long + (both ?? 0))
  expect(held.reduce((sum, one) => sum + one, 0)).toBe(openInterest)
})

test('earnings of a day are filings with results, each listed once, with the ticker', async () => {
  const answer = await runExample(earnings, { date: '2025-10-30', days: 2 }, AT)
  expect(answer).toMatchObject({ rows: [{ ticker: 'AAPL', date: '2025-10-30' }], count: 1 })
})

test.each([
  ['2025-10-30T20:30:45.000Z', '2025-10-30', 'after the close'],
  ['2025-01-30T21:30:30.000Z', '2025-01-30', 'after the close'],
  ['2025-07-31T11:00:00.000Z', '2025-07-31', 'before the open'],
  ['2025-07-31T14:00:00.000Z', '2025-07-31', 'during trading'],
  // After half past five, EDGAR files under the next day.
  ['2023-11-02T22:08:27.000Z', '2023-11-03', 'after the close'],
  // The same moment as a clock of New York would show it: the day of filing does not fit.
  ['2023-11-02T18:08:27.000Z', '2023-11-03', null],
  ['2024-11-01T06:01:36.000Z', '2024-11-01', null],
  ['', '2024-11-01', null],
])('%s, filed on %s, is %s', (accepted, filed, timing) => {
  expect(timingOf(accepted, filed)).toBe(timing)
})

describe('shares', () => {
  const own = { ALPHAVANTAGE_API_KEY: '', YAHOO_FINANCE_AGREED: 'true' }

  test.each<[ToolSpec, Record<string, unknown>, string]>([
    [quote, { ticker: 'ZZZZ' }, 'not_found'],
    [history, { ticker: 'ZZZZ' }, 'not_found'],
    [history, { ticker: 'AAPL', interval: '5m' }, 'bad_input'],
    [options, { ticker: 'ZZZZ' }, 'not_found'],
    [options, { ticker: 'SPY', expiry: '2026-01-17' }, 'not_found'],
    [options, { ticker: 'SPY', expiry: '2025-12-19' }, 'not_found'],
  ])('what is refused: %#', async (spec, input, code) => {
    await expect(runExample(spec, input, AT)).rejects.toMatchObject({ code })
  })

  test('the other provider is used if the operator has no key', async () => {
    expect(await runExample(quote, { ticker: 'AAPL' }, AT, own)).toMatchObject({
      name: 'Apple Inc.',
      currency: 'USD',
      timeIso: '2025-12-31T21:00:01.000Z',
      tradingDay: '2025-12-31',
      source: 'Yahoo Finance',
      asOf: '2025-12-31T21:00:01.000Z',
    })
    expect(await runExample(history, { ticker: 'AAPL', range: '1mo' }, AT, own)).toMatchObject({
      adjustedFor: 'splits',
      // A day without trades is left out.
      bars: [{ timeIso: '2025-12-29', adjClose: 274.5 }, { timeIso: '2025-12-31' }],
    })
    expect(await runExample(dividends, { ticker: 'AAPL', range: 'max' }, AT, own)).toMatchObject({
      dividends: [{ date: '2025-11-10', amount: 0.26 }],
      splits: [{ date: '2020-08-31', ratio: 4 }],
      splitAdjusted: true,
      growthPct: null,
    })
  })

  test('five days means five trading days', async () => {
    const answer = await runExample(history, { ticker: 'AAPL', range: '5d' }, AT)
    expect(answer).toMatchObject({ count: 5, bars: [{ timeIso: '2025-12-27' }, {}, {}, {}, {}] })
  })
})

test('options on an index have its price; without trades there is no volatility', async () => {
  const given = { ALPHAVANTAGE_API_KEY: '', CBOE_AGREED: 'true' }
  const answer = await runExample(options, { ticker: '^spx' }, AT, given)
  expect(answer).toMatchObject({
    spot: 6_845.5,
    contracts: [
      { kind: 'call', strike: 6_800, iv: 0.13 },
      { kind: 'put', strike: 6_800 },
    ],
    source: 'Cboe',
  })
  const later = { ticker: '^SPX', expiry: '2026-02-20' }
  expect(await runExample(options, later, AT, given)).toMatchObject({ contracts: [{ iv: null }] })
})
