/** Letters and digits with apostrophes and hyphens inside, in lower case. */
export const termsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .match(/[\p{L}\p{N}\p{M}]+(?:['-][\p{L}\p{N}\p{M}]+)*/gu) ?? []

export function countsOf(terms: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return counts
}

/** Runs of so many terms; if there are fewer terms, the single run of all. */
export function shinglesOf(terms: readonly string[], size: number): ReadonlySet<string> {
  if (terms.length === 0) return new Set()
  const last = Math.max(0, terms.length - size)
  return new Set(Array.from({ length: last + 1 }, (_, at) => terms.slice(at, at + size).join(' ')))
}

/** A 32-bit hash of a term (FNV-1a), mixed so that its high bits vary as well. */
export function hashOf(term: string, seed = 0): number {
  let hash = 0x811c9dc5 ^ seed
  for (let at = 0; at < term.length; at += 1)
    hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** The number of items that both sets contain. */
export function sharedOf<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): number {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one]
  let count = 0
  for (const item of small) count += large.has(item) ? 1 : 0
  return count
}

export const jaccardOf = <T>(one: ReadonlySet<T>, other: ReadonlySet<T>): number => {
  const shared = sharedOf(one, other)
  const all = one.size + other.size - shared
  return all === 0 ? 1 : shared / all
}
