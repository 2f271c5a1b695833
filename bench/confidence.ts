import { writeFileSync } from 'node:fs'
import { SIGNS, type Signs } from '../src/engines/search/confidence.ts'
import { createIndex, type Index } from '../src/engines/search/rank.ts'
import { createCatalog } from '../src/selling/catalog/catalog.ts'
import { documentOf, listingOf, type Listing } from '../src/selling/catalog/find.ts'
import { loadAll } from '../src/selling/catalog/load.ts'
import { FITTED, type Asked } from '../test/support/questions.ts'

/**
 * `node run.mjs bench/confidence.ts` fits the confidence of the search and writes its weights; it
 * takes some two minutes. A logistic regression learns to tell questions that a tool serves from
 * those that none does, on the questions that may be tuned for and on those of the tools: each is
 * asked where its tool lacks it, and where its whole family and all packs are missing.
 */
const TABLE = new URL('../src/engines/search/tables/confidence.ts', import.meta.url)

interface Example {
  readonly signs: Signs
  readonly isServed: boolean
  readonly weight: number
}

/** Questions that were written blind count most, those of the authors of the tools least. */
const BLIND_WEIGHT = 2
const BUYERS_WEIGHT = 1
const TOOLS_WEIGHT = 0.2
/** Keeps weights small: what one costs, squared. */
const PENALTY = 0.25

const listings = createCatalog(await loadAll()).tools.map(listingOf)

const indexOf = (all: readonly Listing[]): Index<string> =>
  createIndex(all.map((listing) => documentOf(listing.slug, listing)))

function examplesOf(index: Index<string>, { served, unserved }: Asked, weight: number): Example[] {
  const example = (question: string, isServed: boolean): Example[] => {
    const { signs } = index.search(question, 5)
    return signs === null ? [] : [{ signs, isServed, weight }]
  }
  return [
    ...served.flatMap(([question]) => example(question, true)),
    ...unserved.flatMap((question) => example(question, false)),
  ]
}

/** The questions of the tools that are left out, by their place among those of a tool. */
const LEFT_OUT = [2, 3]
const GONE = [0, 2]
/** An index for each question were slow; one lacks a question of every sixth tool. */
const INDEXES = 6

/** The tools with their questions, of which those of one group of tools lack the same one. */
const without = (which: number, group: number): Listing[] =>
  listings.map((listing, at) =>
    at % INDEXES === group
      ? { ...listing, asks: listing.asks.filter((_, order) => order !== which) }
      : listing,
  )

function leftOut(): Example[] {
  const groups = Array.from({ length: INDEXES }, (_, group) => group)
  return groups.flatMap((group) =>
    LEFT_OUT.flatMap((which) => {
      const served = listings.flatMap(({ slug, asks }, at) =>
        at % INDEXES === group && asks[which] ? [[asks[which], slug] as const] : [],
      )
      return examplesOf(indexOf(without(which, group)), { served, unserved: [] }, TOOLS_WEIGHT)
    }),
  )
}

function ofGoneFamilies(): Example[] {
  // A pack asks what its tools ask.
  const tools = listings.filter(({ slug }) => !slug.startsWith('skill-'))
  return [...new Set(tools.map(({ family }) => family))].flatMap((gone) => {
    const index = indexOf(tools.filter(({ family }) => family !== gone))
    const unserved = tools
      .filter(({ family }) => family === gone)
      .flatMap(({ asks }) => GONE.flatMap((which) => asks[which] ?? []))
    return examplesOf(index, { served: [], unserved }, TOOLS_WEIGHT)
  })
}

/** The two sides of each source count alike, however many questions they have. */
function balanced(examples: readonly Example[]): Example[] {
  const sumOf = (isServed: boolean): number =>
    examples.reduce((sum, each) => sum + (each.isServed === isServed ? each.weight : 0), 0)
  const factor = sumOf(true) / sumOf(false)
  return examples.map((each) => (each.isServed ? each : { ...each, weight: each.weight * factor }))
}

const STEPS = 20_000
const STEP = 2

/** The weights of the signs, and the bias last, by descending the gradient of the likelihood. */
function fitted(examples: readonly Example[]): number[] {
  const total = examples.reduce((sum, { weight }) => sum + weight, 0)
  const rows = examples.map(({ signs }) => [...SIGNS.map((sign) => signs[sign]), 1])
  const weights = SIGNS.map(() => 0).concat(0)
  for (let step = 0; step < STEPS; step += 1) {
    const slopes = weights.map((weight, at) => (at < SIGNS.length ? 2 * PENALTY * weight : 0))
    for (const [place, { isServed, weight }] of examples.entries()) {
      const row = rows[place]!
      const sum = row.reduce((all, value, at) => all + value * weights[at]!, 0)
      const wrong = weight * (1 / (1 + Math.exp(-sum)) - (isServed ? 1 : 0))
      for (const [at, value] of row.entries()) slopes[at]! += wrong * value
    }
    for (const [at, slope] of slopes.entries()) weights[at]! -= (STEP * slope) / total
  }
  return weights
}

const round = (weight: number | undefined): string => String(Number((weight ?? 0).toFixed(2)))

function write(weights: readonly number[]): void {
  const lines = SIGNS.map((sign, at) => `  ${sign}: ${round(weights[at])},`)
  const text = [
    '// `node run.mjs bench/confidence.ts` writes this file, and says what it is fitted to.',
    `export const BIAS = ${round(weights.at(-1))}`,
    'export const WEIGHTS = {',
    ...lines,
    '}',
    '',
  ]
  writeFileSync(TABLE, text.join('\n'))
}

const index = indexOf(listings)
const asked = [
  ...FITTED.buyers.flatMap((set) => examplesOf(index, set, BUYERS_WEIGHT)),
  ...FITTED.blind.flatMap((set) => examplesOf(index, set, BLIND_WEIGHT)),
]
write(fitted([...balanced(asked), ...balanced([...leftOut(), ...ofGoneFamilies()])]))
process.stdout.write('the weights are written; bench/questions.ts tells what they do\n')
