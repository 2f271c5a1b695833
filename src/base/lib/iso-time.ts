const FIRST_MS = Date.parse('0000-01-01T00:00:00Z')
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z')

/** A moment as answers write it; null for none, and for years that take more than four digits. */
export const isoTime = (atMs: number | null): string | null =>
  atMs !== null && atMs >= FIRST_MS && atMs <= LAST_MS ? new Date(atMs).toISOString() : null

/** The day of a moment in UTC, as YYYY-MM-DD. */
export const isoDay = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10)
