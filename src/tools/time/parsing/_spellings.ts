import { badInput } from '../../../core/fault.ts'
import { isRealOffset } from '../../../lib/instants-notations.ts'

/** Notations that mean several things, each spelled so that it means one. */

const WEEKDAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day'

interface Notation {
  readonly pattern: RegExp
  /** The likeliest first; `$0` is the text as it is. */
  readonly meanings: readonly string[]
}

const NOTATIONS: readonly Notation[] = [
  {
    pattern:
      /^((?:19|20|21)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])([01]\d|2[0-3])([0-5]\d)([0-5]\d)?$/,
    meanings: ['$1-$2-$3T$4:$5', '$0'],
  },
  {
    pattern: new RegExp(`^(?:the )?(${WEEKDAY}) after next$`, 'i'),
    meanings: ['a week after next $1', '$0'],
  },
  { pattern: new RegExp(`^(${WEEKDAY}) (\\d{1,2})$`, 'i'), meanings: ['$1 $2th', '$0'] },
  {
    pattern: /^(.*\d:\d\d(?: ?[ap]m)?) -(\d{1,2})(:\d\d)?$/i,
    meanings: ['$1 GMT-$2$3', '$0'],
  },
]

const LOOSE_NUMBER =
  /^[+-]?\d{1,8}(?:\.\d{1,9})?$|^(?:\d{1,4}-\d{1,2}|\d{1,2}-\d{4}|\d{5,9}-\d\d-\d\d.*)$/
const COMPACT_DATE = /^(?:19|20|21)\d{6}$/
const OFFSET =
  /(?:T\d\d:?\d\d(?::?\d\d(?:[.,]\d{1,9})?)? ?|GMT ?|UTC ?)([+-]\d{1,2}(?::?\d\d)?)(?!\d)|(\+\d{1,2}:\d\d)(?!\d)/i

/** All that a text may mean, spelled out. */
export function spellingsOf(text: string): readonly string[] {
  if (LOOSE_NUMBER.test(text) && !COMPACT_DATE.test(text)) {
    throw badInput(
      `text: ${text} alone may be a time, a date or a number, must be such as 14:30, ` +
        '14 March, 2026-03-14 or seconds of nine digits and more',
    )
  }
  const [, after, plus] = OFFSET.exec(text) ?? []
  const offset = after ?? plus
  if (offset !== undefined && !isRealOffset(offset))
    throw badInput(`text: ${offset} must be an offset of -14:00 to +14:00`)
  const found = NOTATIONS.find(({ pattern }) => pattern.test(text))
  return (
    found?.meanings.map((one) => (one === '$0' ? text : text.replace(found.pattern, one))) ?? [text]
  )
}
