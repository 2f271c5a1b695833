import { INVISIBLE, SELECTORS } from '../_hidden.ts'

/** A text as a reader takes it in: small letters, plain forms, one space, nothing hidden. */
export interface Folded {
  readonly text: string
  /** Where a place of it lies in the text that was folded. */
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

export function folded(text: string): Folded {
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

/** White space after white space is none; a line feed stays. */
function folding(one: string, last: string): string {
  if (one === '\n') return '\n'
  if (/\s/u.test(one)) return last === ' ' || last === '\n' ? '' : ' '
  return one.normalize('NFKC').toLowerCase()
}
