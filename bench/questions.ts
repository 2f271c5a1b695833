import { createIndex, type Ranking } from '../src/engines/search/rank.ts'
import { createCatalog } from '../src/selling/catalog/catalog.ts'
import { documentOf, listingOf } from '../src/selling/catalog/find.ts'
import { loadAll } from '../src/selling/catalog/load.ts'
import {
  BUYERS,
  BY_KIND,
  KINDS,
  planned,
  together,
  type Asked,
  type ExpectedSlugs,
} from '../test/support/questions.ts'

/**
 * `node run.mjs bench/questions.ts [set]` prints how the tool search answers the questions of the
 * fixtures: a tool first and among five, served yet flagged as not covered, and flagged of those
 * that no tool serves.
 */
const listings = createCatalog(await loadAll()).tools.map(listingOf)
const index = createIndex(listings.map((listing) => documentOf(listing.slug, listing)))

function row(name: string, { served, unserved }: Asked): void {
  const found = served.map(([question, ...slugs]) => {
    const ranking = index.search(question, 5)
    return { place: placeOf(ranking, slugs), isFlagged: !ranking.rarestTermCovered }
  })
  const flagged = unserved.filter((question) => !index.search(question, 5).rarestTermCovered)
  const figures = [
    share(found, ({ place }) => place === 0),
    share(found, ({ place }) => place >= 0),
    share(found, ({ isFlagged }) => isFlagged),
    unserved.length === 0 ? '' : (flagged.length / unserved.length).toFixed(3),
  ]
  const cells = [String(served.length), ...figures].map((each) => each.padStart(8))
  process.stdout.write(`${name.padEnd(26)}${cells.join('')}${`(${unserved.length})`.padStart(7)}\n`)
}

const placeOf = ({ hits }: Ranking<string>, slugs: readonly string[]): number =>
  hits.findIndex(({ item }) => slugs.includes(item))

function share<T>(all: readonly T[], fits: (each: T) => boolean): string {
  return all.length === 0 ? '' : (all.filter(fits).length / all.length).toFixed(3)
}

const unserving = (served: readonly ExpectedSlugs[]): Asked => ({ served, unserved: [] })

const [only] = process.argv.slice(2)
const isWanted = (name: string): boolean => only === undefined || name === only

process.stdout.write(`${''.padEnd(26)}  served   first    five   wrong flagged\n`)
for (const [name, asked] of Object.entries(BUYERS)) if (isWanted(name)) row(name, asked)
if (isWanted('planned')) row('planned', unserving(planned))
for (const [name, byKind] of Object.entries(BY_KIND)) {
  if (!isWanted(name)) continue
  row(name, together(byKind))
  for (const kind of KINDS) row(`  ${kind}`, unserving(byKind[kind]))
}
