import { RE2JS } from 're2js'
import { compiledPattern } from '../../../../base/lib/linear-pattern.ts'
import { readPdf, type Handed } from '../../../../engines/pdf/reader.ts'
import { textOfPages } from '../../../../engines/pdf/text.ts'

export interface Sought extends Handed {
  readonly query: string
  readonly regex: boolean
  readonly limit: number
}

export interface Match {
  readonly page: number
  readonly excerpt: string
  readonly index: number
}

const AROUND_CHARACTERS = 100
const MATCH_CHARACTERS_MAX = 500

export const work = (sought: Sought): Promise<Match[]> => {
  const pattern = patternOf(sought)
  return readPdf(sought, async (pdf) => {
    const matches: Match[] = []
    for (const [at, text] of (await textOfPages(pdf)).texts.entries()) {
      for (const match of matchesIn(flowing(text), pattern)) {
        if (matches.length === sought.limit) return matches
        matches.push({ page: at + 1, ...match })
      }
    }
    return matches
  })
}

const patternOf = ({ query, regex }: Sought): RE2JS =>
  regex
    ? compiledPattern('query', query)
    : RE2JS.compile(RE2JS.quote(flowing(query)), RE2JS.CASE_INSENSITIVE)

/** Text without its line breaks, so that a phrase is found across them. */
const flowing = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\u00AD\n?/g, '')
    .replace(/(\p{Ll})-\n(?=\p{Ll})/gu, '$1')
    .replace(/\s+/g, ' ')
    .trim()

function* matchesIn(text: string, pattern: RE2JS): Iterable<Omit<Match, 'page'>> {
  const matcher = pattern.matcher(text)
  while (matcher.find()) {
    const [index, end] = [matcher.start(), matcher.end()]
    if (end > index) yield { excerpt: excerptOf(text, index, end), index }
  }
}

/** The match with its surroundings, which begin and end with whole words. */
function excerptOf(text: string, index: number, end: number): string {
  const until = Math.min(end, index + MATCH_CHARACTERS_MAX)
  const before = text.slice(Math.max(0, index - AROUND_CHARACTERS), index)
  const after = text.slice(until, until + AROUND_CHARACTERS)
  const isFirst = index <= AROUND_CHARACTERS
  const isLast = until + AROUND_CHARACTERS >= text.length
  const excerpt = [
    isFirst ? before : `… ${before.replace(/^\S+\s/, '')}`,
    text.slice(index, until),
    isLast ? after : `${after.replace(/\s\S+$/, '')} …`,
  ]
  return excerpt.join('').toWellFormed()
}
