/** Times of day in English words, written out as digits: `quarter to nine` as `08:45`. */

type Groups = Readonly<Record<string, string | undefined>>

export const either = (words: readonly string[]): string => `(?:${words.join('|')})`

export const ONES = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')

const HOUR = `(?:1[0-2]|[1-9]|${either(ONES.toReversed())})`
const PART_OF_DAY = String.raw`(?: ?(?<half>[ap])\.?m\.?(?!\w)| in the (?<part>morning|afternoon|evening)| at (?<night>night))?`
const MINUTES = `(?:a )?(?<minutes>quarter|half|twenty[- ]five|twenty|ten|five|\\d{1,2}(?= minutes?)|${either(ONES)}(?= minutes?))(?: minutes?)?`
const CLOCK_PHRASES: readonly RegExp[] = [
  new RegExp(
    `(?<![\\w-])${MINUTES} (?<side>past|after|to|till?|before) (?<hour>${HOUR})(?: o['’]?clock)?${PART_OF_DAY}(?![\\w:-])`,
    'i',
  ),
  new RegExp(`(?<![\\w:-])(?<hour>${HOUR}) o['’]?clock${PART_OF_DAY}(?![\\w:-])`, 'i'),
  new RegExp(`(?<=\\bat )(?<hour>${either(ONES)})${PART_OF_DAY}(?![\\w:-])`, 'i'),
  new RegExp(`(?<![\\w-])(?<hour>${either(ONES)}) ?(?<half>[ap])\\.?m\\.?(?!\\w)`, 'i'),
]

export const withTimesInDigits = (text: string): string =>
  CLOCK_PHRASES.reduce(
    (left, pattern) =>
      left.replace(pattern, (_whole, ...rest: readonly unknown[]) =>
        clockOf(rest.at(-1) as Groups),
      ),
    text,
  )

/**
 * Turns `quarter to nine` into `08:45`. Without a half of the day, the time is from 01:00 to 12:59.
 */
function clockOf({ hour = '', minutes = '', side, half, part, night }: Groups): string {
  const base = ONES.indexOf(hour.toLowerCase()) + 1 || Number(hour)
  const isTold = half !== undefined || part !== undefined || night !== undefined
  const isLate =
    half?.toLowerCase() === 'p' ||
    /noon|even/i.test(part ?? '') ||
    (night !== undefined && base > 5)
  const isBefore = /^(to|till?|before)$/i.test(side ?? '')
  const from = ((base % 12) + (isLate ? 12 : 0)) * 60
  const total = (from + (isBefore ? -countOf(minutes) : countOf(minutes)) + 1440) % 1440
  const told = isTold || (total >= 60 && total < 1380) ? total : (total + 720) % 1440
  return [told / 60, told % 60].map((value) => String(Math.floor(value)).padStart(2, '0')).join(':')
}

function countOf(minutes: string): number {
  const word = minutes.toLowerCase().replace(' ', '-')
  const named = { quarter: 15, half: 30, 'twenty-five': 25, twenty: 20, '': 0 }[word]
  return named ?? (ONES.indexOf(word) + 1 || Number(word))
}
