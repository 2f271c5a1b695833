import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import { missingOf } from '../../../../base/core/setting.ts'
import type { ToolSpec } from '../../../../base/core/tool.ts'
import blsSeries from './bls-series.ts'
import cpi from './cpi-yoy.ts'
import ecb from './ecb-series.ts'
import eurostat from './eurostat-series.ts'
import calendar from './fred-release-calendar.ts'
import fred from './fred-series.ts'
import imf from './imf-indicator.ts'
import unemployment from './unemployment-rate.ts'
import worldBank from './world-bank-indicator.ts'
import worldBankSearch from './world-bank-search.ts'

const BRAZIL = { countryCode: 'BR', indicator: 'NY.GDP.MKTP.CD' }

describe('refused inputs', () => {
  test.each<[ToolSpec, Record<string, unknown>, string]>([
    [blsSeries, { seriesIds: ['LNS14000000'], startYear: 2025, endYear: 2024 }, 'bad_input'],
    [blsSeries, { seriesIds: ['LNS14000000'], startYear: 2000, endYear: 2025 }, 'bad_input'],
    [ecb, { flow: 'EXR', key: 'D..EUR.SP00.A' }, 'bad_input'],
    [ecb, { flow: 'EXR', key: 'D.XXX.EUR.SP00.A' }, 'not_found'],
    [eurostat, { dataset: 'une_rt_m', geo: 'DE', filters: 'geo=FR' }, 'bad_input'],
    [eurostat, { dataset: 'une_rt_m', geo: 'DE', filters: 'sex=T;x' }, 'bad_input'],
    [eurostat, { dataset: 'une_rt_m', geo: 'DE', filters: 'colour=RED' }, 'bad_input'],
    [eurostat, { dataset: 'nothing_m', geo: 'DE' }, 'not_found'],
    [worldBank, { ...BRAZIL, startYear: 2020, endYear: 2019 }, 'bad_input'],
    [worldBank, { ...BRAZIL, indicator: 'NO.SUCH' }, 'bad_input'],
    [fred, { seriesId: 'NOPE' }, 'not_found'],
    [fred, { seriesId: 'SP500' }, 'not_found'],
    [fred, { seriesId: 'UNRATE', startDate: '2025-02-01', endDate: '2025-01-01' }, 'bad_input'],
    [imf, { indicator: 'NOPE', countryCode: 'USA' }, 'not_found'],
    [cpi, {}, 'not_found'],
  ])('%#', async (spec, input, code) => {
    await expect(runExample(spec, input, '1990-01-01T00:00:00Z')).rejects.toMatchObject({ code })
  })
})

test.each([
  [fred, 'FRED_API_KEY'],
  [calendar, 'FRED_API_KEY'],
  [imf, 'IMF_AGREED'],
])(
  'a tool whose data owner has to agree is not sold without that agreement',
  ({ uses }, setting) => {
    const missing = Object.values(uses).map(({ settings }) => missingOf(settings, () => undefined))
    expect(missing).toEqual([setting])
  },
)

describe('prices and jobs of the US', () => {
  const at = '2025-12-20T00:00:00Z'

  test('a month without a survey is a gap, and so is the change from it', async () => {
    const { points } = await runExample(cpi, { months: 24 }, at)
    expect(points).toHaveLength(23)
    const [october] = (points as { month: string }[]).slice(-2)
    expect(october).toMatchObject({ month: '2025-10', indexLevel: null, yoyPct: null })
  })

  test('the yearly change uses the plain index, the monthly one the adjusted', async () => {
    const { points } = await runExample(cpi, { months: 10 }, at)
    // 319.799 / 312.332 and 319.615 / 319.775
    expect(points).toMatchObject({ 1: { month: '2025-03', yoyPct: 2.4, momPct: -0.1 } })
  })

  test('the average of a year does not count as a month', async () => {
    const answer = await runExample(unemployment, { months: 24 }, at)
    expect(answer).toMatchObject({ low12mPct: 4, change12mPct: 0.4 })
    expect(answer['points']).toHaveLength(23)
  })

  test('a series that the BLS does not know has no points', async () => {
    const input = { seriesIds: ['XXX0000000001', 'ces0000000001'] }
    const answer = await runExample(blsSeries, input, at)
    expect(answer).toMatchObject({ count: 1, series: [{ points: [], latest: null }, {}] })
  })
})

test('Greece is EL at Eurostat', async () => {
  const answer = await runExample(eurostat, { dataset: 'UNE_RT_M', geo: 'gr' })
  expect(answer['points']).toMatchObject([{ dims: { geo: 'EL' } }, {}, {}, {}])
})

test('a series without values is a valid answer', async () => {
  const answer = await runExample(worldBank, { ...BRAZIL, countryCode: 'AQ' })
  expect(answer).toMatchObject({ points: [], latest: null, count: 0 })
  expect(await runExample(worldBankSearch, { q: 'zzzzzz' })).toMatchObject({ count: 0 })
})
