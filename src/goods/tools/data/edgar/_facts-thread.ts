import { figuresOf } from '../../../../engines/formats/xbrl.ts'
import { pointsIn, readFacts } from './_facts.ts'

export interface FactsRequest {
  readonly json: string
  /** Empty for all tags. */
  readonly tags: readonly string[]
  readonly latestOnly: boolean
  readonly factsMax: number
}

/** Figures of a company by tag, and which of the tags it does not report. */
export function work({ json, tags, latestOnly, factsMax }: FactsRequest) {
  const { entityName, facts } = readFacts(json)
  const wanted = new Set(tags)
  const all = Object.entries(facts).flatMap(([taxonomy, byTag]) =>
    Object.entries(byTag)
      .filter(([tag]) => wanted.size === 0 || wanted.has(tag))
      .flatMap(([tag, fact]) =>
        Object.keys(fact.units).flatMap((unit) => {
          const figures = figuresOf(pointsIn(fact, unit))
          const about = { taxonomy, tag, label: fact.label ?? null, unit }
          return (latestOnly ? figures.slice(-1) : figures).map((figure) => ({
            ...about,
            value: figure.value,
            start: figure.start,
            end: figure.end,
            form: figure.form,
            filedDate: figure.filedDate,
            restated: figure.restated,
          }))
        }),
      ),
  )
  const known = new Set(all.map(({ tag }) => tag))
  return {
    name: entityName,
    facts: all.slice(0, factsMax),
    total: all.length,
    unknownTags: tags.filter((tag) => !known.has(tag)),
  }
}
