import ipaddr from 'ipaddr.js'
import type { Reader } from './_reader.ts'

/**
 * Patterns begin only at the start of a word, and their repeats are bounded, so that their time is
 * proportional to the length of the text.
 */

export const urlsIn = (reader: Reader): readonly string[] =>
  reader.take(
    /(?<!\w)(?:https?:\/\/|www\.)[^\s<>"`{}|\\^\0]{1,2000}/gi,
    ([text]) => {
      const url = withoutTail(text)
      return URL.canParse(/^www/i.test(url) ? `http://${url}` : url) ? url : null
    },
    (url) => url.length,
  )

const TAIL = ".,;:!?'*_~…»”’"
const BRACKETS: Readonly<Record<string, string>> = { ')': '(', ']': '[' }

/**
 * Punctuation after an address belongs to the sentence, and so does a bracket that the address does
 * not open.
 */
function withoutTail(text: string): string {
  const count = (mark: string) => text.split(mark).length
  const unopened = new Map(
    Object.entries(BRACKETS).map(([closing, opening]) => [
      closing,
      count(closing) - count(opening),
    ]),
  )
  let end = text.length
  for (; end > 0; end -= 1) {
    const last = text[end - 1] ?? ''
    const surplus = unopened.get(last) ?? 0
    if (!TAIL.includes(last) && surplus <= 0) break
    unopened.set(last, surplus - 1)
  }
  return text.slice(0, end)
}

/** Letters of any script, in both halves (RFC 6531). */
const EMAIL =
  /(?<![\p{L}\p{M}\p{N}_.+%-])[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_.+%-]{0,62}[\p{L}\p{M}\p{N}_+%-])?@(?:[\p{L}\p{M}\p{N}-]{1,63}\.){1,8}[\p{L}\p{M}]{2,63}(?![\p{L}\p{M}\p{N}_-])/gu

export const emailsIn = (reader: Reader): readonly string[] =>
  reader.take(EMAIL, ([text]) => (text.includes('..') ? null : text))

export const ipsIn = (reader: Reader): readonly string[] => [
  ...reader.take(/(?<![\w.:])(?:\d{1,3}\.){3}\d{1,3}(?![\w]|\.\d)/g, ([text]) =>
    ipaddr.IPv4.isValidFourPartDecimal(text) ? text : null,
  ),
  ...reader.take(/(?<![\w.:])[0-9a-f]{0,4}:[0-9a-f:]{1,39}(?![\w:])/gi, ([text]) =>
    /[0-9a-f]/i.test(text) && ipaddr.IPv6.isValid(text) ? text : null,
  ),
]

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'

const DATES = [
  /(?<![\w-])\d{4}-(?:0\d|1[0-2])-(?:[0-2]\d|3[01])(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?(?![\w-])/g,
  new RegExp(`(?<!\\w)\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${MONTH}\\.?(?:,? \\d{4})?(?!\\w)`, 'gi'),
  new RegExp(`(?<!\\w)${MONTH}\\.? \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?(?!\\w)`, 'gi'),
  new RegExp(`(?<!\\w)${MONTH}\\.? \\d{4}(?!\\w)`, 'gi'),
  /(?<![\w./-])(?:\d{1,2}([./-])\d{1,2}\1\d{4}|\d{4}([./])\d{1,2}\2\d{1,2})(?![\w/-])/g,
]

export const datesIn = (reader: Reader): readonly string[] =>
  DATES.flatMap((pattern) => reader.take(pattern, ([text]) => (isRealDay(text) ? text : null)))

/** Dates that begin with a year must exist, so `2026-02-30` does not count. */
function isRealDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})/.exec(text) ?? []
  if (year === undefined) return true
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}

const INTERNATIONAL = /(?<![\w+])\+\d[\d ().\-/]{6,22}\d(?!\w)/g
const LOCAL =
  /(?<![\w.+/-])(?:\(\d{2,5}\) ?\d{2,4}(?:[ .-]?\d{2,4}){1,3}|0\d{1,5}(?:[ ./-]\d{2,8}){1,4}|(?:1[ .-])?\d{3}([ .-])\d{3}\1\d{4})(?![\w/-])/g

/** Numbers with a country code in E.164, others as they are written. */
export const phonesIn = (reader: Reader): readonly string[] => [
  ...reader.take(INTERNATIONAL, ([text]) => {
    const digits = text.replaceAll('(0)', '').replaceAll(/\D/g, '')
    return digits.length >= 8 && digits.length <= 15 ? `+${digits}` : null
  }),
  ...reader.take(LOCAL, ([text]) => {
    const { length } = text.replaceAll(/\D/g, '')
    return length >= 7 && length <= 13 ? text : null
  }),
]

export const percentagesIn = (reader: Reader): readonly number[] =>
  reader.take(
    /(?<![\w.,])[+-]?\d{1,15}(?:[.,]\d{1,10})?\s?(?:%|percent\b|per cent\b)/gi,
    ([text]) => Number.parseFloat(text.replace(',', '.')),
  )

const NAME = '[\\p{L}\\p{N}_]'

export const hashtagsIn = (reader: Reader): readonly string[] =>
  reader.take(
    new RegExp(`(?<![&#]|${NAME})#(?=\\p{N}{0,50}\\p{L})${NAME}{1,100}`, 'gu'),
    ([text]) => text,
  )

export const mentionsIn = (reader: Reader): readonly string[] =>
  reader.take(/(?<![\w@./])@[a-z0-9_](?:[a-z0-9_.-]{0,48}[a-z0-9_])?/gi, ([text]) => text)
