import type { ParsedComponents, ParsedResult } from 'chrono-node'
import { badInput } from '../../../../base/core/fault.ts'

/** Words that a reading of the library does not use, or that contradict it. */

/** Words that only announce a date, or connect words. */
const FILLER = /^(?:on|at|by|the|of|due|date|time|is|it|um|am|den|der|le|el|à|a|las)$/i
const OF_RANGE = /^(?:from|between|von|de|du|desde|dal|från|van|с)$/i

/**
 * Words that the library accepts without their meaning: counts for which it invents a number, and a
 * span that it does not measure.
 */
const MISREAD = [
  /\b(?:few|several|some|after|before)\b/gi,
  /\blast day\b/gi,
  /\bof (?=this|next|last|the)\b/gi,
]

/** Halves of the day that contradict the time, and weeks that have two possible first days. */
const CONTRADICTIONS = [
  /(?<=\b(?:1[3-9]|2[0-4])(?::\d\d){0,2} ?)a\.?m\b/i,
  /(?<=\d ?[ap]m )[ap]m\b/i,
  /\b(?:tonight|night|evening|afternoon)\b(?=.*\d ?a\.?m\b)/i,
  /(?<=\d ?a\.?m\b.*)\b(?:tonight|night|evening|afternoon)\b/i,
  /\bmorning\b(?=.*\d ?p\.?m\b)/i,
  /(?<=\d ?p\.?m\b.*)\bmorning\b/i,
  /\b(?:tonight|night|evening)(?= at (?:[1-4]|12)\b(?! ?[ap]\.?m))/i,
  /\bsunday (?:of )?(?:this|next|last) week\b/i,
]

/** The words and numerals of a text that the reading does not use. */
export function unusedIn(result: ParsedResult, plain: string, said: string): readonly string[] {
  const { index, text, start, end } = result
  const beside = `${plain.slice(0, index)} ${plain.slice(index + text.length)}`
  const words = (beside.match(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’./:+-]*/gu) ?? [])
    .map((word) => word.replace(/[.:/+-]+$/, ''))
    .filter((word) => !FILLER.test(word) && !(end && OF_RANGE.test(word)))
  const isTurned =
    /^\d{1,2} to \d{1,2}$/.test(text) && (end?.get('hour') ?? 0) < (start.get('hour') ?? 0)
  const misread = MISREAD.flatMap((pattern) => text.match(pattern) ?? [])
  const contradictions = CONTRADICTIONS.flatMap((pattern) => said.match(pattern)?.[0] ?? [])
  return [
    ...words,
    ...misread.map((word) => word.trim()),
    ...(isTurned ? ['to'] : []),
    ...numeralsBesides(result),
    ...contradictions,
  ]
}

const ISO_DATE = /(?<!\d)\d{4}-\d\d-\d\d(?!\d)|\d+ ?年|\d+ ?月|\d+ ?日/g
/** A bare number is not a time of day: it needs a sign, a unit or a word that says so. */
const CLOCK = new RegExp(
  [
    String.raw`\d{1,2}(?::\d\d){1,2}(?:[.,]\d+)?`,
    String.raw`\d{1,2}(?:[.:]\d\d)? ?(?:[ap]\.?m\b|h(?:rs?)?\b(?: ?\d\d)?|h\d\d|uhr(?: \d\d)?|heures?|uur|час\p{L}*|horas?|ore\b|時|時間|点|分)`,
    String.raw`\d{1,2}(?= ?[-–] ?\d{1,2}(?::\d\d)? ?[ap]\.?m\b)`,
    String.raw`(?<=(?<!\p{L})(?:at|um|om|las?|alle|kl\.?|в|às|à|from|to|until|till) )\d{1,2}(?:[.:]\d\d)?(?! ?d[ue]\b)`,
    String.raw`(?:GMT|UTC) ?[+-]\d{1,2}(?::?\d\d)?`,
    String.raw`[+-]\d\d:?\d\d`,
  ].join('|'),
  'giu',
)
const COUNT =
  /\d+(?:[.,]\d+)? ?(?:sec|sek|seg|min|hour|hr|stund|heure|hora|or[ae]\b|uur|uren|tim|час|day|tag|jour|d[ií]a|giorn|dag|ден|дн|week|woche|semain|seman|settiman|veck|недел|month|monat|mois|mes|mês|maand|månad|месяц|year|jahr|ans?\b|año|ano|jaar|år|год|лет|週|ヶ|か|秒)\p{L}*/giu

const HOUR_MAX = 24

/** The day and the year, and the year in two digits if these are not an hour. */
function knownNumbers(said: ParsedComponents): readonly number[] {
  const year = Math.abs(said.get('year') ?? 0)
  const [hasDay, hasYear] = [said.isCertain('day'), said.isCertain('year')]
  return [
    ...(hasDay ? [said.get('day') ?? 0] : []),
    ...(hasYear ? [year] : []),
    ...(hasDay && hasYear && year % 100 > HOUR_MAX ? [year % 100] : []),
  ]
}

/** The numerals of a reading that are not its day, its year, a count or a time. */
function numeralsBesides({ text, start, end }: ParsedResult): readonly string[] {
  const known = new Set([start, ...(end ? [end] : [])].flatMap(knownNumbers))
  const rest = text.replace(ISO_DATE, ' ').replace(COUNT, ' ').replace(CLOCK, ' ')
  return (rest.match(/\d+/g) ?? []).filter((numeral) => !known.has(Number(numeral)))
}

const MONTH_NAME =
  /\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b/gi

/** The library takes the 30 of `Feb 30` as a year, and the second of two dates as a time. */
export function refuseMisreadDates({ text, start, end }: ParsedResult): void {
  const [, monthAndDay] =
    /^(?:(?!\d).)*?\b([a-z]{3,9}\.? \d{1,2})(?:st|nd|rd|th)?(?![\d:])/i.exec(text) ?? []
  if (monthAndDay?.match(MONTH_NAME) && !start.isCertain('day'))
    throw badInput(`text: ${monthAndDay} is not a date that exists, or needs its year`)
  const dates = [...(text.match(MONTH_NAME) ?? []), ...(text.match(/\d{4}-\d\d-\d\d/g) ?? [])]
  if (dates.length > 1 && !end)
    throw badInput('text: must hold one date, or a range such as 3 May to 5 May 2026')
}
