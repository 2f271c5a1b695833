import { brotliDecompressSync } from 'node:zlib'
import { scriptsIn } from '../../../../engines/language/scripts.ts'

/** Names of characters by code point. */
export type Names = (codePoint: number) => string

/** The names of Unicode 15.0, which the JavaScript engine does not have. */
export async function characterNames(): Promise<Names> {
  const { default: table } = await import('./_unicode-names.json', { with: { type: 'json' } })
  const names = new Map<number, string>()
  let at = 0
  for (const line of brotliDecompressSync(Buffer.from(table.brotli, 'base64'))
    .toString('utf8')
    .split('\n'))
    if (line.startsWith('@')) at = Number.parseInt(line.slice(1), 16)
    else names.set(at++, line)
  return (codePoint) => names.get(codePoint) ?? madeName(codePoint)
}

const HEX = 16
export const hexOf = (codePoint: number): string =>
  codePoint.toString(HEX).toUpperCase().padStart(4, '0')

const HANGUL_FIRST = 0xac00
const HANGUL_LAST = 0xd7a3
const INITIALS = 'G,GG,N,D,DD,R,M,B,BB,S,SS,,J,JJ,C,K,T,P,H'.split(',')
const VOWELS = 'A,AE,YA,YAE,EO,E,YEO,YE,O,WA,WAE,OE,YO,U,WEO,WE,WI,YU,EU,YI,I'.split(',')
const FINALS = ',G,GG,GS,N,NJ,NH,D,L,LG,LM,LB,LS,LT,LP,LH,M,B,BS,S,SS,NG,J,C,K,T,P,H'.split(',')

const IDEOGRAPHS: readonly (readonly [from: number, to: number, name: string])[] = [
  [0x3400, 0x4dbf, 'CJK UNIFIED IDEOGRAPH'],
  [0x4e00, 0x9fff, 'CJK UNIFIED IDEOGRAPH'],
  [0xf900, 0xfad9, 'CJK COMPATIBILITY IDEOGRAPH'],
  [0x17000, 0x187f7, 'TANGUT IDEOGRAPH'],
  [0x18b00, 0x18cd5, 'KHITAN SMALL SCRIPT CHARACTER'],
  [0x18d00, 0x18d08, 'TANGUT IDEOGRAPH'],
  [0x1b170, 0x1b2fb, 'NUSHU CHARACTER'],
  [0x20000, 0x2a6df, 'CJK UNIFIED IDEOGRAPH'],
  [0x2a700, 0x2b739, 'CJK UNIFIED IDEOGRAPH'],
  [0x2b740, 0x2b81d, 'CJK UNIFIED IDEOGRAPH'],
  [0x2b820, 0x2cea1, 'CJK UNIFIED IDEOGRAPH'],
  [0x2ceb0, 0x2ebe0, 'CJK UNIFIED IDEOGRAPH'],
  [0x2f800, 0x2fa1d, 'CJK COMPATIBILITY IDEOGRAPH'],
  [0x30000, 0x3134a, 'CJK UNIFIED IDEOGRAPH'],
  [0x31350, 0x323af, 'CJK UNIFIED IDEOGRAPH'],
]

/** Names that follow from the code point; characters without a name have a label in brackets. */
function madeName(codePoint: number): string {
  if (codePoint >= HANGUL_FIRST && codePoint <= HANGUL_LAST) {
    const at = codePoint - HANGUL_FIRST
    const parts = [
      INITIALS[Math.floor(at / 588)],
      VOWELS[Math.floor(at / 28) % 21],
      FINALS[at % 28],
    ]
    return `HANGUL SYLLABLE ${parts.join('')}`
  }
  const [, , name] = IDEOGRAPHS.find(([from, to]) => codePoint >= from && codePoint <= to) ?? []
  if (name !== undefined) return `${name}-${hexOf(codePoint)}`
  const kind = LABELS[categoryOf(String.fromCodePoint(codePoint))] ?? 'newer'
  return `<${kind}-${hexOf(codePoint)}>`
}

const LABELS: Readonly<Record<string, string>> = {
  Cc: 'control',
  Co: 'private-use',
  Cs: 'surrogate',
  Cn: 'unassigned',
}

const CATEGORIES: readonly (readonly [name: string, pattern: RegExp])[] =
  'Ll Lu Lo Lt Lm Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co Cn'
    .split(' ')
    .map((name) => [name, new RegExp(`\\p{gc=${name}}`, 'u')])

/** The general category of a character, such as Lu. */
export const categoryOf = (character: string): string =>
  CATEGORIES.find(([, pattern]) => pattern.test(character))?.[0] ?? 'Cn'

/** The script of a character; Common for signs that many scripts share, Inherited for marks. */
export function scriptOf(character: string): string {
  if (/\p{Script=Common}/u.test(character)) return 'Common'
  if (/\p{Script=Inherited}/u.test(character)) return 'Inherited'
  return scriptsIn(character)[0] ?? 'Other'
}
