/** Values that are not a licence of the SPDX list. */
const NONE = new Set(['NOASSERTION', 'NONE', 'non-standard', 'unknown', ''])

/** The SPDX expression from a provider's licence; null if it gives none. */
export const spdxOf = (licence: unknown): string | null =>
  typeof licence === 'string' && !NONE.has(licence) ? licence : null
