import { z } from 'zod'
import { badInput } from '../../base/core/fault.ts'

const PAGES_MAX = 2_000
const CHARACTERS_MAX = 1_000

/** Numbers and ranges of pages, of which `3-` is open at its end. */
const RANGES = /^\s*\d{1,7}(\s*-\s*\d{0,7})?(\s*,\s*\d{1,7}(\s*-\s*\d{0,7})?)*\s*$/

export const pageRanges = () =>
  z
    .string()
    .max(CHARACTERS_MAX)
    .regex(RANGES, { error: 'must be page numbers and ranges from 1, such as 1-3,7 or 5-' })

/** What a caller asked for as page numbers, in the order asked for. */
export function chosenPages(ranges: string, pagesTotal: number): readonly number[] {
  const chosen = ranges.split(',').flatMap((range) => {
    const [first = 0, last] = range.split('-').map((text) => text.trim())
    const from = Number(first)
    const to = last === undefined ? from : last === '' ? pagesTotal : Number(last)
    return pagesFrom(from, to, pagesTotal)
  })
  if (chosen.length > PAGES_MAX)
    throw badInput(`pages: ${chosen.length} pages are chosen, at most ${PAGES_MAX} may be.`)
  return chosen
}

function pagesFrom(from: number, to: number, pagesTotal: number): number[] {
  const beyond = [from, to].find((page) => page < 1 || page > pagesTotal)
  if (beyond !== undefined)
    throw badInput(`pages: there is no page ${beyond}; the PDF has pages 1 to ${pagesTotal}.`)
  if (from > to) throw badInput(`pages: ${from}-${to} must begin with the lower number.`)
  return Array.from({ length: to - from + 1 }, (_, at) => from + at)
}

/** Every page, unless there are more than can be read in one call. */
export function allPages(pagesTotal: number): readonly number[] {
  if (pagesTotal > PAGES_MAX)
    throw badInput(`url: the PDF has ${pagesTotal} pages, at most ${PAGES_MAX} are read at once.`)
  return pagesFrom(1, pagesTotal, pagesTotal)
}
