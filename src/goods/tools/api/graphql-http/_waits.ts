/** What a server says about when to ask again. */

type Header = (name: string) => string | undefined

/** Milliseconds of `Retry-After` (RFC 9110), or of its finer form; undefined without one. */
export function retryAfterMs(header: Header, now: number): number | undefined {
  const milliseconds = header('retry-after-ms')
  if (milliseconds !== undefined && /^\d{1,12}$/.test(milliseconds)) return Number(milliseconds)
  const after = header('retry-after')
  if (after === undefined) return undefined
  if (/^\d{1,9}(\.\d+)?$/.test(after)) return Number(after) * 1000
  const date = Date.parse(after)
  return Number.isNaN(date) ? undefined : date - now
}

/** Seconds until a limit is reset: some servers send the time, some the rest. */
export function resetSeconds(reset: string | undefined, now: number): number | undefined {
  if (reset === undefined || !/^\d{1,11}$/.test(reset)) return undefined
  const seconds = Number(reset)
  return seconds > 1_000_000_000 ? seconds - now / 1000 : seconds
}
