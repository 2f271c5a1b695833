/** @module-tag long */
import { hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createCatalog } from '../src/selling/catalog/catalog.ts'
import { documentOf, listingOf, type Listing } from '../src/selling/catalog/find.ts'
import { createIndex, type Index, type Ranking } from '../src/engines/search/rank.ts'
import { termsOf } from '../src/engines/search/terms.ts'
import { loadedGoods } from './support/catalog.ts'
import { BUYERS, BY_KIND, planned, together, type ExpectedSlugs } from './support/questions.ts'

const listings = createCatalog(await loadedGoods()).tools.map(listingOf)
const index = indexOf(listings)

function indexOf(all: readonly Listing[]): Index<string> {
  return createIndex(all.map((listing) => documentOf(listing.slug, listing)))
}

const placeOf = ({ hits }: Ranking<string>, slugs: readonly string[]): number =>
  hits.findIndex(({ item }) => slugs.includes(item))

const sharesOf = (asked: readonly ExpectedSlugs[]) =>
  shares(asked.map(([question, ...slugs]) => placeOf(index.search(question, 5), slugs)))

function flaggedShare(asked: readonly (ExpectedSlugs | string)[]): number {
  const questions = asked.map((each) => (typeof each === 'string' ? each : each[0]))
  const flagged = questions.filter((question) => !index.search(question, 5).rarestTermCovered)
  return flagged.length / questions.length
}

function shares(places: readonly number[]): { first: number; five: number } {
  const share = (fits: (place: number) => boolean) => places.filter(fits).length / places.length
  return { first: share((place) => place === 0), five: share((place) => place >= 0) }
}

// At least hit first, hit among five and flagged of those outside; at most flagged of the covered.
describe.each([
  ['tuning', [0.87, 0.97, 0.87, 0.15]],
  ['frozen', [0.85, 0.97, 0.87, 0.15]],
  ['later', [0.8, 0.92, 0.87, 0.15]],
  ['fresh tuning', [0.85, 0.94, 0.95, 0.15]],
  ['fresh frozen', [0.85, 0.94, 0.82, 0.2]],
] as const)('the %s questions', (name, [firstMin, fiveMin, flaggedMin, wrongMax]) => {
  const { served, unserved } = BUYERS[name]

  test('find the tool first, or among the first five', () => {
    const { first, five } = sharesOf(served)
    expect(first).toBeGreaterThanOrEqual(firstMin)
    expect(five).toBeGreaterThanOrEqual(fiveMin)
  })

  test('are seldom flagged as not covered', () => {
    expect(flaggedShare(served)).toBeLessThan(wrongMax)
  })

  test('are flagged as not covered if no tool exists', () => {
    expect(flaggedShare(unserved)).toBeGreaterThanOrEqual(flaggedMin)
  })
})

// Kind, and the least share that is found first and among five.
describe.each([
  ['short', 0.84, 1],
  ['format', 0.92, 1],
  ['long', 0.69, 0.92],
  ['language', 0.85, 0.97],
  ['indirect', 0.46, 0.71],
  ['typo', 0.92, 1],
] as const)('of the blind questions, %s ones', (kind, firstMin, fiveMin) => {
  test('find a tool first, or among the first five', () => {
    const { first, five } = sharesOf(BY_KIND['blind frozen'][kind])
    expect(first).toBeGreaterThanOrEqual(firstMin)
    expect(five).toBeGreaterThanOrEqual(fiveMin)
  })
})

test.each([
  ['blind frozen', 0.82, 0.2],
  ['outside kept', 0.88, 0.18],
] as const)(
  'the %s questions are told whether a tool serves them',
  (name, flaggedMin, wrongMax) => {
    const { served, unserved } = together(BY_KIND[name])
    expect(flaggedShare(unserved)).toBeGreaterThanOrEqual(flaggedMin)
    expect(flaggedShare(served)).toBeLessThan(wrongMax)
  },
)

test('the outside questions find a tool first, or among the first five', () => {
  const { first, five } = sharesOf(together(BY_KIND['outside kept']).served)
  expect(first).toBeGreaterThanOrEqual(0.75)
  expect(five).toBeGreaterThanOrEqual(0.9)
})

test('the own half of the blind questions are the hundred with the lowest digest', () => {
  const textsOf = (name: 'blind own' | 'blind frozen'): string[] =>
    Object.values(BY_KIND[name]).flatMap((rows) => rows.map(([question]) => question))
  const all = [...textsOf('blind own'), ...textsOf('blind frozen')]
  const digest = new Map(all.map((question) => [question, hash('sha256', question)]))
  const lowest = all.toSorted((a, b) => (digest.get(a)! < digest.get(b)! ? -1 : 1)).slice(0, 100)
  expect(new Set(textsOf('blind own'))).toEqual(new Set(lowest))
  expect(all).toHaveLength(300)
})

test('questions that were written before their tools find the tools', () => {
  const { first, five } = sharesOf(planned)
  expect(first).toBeGreaterThanOrEqual(0.85)
  expect(five).toBeGreaterThanOrEqual(0.95)
})

test('the questions of a tool find it even if they are not indexed', () => {
  const places = ownQuestions().map(({ slug, question, search }) =>
    placeOf(search(question, 5), [slug]),
  )
  if (places.length === 0) return
  const { first, five } = shares(places)
  expect(first).toBeGreaterThanOrEqual(0.9)
  expect(five).toBeGreaterThanOrEqual(0.98)
})

/** An index for each question were slow; one leaves out the same question of every eighth tool. */
const INDEXES = 8

function ownQuestions() {
  const groups = Array.from({ length: INDEXES }, (_, group) => group)
  return groups.flatMap((group) =>
    [0, 1].flatMap((which) => {
      const isTested = (at: number): boolean => at % INDEXES === group
      const rest = listings.map((listing, at) => ({
        ...listing,
        asks: listing.asks.filter((_, order) => !(isTested(at) && order === which)),
      }))
      const { search } = indexOf(rest)
      return listings.flatMap(({ slug, asks }, at) => {
        const question = asks[which]
        return isTested(at) && question ? [{ slug, question, search }] : []
      })
    }),
  )
}

test('no tool contains a question of the fixtures', () => {
  const sets = [...Object.values(BUYERS), ...Object.values(BY_KIND).map(together)]
  const asked = [
    ...sets.flatMap(({ served }) => served.map(([question]) => question)),
    ...sets.flatMap(({ unserved }) => unserved),
  ]
  const known = new Set(asked.map(termsIn))
  const copied = listings.flatMap(({ asks }) => asks.filter((ask) => known.has(termsIn(ask))))
  expect(copied).toEqual([])
})

/** The same for `Where was this photo taken?` and `where was the photo taken`. */
const termsIn = (question: string): string => {
  const terms = termsOf(question.replaceAll('-', ' ')).toSorted()
  return terms.length > 0 ? terms.join(' ') : question
}
