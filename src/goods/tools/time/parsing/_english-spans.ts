import type { Temporal } from 'temporal-polyfill'
import { durationOf } from '../../../../engines/time/durations.ts'
import { attempt } from '../../../../engines/time/instants.ts'
import { either, ONES } from './_english-clock.ts'

/** Lengths of time in English words, with units that only spoken language has. */

const NUMBERS = [
  ...ONES,
  ...'thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand'.split(
    ' ',
  ),
]

const UNITS =
  '(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|nights?|weeks?|fortnights?|months?|quarters?|years?|decades?|centur(?:y|ies))'
const NUMBER_WORDS = `${either(NUMBERS)}(?:(?:[- ]| and )${either(NUMBERS)}){0,5}`
const AMOUNT = `(?:\\d+(?:\\.\\d+)?|half an?|an?(?: couple of| dozen)?|${NUMBER_WORDS})(?: and a half)?`
/** `2 weeks`, `a year and two months`, `an hour and a half`. */
export const DURATION = `${AMOUNT} ?${UNITS}(?: and a half)?(?:(?:,? and|,)? ${AMOUNT} ?${UNITS}){0,5}`

const THOUSANDS = new RegExp(`(?<![\\d.,])\\d{1,3}(?:,\\d{3})+(?= ?${UNITS}\\b)`, 'gi')
const DECIMAL_COMMA = new RegExp(`(?<![\\d.,])(\\d+),(\\d{1,2})(?= ?${UNITS}\\b)`, 'gi')

/** `1,000 days` as `1000 days`, `1,5 days` as `1.5 days`. */
export const withPlainCounts = (text: string): string =>
  text.replace(THOUSANDS, (count) => count.replaceAll(',', '')).replace(DECIMAL_COMMA, '$1.$2')

export const hasTime = ({ hours, minutes, seconds, nanoseconds }: Temporal.Duration): boolean =>
  hours + minutes + seconds + nanoseconds !== 0

/** A length of time, also in units that only spoken language has. */
export function spanOf(span: string): Temporal.Duration | undefined {
  const plain = span
    .toLowerCase()
    .replace(/^the /, 'a ')
    .replace(/\ba couple of\b/g, '2')
    .replace(/\ba dozen\b/g, '12')
    .replace(/\bnight(s?)\b/g, 'day$1')
    .replace(/^(a|one) quarter$/, '3 months')
  const counted = plain.replace(
    new RegExp(`(${AMOUNT}) (fortnight|decade|centur)(?:s|y|ies)?\\b`, 'g'),
    (_, amount: string, unit: 'fortnight' | 'decade' | 'centur') => {
      const [count, name] = {
        fortnight: [2, 'weeks'],
        decade: [10, 'years'],
        centur: [100, 'years'],
      }[unit] as [number, string]
      const years = attempt(() => durationOf('text', `${amount} years`))
      return `${((years?.years ?? 0) + (years?.months ?? 0) / 12) * count} ${name}`
    },
  )
  return attempt(() => durationOf('text', counted))
}
