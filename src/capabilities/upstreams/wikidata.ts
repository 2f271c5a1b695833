import { z } from 'zod'
import { Fault, notFound } from '../../base/core/fault.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { membersOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const Term = z.object({ value: z.string() })
/** An object; but an empty one comes as an empty list. */
const byKey = <S extends z.ZodType>(value: S) =>
  z.preprocess((given) => (Array.isArray(given) ? {} : given), membersOf(value).nullish())

const Snak = z.object({
  property: z.string(),
  datatype: z.string().nullish(),
  datavalue: z.object({ type: z.string(), value: z.unknown() }).nullish(),
})

const Statement = z.object({ mainsnak: Snak, rank: z.string() })

const Entity = z.object({
  id: z.string(),
  missing: z.unknown().optional(),
  labels: byKey(Term),
  descriptions: byKey(Term),
  aliases: byKey(z.array(Term)),
  claims: byKey(z.array(Statement)),
  sitelinks: byKey(z.object({ title: z.string(), url: z.string().nullish() })),
})

type Terms = z.output<typeof Entity>['labels']
export type Statement = z.output<typeof Statement>

/** An entity; each term is in the first requested language that has it. */
export interface Entity {
  readonly id: string
  readonly label: string | null
  readonly description: string | null
  readonly aliases: readonly string[]
  /** Statements by property. */
  readonly claims: Readonly<Record<string, readonly Statement[]>>
  readonly wikipediaUrl: string | null
}

const Problem = z.object({ error: z.object({ code: z.string(), info: z.string().nullish() }) })
const Search = z.object({
  search: z.array(
    z.object({ id: z.string(), label: z.string().nullish(), description: z.string().nullish() }),
  ),
})
const Entities = z.object({ entities: membersOf(Entity) })

/** The most entities that one request may ask for. */
const IDS_MAX = 50

export const wikidata = defineUpstream({
  name: 'wikidata',
  title: 'Wikidata',
  terms: 'https://foundation.wikimedia.org/wiki/Policy:Terms_of_Use',
  texts: 'public',
  base: 'https://www.wikidata.org',
  limits: { timeoutMs: 12_000, bytesMax: 15_000_000, perSecond: 10 },
  cacheTtlMs: HOUR_MS,
  keepBytesMax: 32 * 1024 * 1024,
  api: (http) => {
    async function ask<S extends z.ZodType>(
      answer: S,
      query: Readonly<Record<string, string | number>>,
    ): Promise<z.output<S>> {
      const either = z.union([Problem, answer])
      const found = await http.json('/w/api.php', either, {
        query: { ...query, format: 'json', formatversion: 1 },
      })
      const problem = Problem.safeParse(found).data?.error
      if (!problem) return found as z.output<S>
      if (problem.code === 'no-such-entity') throw notFound('Wikidata has no such entity.')
      throw new Fault('upstream_failed', `Wikidata failed (${problem.code}).`)
    }

    return {
      async search(name: string, language: string, limit: number) {
        const { search } = await ask(Search, {
          action: 'wbsearchentities',
          search: name,
          language,
          uselang: language,
          limit,
        })
        return search
      },

      async entity(id: string, languages: readonly string[]): Promise<Entity> {
        const { entities } = await ask(Entities, {
          action: 'wbgetentities',
          ids: id,
          props: 'labels|descriptions|aliases|claims|sitelinks/urls',
          languages: languages.join('|'),
        })
        // A merged entity has the id of the other one in the answer.
        const [entity] = Object.values(entities)
        if (!entity || entity.missing !== undefined) throw notFound('Wikidata has no such entity.')
        return shaped(entity, languages)
      },

      /** Labels by id, in the first of the languages that has one. */
      async labels(
        ids: readonly string[],
        languages: readonly string[],
      ): Promise<ReadonlyMap<string, string>> {
        const batches = Array.from({ length: Math.ceil(ids.length / IDS_MAX) }, (_, at) =>
          ids.slice(at * IDS_MAX, (at + 1) * IDS_MAX),
        )
        const answers = await Promise.all(
          batches.map((batch) =>
            ask(Entities, {
              action: 'wbgetentities',
              ids: batch.join('|'),
              props: 'labels',
              languages: languages.join('|'),
            }),
          ),
        )
        const labelled = answers.flatMap(({ entities }) => Object.entries(entities))
        return new Map(
          labelled.flatMap(([id, entity]) => {
            const label = termOf(entity.labels, languages)
            return label === null ? [] : [[id, label] as const]
          }),
        )
      },
    }
  },
})

function shaped(entity: z.output<typeof Entity>, languages: readonly string[]): Entity {
  const { id, labels, descriptions, aliases, claims, sitelinks } = entity
  const others = languages.map((language) => aliases?.[language]).find(Boolean) ?? []
  const article = languages.map((language) => sitelinks?.[`${language}wiki`]).find(Boolean)
  return {
    id,
    label: termOf(labels, languages),
    description: termOf(descriptions, languages),
    aliases: others.map(({ value }) => value),
    claims: claims ?? {},
    wikipediaUrl: article?.url ?? null,
  }
}

const termOf = (terms: Terms, languages: readonly string[]): string | null =>
  languages.map((language) => terms?.[language]?.value).find(Boolean) ?? null
