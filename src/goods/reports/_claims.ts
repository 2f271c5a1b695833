import { ADDED, BOTH, KEPT, STOP } from './_claim-words.ts'
import { figuresOf, folded, MONTHS, type Figure } from './_numbers.ts'

/**
 * Rules that find objections to a sentence by its quotes, without a model, for English. They catch
 * most false sentences. A sentence without an objection still needs a judge.
 */

export interface Objection {
  readonly rule: string
  readonly missing: readonly string[]
}

const UP =
  /\b(rose|rise[sn]?|rising|up|grew|grow\w*|increas\w*|gain\w*|more|higher|longer|raised?|widen\w*|bought|buys?|purchas\w*|supports?|ends?|ended|above|exceed\w*)\b/i
const DOWN =
  /\b(fell|fall\w*|down|shrank|shrink\w*|decreas\w*|declin\w*|drop\w*|fewer|less|lower\w*|shorter|cuts?|narrow\w*|sold|sells?|opposes?|continue[ds]?|below)\b/i
const PERIODS = ['day', 'week', 'month', 'quarter', 'year', 'hour', 'minute', 'second']
const COUNTS = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve'

export function objectionTo(
  sentence: string,
  quotes: readonly string[],
  coverage = 0.6,
): Objection | null {
  const [said, given] = [folded(sentence), folded(quotes.join(' '))]
  return (
    strangeNumbers(said, given) ??
    strangeNames(said, given) ??
    oneSided(said, given) ??
    added(said, given) ??
    leftOut(said, given) ??
    otherWay(said, given) ??
    otherPeriod(said, given) ??
    otherRole(said, given) ??
    uncovered(said, given, coverage)
  )
}

const object = (rule: string, missing: readonly string[]): Objection | null =>
  missing.length > 0 ? { rule, missing } : null

function strangeNumbers(said: string, given: string): Objection | null {
  const known = new Set(figuresOf(given).map(({ value }) => value))
  const bare = (value: string): boolean =>
    /^\d/.test(value) && [...known].some((one) => one.endsWith(` ${value}`) && !one.startsWith('%'))
  const missing = figuresOf(said).map(({ value }) => value)
  // A range may name its year once.
  const dated = (value: string): boolean => {
    const [, year, day] = /^date (\d+)-(.*)$/.exec(value) ?? []
    return known.has(`year ${year}`) && known.has(`day ${day}`)
  }
  return object(
    'number',
    missing.filter((value) => !known.has(value) && !bare(value) && !dated(value)),
  )
}

