import type { Line, Sheet } from './lines.ts'

/** How much of a page's height its running heads and feet may take, at each end. */
const MARGIN = 0.12
const PAGES_MIN = 3
const SHARE_MIN = 0.1
const PAGE_NUMBER =
  /^[\s\p{Pd}[(|]*(page\s+)?(\d{1,4}|[ivxlc]{1,6})(\s*(of|\/)\s*\d{1,4})?[\s\p{Pd}\])|.]*$/iu

/** Pages without their numbers and without what stands at the same place on many of them. */
export function withoutHeadersAndFooters(sheets: readonly Sheet[]): readonly Sheet[] {
  if (sheets.length < 2) return sheets
  const counts = new Map<string, number>()
  for (const sheet of sheets)
    for (const key of new Set(sheet.lines.filter(inMargin(sheet)).map(keyOf)))
      counts.set(key, (counts.get(key) ?? 0) + 1)
  const often = Math.max(PAGES_MIN, sheets.length * SHARE_MIN)
  return sheets.map((sheet) => {
    const isMargin = inMargin(sheet)
    const isFurniture = (line: Line) =>
      isMargin(line) && (PAGE_NUMBER.test(line.text) || (counts.get(keyOf(line)) ?? 0) >= often)
    return { ...sheet, lines: sheet.lines.filter((line) => !isFurniture(line)) }
  })
}

const inMargin =
  ({ heightPt }: Sheet) =>
  ({ y }: Line): boolean =>
    y < heightPt * MARGIN || y > heightPt * (1 - MARGIN)

/** The same for `Chapter 1 | 12` and `Chapter 1 | 13`. */
const keyOf = ({ text, y }: Line): string => `${Math.round(y / 4)} ${text.replace(/\d+/g, '0')}`
