import { Temporal } from 'temporal-polyfill'
import { badInput } from '../../base/core/fault.ts'
import { numericText } from '../../base/lib/fields.ts'

/** Lengths of time: reading them in any notation, and writing them out. */

const DURATION_TEXT_MAX = 100

/** A field that `durationOf` reads. */
export const durationText = () => numericText(DURATION_TEXT_MAX)

/** Amounts are kept as whole billionths, so that 1.1 hours is 3960 seconds and not almost. */
type Billionths = bigint
const ONE = 1_000_000_000n

const UNITS = [
  ['year', /^(y|yrs?|years?)$/],
  ['month', /^(mos?|mths?|months?)$/],
  ['week', /^(w|wks?|weeks?)$/],
  ['day', /^(d|days?)$/],
  ['hour', /^(h|hrs?|hours?)$/],
  ['minute', /^(m|mins?|minutes?)$/],
  ['second', /^(s|secs?|seconds?)$/],
  ['millisecond', /^(ms|msecs?|millis|milliseconds?)$/],
  ['microsecond', /^(us|µs|μs|microseconds?)$/],
  ['nanosecond', /^(ns|nanos|nanoseconds?)$/],
] as const

type Unit = (typeof UNITS)[number][0]
type Amounts = Readonly<Partial<Record<Unit, Billionths>>>

/**
 * The duration that a text names: ISO 8601 (`P1DT2H`), units (`1h 30m`), clock (`01:30:00`), words
 * (`two days ago`), or a bare count of seconds. Hours are not gathered into days.
 */
export function durationOf(field: string, text: string): Temporal.Duration {
  const trimmed = text.length > DURATION_TEXT_MAX ? '' : text.trim().replace(/^\u2212/, '-')
  const [, minus, plain] = /^([-+]?) *(.*)$/s.exec(trimmed.toLowerCase()) ?? []
  const amounts = plain && (fromIso(plain) ?? fromClock(plain) ?? fromWords(plain, trimmed))
  if (!amounts) {
    throw badInput(
      `${field}: must be a duration such as P1DT2H, 1h 30m, 01:30:00, "two days" or 90 (seconds)`,
    )
  }
  const isBack = (minus === '-') !== plain.endsWith(' ago')
  const duration = assembled(field, amounts)
  return isBack ? duration.negated() : duration
}

const DIGITS = String.raw`(\d{1,18}(?:[.,]\d{1,9})?)`
const ISO = new RegExp(
  `^p(?=[\\dt])(?:${DIGITS}y)?(?:${DIGITS}m)?(?:${DIGITS}w)?(?:${DIGITS}d)?` +
    `(?:t(?=\\d)(?:${DIGITS}h)?(?:${DIGITS}m)?(?:${DIGITS}s)?)?$`,
)
const ISO_UNITS: readonly Unit[] = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second']

function fromIso(text: string): Amounts | undefined {
  const found = ISO.exec(text)?.slice(1)
  return found && Object.fromEntries(ISO_UNITS.map((unit, at) => [unit, billionths(found[at])]))
}

const CLOCK = /^(?:(\d{1,9})(?:\.| days?,? ))?(\d{1,9}):([0-5]\d)(?::([0-5]\d(?:[.,]\d{1,9})?))?$/

function fromClock(text: string): Amounts | undefined {
  const found = CLOCK.exec(text)
  if (!found) return undefined
  const [day, hour, minute, second] = found.slice(1).map(billionths)
  return { day, hour, minute, second } as Amounts
}

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const BELOW_HUNDRED = `(?:(?:${TENS.slice(2).join('|')})(?:[- ](?:${ONES.slice(1, 10).join('|')}))?|${ONES.join('|')})`
const HUNDREDS = `(?:(?:an?|${BELOW_HUNDRED}) hundred(?:(?: and)? ${BELOW_HUNDRED})?|${BELOW_HUNDRED})`
/** Up to a million less one, with `and` where English has it. */
const NUMBER_WORDS = new RegExp(
  `\\b(?:(?:an?|${HUNDREDS}) thousand(?:(?:,| and)? ${HUNDREDS})?|${HUNDREDS})\\b`,
  'g',
)

