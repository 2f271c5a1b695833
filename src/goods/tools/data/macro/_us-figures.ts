import { isoDay } from '../../../../base/lib/iso-time.ts'
import type { BlsPoint, BlsSeries } from '../../../../capabilities/upstreams/bls.ts'

/** BLS series that several tools use: they share one request, which is kept for a day. */
export const US_SERIES = {
  prices: 'CUUR0000SA0',
  corePrices: 'CUUR0000SA0L1E',
  adjustedPrices: 'CUSR0000SA0',
  adjustedCorePrices: 'CUSR0000SA0L1E',
  unemployment: 'LNS14000000',
} as const

interface Bls {
  series(ids: readonly string[], from: number, to: number): Promise<readonly BlsSeries[]>
}

/** Fewest years per request, so that all short questions share the same request. */
const YEARS_LEAST = 10

/** All these series, over at least the given number of months before this one. */
export async function usFigures(bls: Bls, nowMs: number, months: number) {
  const year = Number(isoDay(nowMs).slice(0, 4))
  const years = Math.max(YEARS_LEAST, Math.ceil(months / 12) + 1)
  const found = await bls.series(Object.values(US_SERIES), year - years + 1, year)
  const pointsOf = (id: string): readonly BlsPoint[] =>
    found.find((series) => series.id === id)?.points ?? []
  return (name: keyof typeof US_SERIES) => pointsOf(US_SERIES[name])
}

/** The month that lies the given number of months before another. */
export function monthBefore(month: string, count: number): string {
  const [year = 0, at = 1] = month.split('-').map(Number)
  const total = year * 12 + at - 1 - count
  return `${Math.floor(total / 12)}-${String((total % 12) + 1).padStart(2, '0')}`
}

export const valueIn = (points: readonly BlsPoint[], period: string): number | null =>
  points.find((point) => point.period === period)?.value ?? null

/** With as many decimals as the BLS publishes. */
export const toTenth = (value: number): number => Math.round(value * 10) / 10 + 0
