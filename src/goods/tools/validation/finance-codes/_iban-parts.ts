/**
 * The parts of the account number of a country, in order, as the IBAN registry has them: b bank,
 * s branch, a account, k check digits of the country, and - for anything else, such as a currency
 * or the kind of account, each with its length.
 */
const PARTS: Readonly<Record<string, string>> = {
  AD: 'b4 s4 a12',
  AE: 'b3 a16',
  AL: 'b3 s4 k1 a16',
  AT: 'b5 a11',
  AZ: 'b4 a20',
  BA: 'b3 s3 a8 k2',
  BE: 'b3 a7 k2',
  BG: 'b4 s4 -2 a8',
  BH: 'b4 a14',
  BI: 'b5 s5 a11 k2',
  BR: 'b8 s5 a10 -2',
  BY: 'b4 -4 a16',
  CH: 'b5 a12',
  CR: 'b4 a14',
  CY: 'b3 s5 a16',
  CZ: 'b4 a16',
  DE: 'b8 a10',
  DJ: 'b5 s5 a11 k2',
  DK: 'b4 a10',
  DO: 'b4 a20',
  EE: 'b2 s2 a11 k1',
  EG: 'b4 s4 a17',
  ES: 'b4 s4 k2 a10',
  FI: 'b3 a11',
  FK: 'b2 a12',
  FO: 'b4 a10',
  FR: 'b5 s5 a11 k2',
  GB: 'b4 s6 a8',
  GE: 'b2 a16',
  GI: 'b4 a15',
  GL: 'b4 a10',
  GR: 'b3 s4 a16',
  GT: 'b4 -4 a16',
  HN: 'b4 a20',
  HR: 'b7 a10',
  HU: 'b3 s4 k1 a15 k1',
  IE: 'b4 s6 a8',
  IL: 'b3 s3 a13',
  IQ: 'b4 s3 a12',
  IS: 'b4 -2 a6 -10',
  IT: 'k1 b5 s5 a12',
  JO: 'b4 s4 a18',
  KW: 'b4 a22',
  KZ: 'b3 a13',
  LB: 'b4 a20',
  LC: 'b4 a24',
  LI: 'b5 a12',
  LT: 'b5 a11',
  LU: 'b3 a13',
  LV: 'b4 a13',
  LY: 'b3 s3 a15',
  MC: 'b5 s5 a11 k2',
  MD: 'b2 a18',
  ME: 'b3 a13 k2',
  MK: 'b3 a10 k2',
  MN: 'b4 a12',
  MR: 'b5 s5 a11 k2',
  MT: 'b4 s5 a18',
  MU: 'b6 s2 a12 -6',
  NI: 'b4 a20',
  NL: 'b4 a10',
  NO: 'b4 a6 k1',
  OM: 'b3 a16',
  PK: 'b4 a16',
  PL: 'b8 a16',
  PS: 'b4 a21',
  PT: 'b4 s4 a11 k2',
  QA: 'b4 a21',
  RO: 'b4 a16',
  RS: 'b3 a13 k2',
  RU: 'b9 s5 a15',
  SA: 'b2 a18',
  SC: 'b6 s2 a16 -3',
  SD: 'b2 a12',
  SE: 'b3 a17',
  SI: 'b5 a8 k2',
  SK: 'b4 a16',
  SM: 'k1 b5 s5 a12',
  SO: 'b4 s3 a12',
  ST: 'b4 s4 a11 k2',
  SV: 'b4 a20',
  TL: 'b3 a14 k2',
  TN: 'b2 s3 a13 k2',
  TR: 'b5 -1 a16',
  UA: 'b6 a19',
  VA: 'b3 a15',
  VG: 'b4 a16',
  XK: 'b2 s2 a10 k2',
  YE: 'b4 s4 a18',
}

const NAMES = new Map([
  ['b', 'bankCode'],
  ['s', 'branchCode'],
  ['a', 'accountNumber'],
  ['k', 'nationalCheckDigits'],
] as const)

/** Territories whose numbers are those of another country. */
const AS = new Map([
  ['AX', 'FI'],
  ...['GF', 'GP', 'MF', 'BL', 'MQ', 'NC', 'PF', 'PM', 'RE', 'TF', 'WF', 'YT'].map(
    (code) => [code, 'FR'] as const,
  ),
])

interface Parts {
  readonly bankCode?: string
  readonly branchCode?: string
  readonly accountNumber?: string
  readonly nationalCheckDigits?: string
}

/** Splits the part after the check digits; undefined where the registry tells no parts. */
export function ibanParts(countryCode: string, bban: string): Parts | undefined {
  const pieces = PARTS[AS.get(countryCode) ?? countryCode]?.split(' ').map((piece) => ({
    name: NAMES.get(piece[0] as 'b'),
    length: Number(piece.slice(1)),
  }))
  if (pieces?.reduce((sum, { length }) => sum + length, 0) !== bban.length) return undefined
  const parts: Record<string, string> = {}
  let at = 0
  for (const { name, length } of pieces) {
    if (name) parts[name] = (parts[name] ?? '') + bban.slice(at, at + length)
    at += length
  }
  return parts
}
