import { badInput } from '../../../../base/core/fault.ts'

/**
 * The plain decimal of a text in the notation of a locale; grouping must be in the right places.
 */
export function readNumber(text: string, locale: string): string {
  const { group, point, digits } = signsOf(locale)
  const latin = Array.from(text.trim().replaceAll('’', "'"))
    .map((letter) => digits.get(letter) ?? letter)
    .join('')
  const isInParentheses = /^\(.*\)$/.test(latin)
  const bare = latin
    .replace(/^\((.*)\)$/, '$1')
    .replace(/[\u2212\u2013]/g, '-')
    .replace(/[\p{Sc}\u200e\u200f\u061c]/gu, '')
    .trim()
  const match = /^([+-]?)\s*([^+-]*?)\s*(%?)$/.exec(bare)
  const [wholePart = '', part, ...more] = (match?.[2] ?? '').split(point)
  const plain = ungrouped(wholePart, group)
  const isNumber =
    more.length === 0 &&
    plain !== undefined &&
    /^\d*$/.test(part ?? '') &&
    plain + (part ?? '') !== '' &&
    !(isInParentheses && match?.[1] !== '')
  if (!isNumber)
    throw badInput(
      `value: must be a number in the notation of ${locale}, with "${point}" before the decimals ` +
        `and "${group}" between groups`,
    )
  const sign = match?.[1] === '-' || isInParentheses ? '-' : ''
  return `${sign}${shifted(plain, part ?? '', match?.[3] === '%')}`
}

/** Groups of three, or of two before the last three as in India, or no groups. */
function ungrouped(text: string, group: string): string | undefined {
  if (/^\d*$/.test(text)) return text
  const separators = /[\u00a0\u202f\u2009 ]/.test(group) ? /[\u00a0\u202f\u2009 ]/ : group
  const groups = text.split(separators)
  const fits =
    /^\d{1,3}$/.test(groups[0] ?? '') &&
    /^\d{3}$/.test(groups.at(-1) ?? '') &&
    (groups.slice(1, -1).every((part) => /^\d{3}$/.test(part)) ||
      (/^\d{1,2}$/.test(groups[0] ?? '') &&
        groups.slice(1, -1).every((part) => /^\d\d$/.test(part))))
  return fits ? groups.join('') : undefined
}

/** A hundredth of the number if it has a percent sign. */
function shifted(wholePart: string, part: string, isPercent: boolean): string {
  const digits = wholePart.padStart(isPercent ? 3 : 1, '0')
  const places = isPercent ? digits.slice(-2) + part : part
  const front = (isPercent ? digits.slice(0, -2) : digits).replace(/^0+(?=\d)/, '')
  return places === '' ? front : `${front}.${places}`
}

function signsOf(locale: string) {
  const write = new Intl.NumberFormat(locale, { useGrouping: true })
  const parts = write.formatToParts(-12_345_678.9)
  const signOf = (type: string, usual: string) =>
    parts.find((part) => part.type === type)?.value ?? usual
  const plain = new Intl.NumberFormat(locale, { useGrouping: false })
  const digits = new Map(
    Array.from({ length: 10 }, (_, digit) => [plain.format(digit), String(digit)] as const),
  )
  return { group: signOf('group', ',').replace('’', "'"), point: signOf('decimal', '.'), digits }
}
