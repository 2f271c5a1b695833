import { INVISIBLE, SELECTORS, TURNS_DIRECTION } from '../language/hidden-text.ts'
import { INJECTION_RULES, SPACED, SPACED_WORDS } from './injection-rules.ts'
import type { Span } from '../language/text-spans.ts'

export interface Injection extends Span {
  readonly rule: string
  readonly weight: number
}

/** Finds text that addresses a model or is hidden from readers, in the order of the text. */
export function injectionsIn(text: string): readonly Injection[] {
  const found = [...spoken(text), ...hiddenIn(text), ...encodedIn(text), ...commentsIn(text)]
  const each = new Map(found.map((one) => [`${one.rule} ${one.start}`, one]))
  return [...each.values()].toSorted((a, b) => a.start - b.start || b.weight - a.weight)
}

function spoken(text: string): readonly Injection[] {
  const { text: plain, origin } = folded(text)
  const at = (start: number, length: number): Span => ({
    start: origin(start),
    end: origin(start + length - 1) + 1,
  })
  const found = INJECTION_RULES.flatMap(({ rule, weight, pattern }) =>
    [...plain.matchAll(pattern)].map(({ index, 0: { length } }) => ({
      rule,
      weight,
      ...at(index, length),
    })),
  )
  const spaced = [...plain.matchAll(SPACED)]
    .filter(([run]) => SPACED_WORDS.test(run.replaceAll(/\P{L}/gu, '')))
    .map(({ index, 0: { length } }) => ({
      rule: 'spaced-letters',
      weight: 0.6,
      ...at(index, length),
    }))
  return [...found, ...spaced]
}

/** Soft hyphens, direction marks and the byte order mark are common in normal text. */
const EVERYDAY = /^[\u00ad\u200e\u200f\u061c]$/u
const TAGS = /^[\u{e0000}-\u{e007f}]{2,}$/u

const isOdd = ({ run, start }: { readonly run: string; readonly start: number }): boolean =>
  !EVERYDAY.test(run) && !(start === 0 && run === '\ufeff')

function hiddenIn(text: string): readonly Injection[] {
  const all = (pattern: RegExp, rule: string, weight: number) =>
    [...text.matchAll(pattern)].map(({ index: start, 0: run }) => {
      const isTags = TAGS.test(run)
      return isTags
        ? { rule: 'hidden-tags', weight: 0.8, start, end: start + run.length, run }
        : { rule, weight, start, end: start + run.length, run }
    })
  return [
    ...all(INVISIBLE, 'hidden-characters', 0.15).filter(isOdd),
    ...all(SELECTORS, 'hidden-bytes', 0.8),
    ...all(/[\u202d\u202e\u2066-\u2068]/gu, 'turned-direction', 0.4),
  ].map(({ rule, weight, start, end }) => ({ rule, weight, start, end }))
}

const BASE64 = /(?<![\w+/=-])[\w+/-]{24,4000}={0,2}(?![\w+/=-])/gu
const DECODED_MAX = 2_000

/** Base64 that reads as an instruction. */
function encodedIn(text: string): readonly Injection[] {
  return [...text.matchAll(BASE64)].slice(0, DECODED_MAX).flatMap(({ index, 0: run }) => {
    const decoded = Buffer.from(run, 'base64').toString('utf8')
    const isText = /^[\P{C}\s]{16,}$/u.test(decoded)
    return isText && spoken(decoded).some(({ weight }) => weight >= 0.4)
      ? [{ rule: 'encoded', weight: 0.7, start: index, end: index + run.length }]
      : []
  })
}

/** Comments of HTML that speak to whoever reads them. */
function commentsIn(text: string): readonly Injection[] {
  const found: Injection[] = []
  for (let start = text.indexOf('<!--'); start >= 0;) {
    const close = text.indexOf('-->', start + 4)
    if (close < 0) break
    if (spoken(text.slice(start, close)).some(({ weight }) => weight >= 0.4))
      found.push({ rule: 'hidden-comment', weight: 0.5, start, end: close + 3 })
    start = text.indexOf('<!--', close)
  }
  return found
}

/** Combines the likelihoods of all rules; each rule counts once. */
export function scoreOf(found: readonly Injection[]): number {
  const weights = new Map(found.map(({ rule, weight }) => [rule, weight]))
  const doubt = [...weights.values()].reduce((left, weight) => left * (1 - weight), 1)
  return Math.round((1 - doubt) * 100) / 100
}

export const countHidden = (text: string): number =>
  [...text.matchAll(INVISIBLE)].reduce((sum, [run]) => sum + Array.from(run).length, 0) +
  [...text.matchAll(SELECTORS)].reduce((sum, [run]) => sum + Array.from(run).length, 0)

export const withoutHidden = (text: string): string =>
  text.replaceAll(INVISIBLE, '').replaceAll(SELECTORS, '').replaceAll(TURNS_DIRECTION, '')

/** Text folded for matching: lower case, plain letters, single spaces, nothing hidden. */
interface Folded {
  readonly text: string
  /** Maps an index of the folded text to the original text. */
  origin(at: number): number
}

/** Cyrillic and Greek letters that look like Latin ones. */
const LOOKALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('аеорсухіјѕһԁԛԝӏαοικνρτυχ', (one, at) => [one, 'aeopcyxijshdqwlaoikvptux'[at] ?? one]),
)
const MIXED_WORD = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+/gu

/** Letters of another script become Latin inside of words that have Latin letters as well. */
const unmixed = (text: string): string =>
  text.replaceAll(MIXED_WORD, (word) =>
    /\p{Script=Latin}/u.test(word)
      ? Array.from(word, (one) => LOOKALIKES[one] ?? one).join('')
      : word,
  )

function folded(text: string): Folded {
  const hidden = new Uint8Array(text.length)
  for (const pattern of [INVISIBLE, SELECTORS])
    for (const { index, 0: run } of text.matchAll(pattern))
      hidden.fill(1, index, index + run.length)
  const parts: string[] = []
  const origins: number[] = []
  let last = ''
  for (let at = 0; at < text.length;) {
    const one = String.fromCodePoint(text.codePointAt(at) ?? 0)
    const plain = hidden[at] === 1 ? '' : folding(one, last)
    if (plain !== '') {
      for (let unit = 0; unit < plain.length; unit += 1) origins.push(at)
      parts.push(plain)
      last = plain
    }
    at += one.length
  }
  origins.push(text.length)
  return { text: unmixed(parts.join('')), origin: (at) => origins[at] ?? text.length }
}

/** Repeated white space becomes one; line feeds are kept. */
function folding(one: string, last: string): string {
  if (one === '\n') return '\n'
  if (/\s/u.test(one)) return last === ' ' || last === '\n' ? '' : ' '
  return one.normalize('NFKC').toLowerCase()
}
