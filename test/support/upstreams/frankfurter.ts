import { standIn } from './define.ts'

/**
 * https://api.frankfurter.dev/v2/openapi.json (2.1): one flat row for each day and currency; a day
 * without a fixing has the rate of the day before; 422 for what is no currency.
 */
const RATES: Readonly<Record<string, readonly (readonly [date: string, perEuro: number])[]>> = {
  USD: [
    ['2025-01-02', 1.0321],
    ['2025-01-03', 1.0299],
    ['2025-01-06', 1.0426],
    ['2025-12-31', 1.175],
  ],
  JPY: [
    ['2025-01-02', 162.13],
    ['2025-01-03', 161.74],
    ['2025-01-06', 164.22],
    ['2025-12-31', 184.09],
  ],
  AED: [['2025-12-31', 4.315]],
  EUR: ['2025-01-02', '2025-01-03', '2025-01-06', '2025-12-31'].map((date) => [date, 1]),
}

const rounded = (rate: number): number => Number(rate.toPrecision(5))

export default standIn({
  at: 'UPSTREAM_FRANKFURTER_URL',
  answer({ path, query }) {
    if (path !== '/v2/rates') return undefined
    const base = query.get('base') ?? 'EUR'
    const quotes = (query.get('quotes') ?? '').split(',')
    const unknown = [base, ...quotes].find((code) => !RATES[code])
    if (unknown !== undefined)
      return Response.json({ message: `invalid currency: ${unknown}` }, { status: 422 })
    const last = query.get('date') ?? query.get('to') ?? '9999'
    const first = query.get('from')
    return quotes.flatMap((quote) => {
      const rows = (RATES[quote] ?? [])
        .filter(([date]) => date <= last && date >= (first ?? ''))
        .flatMap(([date, perEuro]) => {
          const other = RATES[base]?.find(([day]) => day === date)
          return other ? [{ date, base, quote, rate: rounded(perEuro / other[1]) }] : []
        })
      return first === null ? rows.slice(-1) : rows
    })
  },
})
