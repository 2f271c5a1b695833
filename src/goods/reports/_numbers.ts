/** Finds the numbers of a text, with value and unit, in any notation. */

export interface Figure {
  /** Such as `usd 1240000000`, `% 3.1`, `day 6-30`, `year 2026` or `42`. */
  readonly value: string
  readonly at: number
}

const WORDS = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen ' +
  'fifteen sixteen seventeen eighteen nineteen twenty'
).split(' ')
export const MONTHS =
  'january february march april may june july august september october november december'.split(' ')
const SCALES: Readonly<Record<string, number>> = {
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
  k: 1e3,
  m: 1e6,
  bn: 1e9,
}

/** Replaces characters that look alike by one spelling. */
export const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\u00ad\u200b-\u200d\ufeff]/g, '')
    .replaceAll(/[‘’‚‛′]/g, "'")
    .replaceAll(/[“”„‟″]/g, '"')
    .replaceAll(/[‐-―−]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()

const MONTH = String.raw`(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?`
const monthOf = (name: string): number =>
  MONTHS.findIndex((month) => month.startsWith(name.toLowerCase().slice(0, 3))) + 1

type Reader = (parts: readonly (string | undefined)[]) => readonly string[] | null

const dayOf = (y: string | undefined, m: number, d: string | undefined): readonly string[] => [
  `day ${m}-${Number(d)}`,
  ...(y === undefined ? [] : [`date ${Number(y)}-${m}-${Number(d)}`, `year ${Number(y)}`]),
]

/** Applied in this order. Text that one reader has taken is hidden from the next. */
const READERS: readonly (readonly [pattern: RegExp, read: Reader])[] = [
  [/\b(\d{4})-(\d{2})-(\d{2})\b/g, ([y, m, d]) => dayOf(y, Number(m), d)],
  [
    new RegExp(String.raw`\b(\d{1,2}) (?:to|-) (\d{1,2}) ${MONTH}(?:,? (\d{4}))?`, 'gi'),
    ([a, b, m = '', y]) => [...dayOf(y, monthOf(m), a), ...dayOf(y, monthOf(m), b)],
  ],
  [
    new RegExp(String.raw`\b(\d{1,2})(?:st|nd|rd|th)? (?:of )?${MONTH}(?:,? (\d{4}))?\b`, 'gi'),
    ([d, m = '', y]) => dayOf(y, monthOf(m), d),
  ],
  [
    new RegExp(String.raw`\b${MONTH} (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?\b`, 'gi'),
    ([m = '', d, y]) => dayOf(y, monthOf(m), d),
  ],
  [/\b((?:1[89]|20)\d\d)\b(?! ?(?:basis|shares|%|\.\d))/g, ([y]) => [`year ${y}`]],
  [
    /([$€£])?\s?(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?:\s?(thousand|million|billion|trillion|bn|k|m)\b)?\s?(%|percentage points?|percent|per cent|dollars?|euros?|pounds?)?/gi,
    ([sign, digits = '', scale = '', unit = '']) => {
      const value = Number(digits.replaceAll(',', '')) * (SCALES[scale.toLowerCase()] ?? 1)
      return [`${unitOf(sign, unit.toLowerCase())} ${Number(value.toPrecision(12))}`.trim()]
    },
  ],
  [
    new RegExp(String.raw`\b(${WORDS.slice(2).join('|')})\b`, 'gi'),
    ([word = '']) => [String(WORDS.indexOf(word.toLowerCase()))],
  ],
]

function unitOf(sign: string | undefined, unit: string): string {
  if (sign === '$' || unit.startsWith('dollar')) return 'usd'
  if (sign === '€' || unit.startsWith('euro')) return 'eur'
  if (sign === '£' || unit.startsWith('pound')) return 'gbp'
  if (unit.startsWith('percentage')) return 'points'
  return unit === '%' || unit === 'percent' || unit === 'per cent' ? '%' : ''
}

/** All numbers of a folded text. */
export function figuresOf(text: string): readonly Figure[] {
  const figures: Figure[] = []
  let rest = text
  for (const [pattern, read] of READERS)
    rest = rest.replaceAll(pattern, (match: string, ...parts: unknown[]) => {
      const at = parts.findLast((part) => typeof part === 'number') ?? 0
      const groups = parts.slice(0, parts.indexOf(at)) as readonly (string | undefined)[]
      for (const value of read(groups) ?? []) figures.push({ value, at })
      return ' '.repeat(match.length)
    })
  return figures
}
