import { standIn } from './define.ts'

/** https://markets.newyorkfed.org/static/docs/markets-api.html, rates: the newest first. */
const near = (percent: number, points: number): number => Math.round(percent * 100 + points) / 100

const rate = (type: string, effectiveDate: string, percentRate: number, more: object = {}) => ({
  effectiveDate,
  type,
  percentRate,
  percentPercentile1: near(percentRate, -5),
  percentPercentile25: near(percentRate, -1),
  percentPercentile75: near(percentRate, 2),
  percentPercentile99: near(percentRate, 10),
  volumeInBillions: 3_200,
  revisionIndicator: '',
  ...more,
})

const TARGET = { targetRateFrom: 3.5, targetRateTo: 3.75, volumeInBillions: 90 }

const LAST: Readonly<Record<string, readonly object[]>> = {
  'secured/sofr': [
    rate('SOFR', '2025-12-31', 3.87, { volumeInBillions: 3_388, revisionIndicator: 'R' }),
    rate('SOFR', '2025-12-30', 3.75),
  ],
  'secured/tgcr': [rate('TGCR', '2025-12-31', 3.85)],
  'secured/bgcr': [rate('BGCR', '2025-12-31', 3.85)],
  'unsecured/effr': [rate('EFFR', '2025-12-31', 3.64, TARGET)],
  'unsecured/obfr': [rate('OBFR', '2025-12-31', 3.64, { volumeInBillions: 180 })],
}

export default standIn({
  at: 'UPSTREAM_NY_FED_URL',
  answer({ path }) {
    const [, name = '', count] = /^\/api\/rates\/(\w+\/\w+)\/last\/(\d+)\.json$/.exec(path) ?? []
    const known = LAST[name]
    return known && { refRates: known.slice(0, Number(count)) }
  },
})
