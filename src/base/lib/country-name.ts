/** ICU names these, and ISO 3166 does not assign them. XK is in use for Kosovo by banks. */
const UNASSIGNED = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ', 'AC', 'CP', 'CQ', 'DG', 'EA'])
const FORMER = new Set([
  'IC',
  'TA',
  'AN',
  'CS',
  'DD',
  'FX',
  'SU',
  'TP',
  'YD',
  'YU',
  'ZR',
  'BU',
  'UK',
])

/** The English name of a country by its ISO 3166-1 code; undefined for an unassigned code. */
export function countryName(code: string): string | undefined {
  if (!/^[A-Z]{2}$/.test(code) || UNASSIGNED.has(code) || FORMER.has(code)) return undefined
  return new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code)
}
