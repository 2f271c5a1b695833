import { badInput } from '../../../../base/core/fault.ts'
import { tenTo } from '../../../../engines/numbers/decimal.ts'
import { ONES, ORDINALS, SCALES, TENS } from './_number-words.ts'

const CARDINALS = new Map([...ORDINALS].map(([cardinal, ordinal]) => [ordinal, cardinal] as const))

/** The plain decimal of English words, cardinal or ordinal. */
export function parseWords(text: string): string {
  const words = text
    .toLowerCase()
    .replace(/[-,]/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '' && word !== 'and')
  const isNegative = words[0] === 'minus' || words[0] === 'negative'
  const rest = isNegative ? words.slice(1) : words
  const point = rest.indexOf('point')
  const front = wholeOf(point < 0 ? rest.map(cardinalOf) : rest.slice(0, point))
  const part =
    point < 0
      ? ''
      : `.${rest
          .slice(point + 1)
          .map(digitOf)
          .join('')}`
  if (part === '.') throw badInput('value: must name digits after point')
  const sign = isNegative && /[1-9]/.test(`${front}${part}`) ? '-' : ''
  return `${sign}${front}${part}`
}

function cardinalOf(word: string): string {
  const known = CARDINALS.get(word)
  if (known !== undefined) return known
  if (word.endsWith('ieth')) return `${word.slice(0, -4)}y`
  return word.endsWith('th') && word.length > 3 ? word.slice(0, -2) : word
}

function digitOf(word: string): number {
  const digit = ONES.indexOf(word)
  if (digit < 0 || digit > 9)
    throw badInput(`value: "${word}" is not a digit; after point name digits`)
  return digit
}

/** Scales must descend: a million comes before a thousand. */
function wholeOf(words: readonly string[]): bigint {
  if (words.length === 1 && words[0] === 'zero') return 0n
  let [total, scaleBefore, start] = [0n, SCALES.length, 0]
  for (const [at, word] of words.entries()) {
    const scale = SCALES.indexOf(word)
    if (scale < 0) continue
    if (scale >= scaleBefore) throw misplaced(word)
    total += BigInt(groupOf(words.slice(start, at), word)) * tenTo(3 * (scale + 1))
    ;[scaleBefore, start] = [scale, at + 1]
  }
  if (start === words.length && start > 0) return total
  return total + BigInt(groupOf(words.slice(start), 'the end'))
}

/** Up to ninety-nine hundred ninety-nine. */
function groupOf(words: readonly string[], before: string): number {
  const hundred = words.indexOf('hundred')
  if (hundred < 0) return belowHundred(words, before)
  const rest = words.slice(hundred + 1)
  const hundreds = belowHundred(words.slice(0, hundred), 'hundred')
  return hundreds * 100 + (rest.length === 0 ? 0 : belowHundred(rest, before))
}

function belowHundred(words: readonly string[], before: string): number {
  const [first = '', second, ...more] = words
  const tens = TENS.indexOf(first)
  const value = first === 'a' ? 1 : tens >= 2 ? tens * 10 : ONES.indexOf(first)
  const one = second === undefined ? 0 : ONES.indexOf(second)
  if (first === '') throw badInput(`value: must name a number before ${before}`)
  if (value < 0) throw misplaced(first)
  const isPair = second === undefined || (tens >= 2 && one >= 1 && one <= 9)
  if (value === 0 || !isPair || more.length > 0) throw misplaced(second ?? first)
  return value + one
}

const misplaced = (word: string) =>
  badInput(`value: "${word}" is not an English number word, or is in the wrong place`)
