import { HOUR_MS } from '../../base/core/milliseconds.ts'

/**
 * How long a server asks clients to wait: `retry-after-ms` of model servers, or `retry-after` in
 * seconds or as a date. A date is compared with the date of the answer, because other clocks may be
 * wrong. Null if it does not say.
 */
export function retryAfterMs(headers: Headers, mostMs = HOUR_MS): number | null {
  const exact = /^\d{1,12}(\.\d+)?$/.exec(headers.get('retry-after-ms') ?? '')
  if (exact) return Math.min(Math.ceil(Number(exact[0])), mostMs)
  const told = headers.get('retry-after') ?? ''
  if (/^\d{1,9}(\.\d+)?$/.test(told)) return Math.min(Math.ceil(Number(told) * 1_000), mostMs)
  if (!/^[A-Z][a-z]{2,8},? /.test(told)) return null
  const forMs = Date.parse(told) - Date.parse(headers.get('date') ?? '')
  return Number.isNaN(forMs) ? null : Math.min(Math.max(0, forMs), mostMs)
}
