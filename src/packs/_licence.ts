/** What stands for no licence of the SPDX list. */
const NONE = new Set(['NOASSERTION', 'NONE', 'non-standard', 'unknown', ''])

/** The expression of a licence as a provider tells it; null where it tells none. */
export const spdxOf = (licence: unknown): string | null =>
  typeof licence === 'string' && !NONE.has(licence) ? licence : null
