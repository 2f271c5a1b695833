import { z } from 'zod'
import { notFound } from '../../base/core/fault.ts'
import { orNull } from '../../base/core/failover.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const text = z.string().nullish()

const Record = z.object({
  attributes: z.object({
    lei: z.string(),
    entity: z.object({
      legalName: z.object({ name: z.string() }),
      status: text,
      jurisdiction: text,
      legalAddress: z
        .object({
          addressLines: z.array(z.string()).nullish(),
          city: text,
          region: text,
          country: text,
          postalCode: text,
        })
        .nullish(),
      registeredAt: z.object({ id: text, other: text }).nullish(),
      registeredAs: text,
    }),
    registration: z.object({ status: text, nextRenewalDate: text }).nullish(),
  }),
  relationships: z
    .object({
      'direct-parent': z.object({ links: z.object({ 'lei-record': text }).nullish() }).nullish(),
    })
    .nullish(),
})

export type LeiRecord = z.output<typeof Record>

const Parent = z.object({ data: z.object({ attributes: z.object({ lei: z.string() }) }).nullish() })
const One = z.object({ data: Record })
const Many = z.object({ data: rowsOf(Record) })
const Exception = z.object({
  data: z.object({ attributes: z.object({ category: z.string(), reason: z.string() }) }),
})

/** Which parent in the tree of owners: the next one, or the topmost one. */
export type Relation = 'direct-parent' | 'ultimate-parent'

const CHILDREN_MAX = 200

export const gleif = defineUpstream({
  name: 'gleif',
  title: 'GLEIF',
  terms: 'https://www.gleif.org/en/meta/lei-data-terms-of-use/',
  texts: 'public',
  base: 'https://api.gleif.org',
  limits: { timeoutMs: 12_000, bytesMax: 5_000_000, perSecond: 5 },
  cacheTtlMs: HOUR_MS,
  headers: () => ({ accept: 'application/vnd.api+json' }),
  api: (http) => ({
    async byLei(lei: string): Promise<LeiRecord> {
      const refusals = { 404: () => notFound(`GLEIF has no record of ${lei}.`) }
      return (await http.json(`/api/v1/lei-records/${lei}`, One, { refusals })).data
    },
    async byName(name: string, limit: number): Promise<readonly LeiRecord[]> {
      const query = { 'filter[entity.legalName]': name, 'page[size]': limit }
      return (await http.json('/api/v1/lei-records', Many, { query })).data
    },
    /** LEI of the parent, if one is recorded. */
    async parentOf({ attributes, relationships }: LeiRecord): Promise<string | null> {
      if (!relationships?.['direct-parent']?.links?.['lei-record']) return null
      const path = `/api/v1/lei-records/${attributes.lei}/direct-parent`
      return (await http.json(path, Parent)).data?.attributes.lei ?? null
    },
    /** The entity that consolidates the accounts of another one; null if none is reported. */
    async ownerOf(lei: string, relation: Relation): Promise<LeiRecord | null> {
      const refusals = { 404: () => notFound(`GLEIF has no ${relation} of ${lei}.`) }
      const path = `/api/v1/lei-records/${lei}/${relation}`
      return (await orNull(http.json(path, One, { refusals })))?.data ?? null
    },
    /** The reason why an entity reports no owner; null if it gives none. */
    async exceptionOf(lei: string, relation: Relation): Promise<string | null> {
      const refusals = { 404: () => notFound(`GLEIF has no exception of ${lei}.`) }
      const path = `/api/v1/lei-records/${lei}/${relation}-reporting-exception`
      const found = await orNull(http.json(path, Exception, { refusals }))
      return found?.data.attributes.reason ?? null
    },
    /** The first of the entities whose accounts it consolidates directly. */
    async childrenOf(lei: string) {
      const refusals = { 404: () => notFound(`GLEIF has no children of ${lei}.`) }
      const query = { 'page[size]': CHILDREN_MAX }
      const path = `/api/v1/lei-records/${lei}/direct-children`
      const children = (await orNull(http.json(path, Many, { query, refusals })))?.data ?? []
      return { children, isWhole: children.length < CHILDREN_MAX }
    },
  }),
})
