import type { Scored, TextStore } from '../../stores/memory-texts.ts'
import { likeness, vectorOf, vectorOfBytes, type VectorCall, type Vectors } from './vectors.ts'
import { indexedTerms, spaceTerm } from './terms.ts'

/** What ranked the texts: the word index of the engine, or the vectors of a model. */
export type Method = 'fulltext' | 'embedding'

export interface Recalled {
  readonly id: string
  readonly text: string
  readonly score: number
  readonly tags: readonly string[]
  readonly meta: unknown
  readonly createdIso: string
}

export interface RecallQuery {
  readonly ns: string
  readonly query: string
  readonly tags: readonly string[]
  readonly k: number
}

export interface Ranked {
  readonly results: readonly Recalled[]
  readonly method: Method
}

/** Vectors are compared one by one; in a larger namespace, only the newest. */
export const VECTORS_COMPARED_MAX = 5_000
const TERMS_MAX = 32

export interface RecallParts {
  readonly texts: TextStore
  readonly vectors: Vectors
}

/**
 * Texts similar to a query. Vectors rank where there are any; texts without a vector follow by
 * their words.
 */
export async function recall(
  { texts, vectors }: RecallParts,
  query: RecallQuery,
  call: VectorCall,
): Promise<Ranked> {
  const near = await byVectors({ texts, vectors }, query, call)
  const isFull = near.length >= query.k
  const worded = isFull ? [] : await byWords(texts, query, near)
  const scored = [...near, ...worded].slice(0, query.k)
  return {
    results: await recalledFrom(texts, query.ns, scored),
    method: near.length > 0 ? 'embedding' : 'fulltext',
  }
}

async function byVectors(
  { texts, vectors }: RecallParts,
  { ns, query, tags, k }: RecallQuery,
  call: VectorCall,
): Promise<readonly Scored[]> {
  const wanted = await vectorOf(vectors, query, call)
  if (!wanted) return []
  const { model } = wanted
  const rows = await texts.vectors(ns, { model, tags, limit: VECTORS_COMPARED_MAX })
  return rows
    .map(({ id, vector }) => ({ id, score: likeness(wanted.values, vectorOfBytes(vector)) }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, k)
}

async function byWords(
  texts: TextStore,
  { ns, query, tags, k }: RecallQuery,
  near: readonly Scored[],
): Promise<readonly Scored[]> {
  const terms = [...new Set(indexedTerms(query))].slice(0, TERMS_MAX)
  if (terms.length === 0) return []
  const limit = k + near.length
  const found = await texts.rank({ ns, space: spaceTerm(ns), terms, tags, limit })
  const known = new Set(near.map(({ id }) => id))
  return found
    .filter(({ id }) => !known.has(id))
    .map(({ id, score }) => ({ id, score: score / (1 + score) }))
}

async function recalledFrom(
  texts: TextStore,
  ns: string,
  scored: readonly Scored[],
): Promise<readonly Recalled[]> {
  const scores = new Map(scored.map(({ id, score }) => [id, score]))
  const found = await texts.find(
    ns,
    scored.map(({ id }) => id),
  )
  return found.map(({ id, text, tags, meta, created }) => ({
    id,
    text,
    score: Math.round((scores.get(id) ?? 0) * 10_000) / 10_000,
    tags: JSON.parse(tags) as readonly string[],
    meta: meta === null ? null : (JSON.parse(meta) as unknown),
    createdIso: new Date(created).toISOString(),
  }))
}