/** The number that words such as `two hundred and five` name. */
function numberOf(words: string): number {
  let [total, group] = [0, 0]
  for (const word of words.split(/[ ,-]+/)) {
    const tens = TENS.indexOf(word)
    if (word === 'thousand') [total, group] = [total + group * 1000, 0]
    else if (word === 'hundred') group *= 100
    else if (/^an?$/.test(word)) group += 1
    else if (word !== 'and') group += tens > 1 ? tens * 10 : ONES.indexOf(word)
  }
  return total + group
}

function fromWords(text: string, original: string): Amounts | undefined {
  const digits = text
    .replace(/^in | (ago|from now)$/g, '')
    .replace(NUMBER_WORDS, (words) => String(numberOf(words)))
    .replace(/\bhalf (?:an?|of an?) /g, '0.5 ')
    .replace(/\ban? (?!half)/g, '1 ')
    .replace(/(\d+) and a half (?=[a-z])/g, '$1.5 ')
    .replace(/(\d+) ([a-z]+) and a half$/, '$1.5 $2')
  if (/^\d{1,18}(\.\d{1,9})?$/.test(digits)) return { second: billionths(digits) }
  if (/\d ?M\b/.test(original)) return undefined
  return fromUnits(digits)
}

const AMOUNT = /(?:, ?)?(?:and )?(\d{1,18}(?:[.,]\d{1,9})?) ?([a-zµμ]+)\.? */y

function fromUnits(text: string): Amounts | undefined {
  const amounts: Partial<Record<Unit, Billionths>> = {}
  let at = 0
  while (at < text.length) {
    AMOUNT.lastIndex = at
    const [whole = '', digits, name = ''] = AMOUNT.exec(text) ?? []
    const unit = UNITS.find(([, names]) => names.test(name))?.[0]
    if (!unit) return undefined
    amounts[unit] = (amounts[unit] ?? 0n) + billionths(digits)
    at += whole.length
  }
  return amounts
}

function billionths(digits = '0'): Billionths {
  const [whole = '0', fraction = ''] = digits.split(/[.,]/)
  return BigInt(whole) * ONE + BigInt(fraction.padEnd(9, '0'))
}

/** Parts of years, weeks and days become whole smaller units; only a month has no fixed part. */
function assembled(field: string, amounts: Amounts): Temporal.Duration {
  const of = (unit: Unit): Billionths => amounts[unit] ?? 0n
  const months = of('year') * 12n + of('month')
  if (months % ONE !== 0n) throw badInput(`${field}: months must be whole, write days instead`)
  const weeks = of('week') - (of('week') % ONE)
  const days = of('day') + (of('week') - weeks) * 7n
  const nanoseconds =
    (days % ONE) * 86_400n +
    of('hour') * 3600n +
    of('minute') * 60n +
    of('second') +
    (of('millisecond') * 1_000_000n + of('microsecond') * 1000n + of('nanosecond')) / ONE
  try {
    return Temporal.Duration.from({
      years: Number(months / ONE / 12n),
      months: Number((months / ONE) % 12n),
      weeks: Number(weeks / ONE),
      days: Number(days / ONE),
      hours: Number(nanoseconds / (3600n * ONE)),
      minutes: Number((nanoseconds / (60n * ONE)) % 60n),
      seconds: Number((nanoseconds / ONE) % 60n),
      nanoseconds: Number(nanoseconds % ONE),
    })
  } catch {
    throw badInput(`${field}: is too long, must be at most 4294967295 years`)
  }
}

const DAY_SECONDS = 86_400
/** The mean of the Gregorian calendar: 146,097 days in 4,800 months. */
const MONTH_SECONDS = 2_629_746

/** The length in seconds, where days have 24 hours, and years and months their mean length. */
export function nominalSeconds(duration: Temporal.Duration): number {
  const { years, months, weeks, days, hours, minutes, seconds, nanoseconds } = duration
  const calendar = (years * 12 + months) * MONTH_SECONDS + (weeks * 7 + days) * DAY_SECONDS
  return calendar + hours * 3600 + minutes * 60 + seconds + nanoseconds / 1e9
}