const NAME = /\b(?:[A-Z][\p{L}'&.-]*[\p{L}]|[a-z0-9-]+(?:\.[a-z0-9-]+)+|[A-Za-z]+\d\w*)/gu

/** Capitalised words that do not merely begin a sentence, and words with digits or dots inside. */
export function namesOf(text: string): readonly string[] {
  const found = [...text.matchAll(NAME)].filter(
    ({ index }) => index > 0 && !/[.!?]\s$/.test(text.slice(Math.max(0, index - 2), index)),
  )
  return found
    .map(([name]) => name)
    .filter((name) => !MONTHS.some((month) => sameMonth(name, month)))
    .filter((name) => !/^(The|It|Its|She|He|They|There|In|On|After|About)$/.test(name))
}

const sameMonth = (name: string, month: string): boolean =>
  name.length > 2 && month.startsWith(name.toLowerCase().slice(0, 3))

function strangeNames(said: string, given: string): Objection | null {
  const lower = given.toLowerCase()
  const missing = namesOf(said).filter((name) => !lower.includes(bareName(name)))
  const [first = ''] = said.match(/^[A-Z][\p{L}'-]+(?= (?:[A-Z]|said|says|is|has|was))/u) ?? []
  const opening = first === '' || STOP.has(first.toLowerCase()) ? [] : [first]
  return object('name', [...missing, ...opening.filter((one) => !lower.includes(bareName(one)))])
}

const bareName = (name: string): string => name.toLowerCase().replace(/'s$/, '')

const oneSided = (said: string, given: string): Objection | null => {
  const [rule] = BOTH.find(([, words]) => words.test(said) !== words.test(given)) ?? []
  return rule === undefined ? null : { rule, missing: [] }
}

const added = (said: string, given: string): Objection | null => {
  const [rule] = ADDED.find(([, words]) => words.test(said) && !words.test(given)) ?? []
  if (rule !== undefined) return { rule, missing: [] }
  const ranked = RANKED.exec(given)
  return ranked && !said.includes(ranked[1] ?? '') && said.includes(ranked[2] ?? '')
    ? { rule: 'rank', missing: [ranked[0]] }
    : null
}

/** The ten largest are not the largest. */
const RANKED = new RegExp(
  String.raw`\b(${COUNTS}|\d+) (largest|biggest|smallest|highest|lowest|top)\b`,
)

function leftOut(said: string, given: string): Objection | null {
  const found = KEPT.find(([, words]) => words.test(given) && !words.test(said))
  return found ? { rule: found[0], missing: [found[1].exec(given)?.[0] ?? ''] } : null
}

function otherWay(said: string, given: string): Objection | null {
  const ups = UP.test(said) && DOWN.test(given) && !DOWN.test(said) && !UP.test(given)
  const downs = DOWN.test(said) && UP.test(given) && !UP.test(said) && !DOWN.test(given)
  return ups || downs ? { rule: 'direction', missing: [] } : null
}

/** Periods: 9% a year is not 9% over three years. */
const periodsOf = (text: string): readonly string[] =>
  PERIODS.flatMap((period) => {
    const rate = String.raw`\b(?:a|per|each|every)[ -]${period}\b(?! (?:earlier|ago|later|before|old))`
    const span = String.raw`\b(?:of|\d+|${COUNTS})[ -]${period}s?\b|\b${period}s\b`
    return [
      ...(new RegExp(rate, 'i').test(text) ? [`per ${period}`] : []),
      ...(new RegExp(span, 'i').test(text) ? [`${period}s`] : []),
    ]
  })

function otherPeriod(said: string, given: string): Objection | null {
  const known = periodsOf(given)
  return object(
    'period',
    periodsOf(said).filter((period) => !known.includes(period)),
  )
}

const stem = (word: string): string =>
  word
    .toLowerCase()
    .replace(/^(favou?r).*/, 'favor')
    .replace(/ies$/, 'y')
    .replace(/(?:ing|edly|ed|ers?|es|s|ly|ment|tion)$/, '')

const stemsOf = (text: string): readonly string[] =>
  (
    turned(text)
      .toLowerCase()
      .match(/[\p{L}][\p{L}'-]+/gu) ?? []
  )
    .filter((word) => !STOP.has(word) && !MONTHS.includes(word))
    .map(stem)

const alike = (a: string, b: string): boolean =>
  a === b ||
  (a.length > 4 && b.length > 4 && (a.startsWith(b.slice(0, 5)) || b.startsWith(a.slice(0, 5))))

const NEAR = { said: 30, given: 40 }

/** Objects to a number whose neighbouring words differ from those in the quotes. */
function otherRole(said: string, given: string): Objection | null {
  const known = Map.groupBy(figuresOf(given), ({ value }) => value)
  const odd = figuresOf(said).filter(({ value, at }) => {
    if (/^(year|date|day)/.test(value)) return false
    const around = near(said, at, NEAR.said)
    const places = known.get(value) ?? []
    return (
      around.length > 0 &&
      places.length > 0 &&
      !places.some((place) => shares(around, given, place))
    )
  })
  return object(
    'role',
    odd.map(({ value }) => value),
  )
}

const near = (text: string, at: number, reach: number): readonly string[] =>
  stemsOf(text.slice(Math.max(0, at - reach), at + reach).replace(/^\S*\s/, ''))

/** Replaces words of the same direction, such as `rose` and `grew`, by one word. */
const turned = (text: string): string =>
  text.replaceAll(new RegExp(UP, 'gi'), 'upwards').replaceAll(new RegExp(DOWN, 'gi'), 'downwards')

const shares = (around: readonly string[], given: string, { at }: Figure): boolean => {
  const there = near(given, at, NEAR.given)
  return around.some((word) => there.some((other) => alike(word, other)))
}

function uncovered(said: string, given: string, coverage: number): Objection | null {
  const known = [...new Set(stemsOf(given))]
  const words = [...new Set(stemsOf(said))]
  const unknown = words.filter((word) => !known.some((other) => alike(word, other)))
  const share = words.length === 0 ? 1 : 1 - unknown.length / words.length
  return share < coverage ? { rule: 'coverage', missing: unknown } : null
}
