import { createHash } from 'node:crypto'
import { canonicalJson } from '../../base/lib/canonical-json.ts'
import type { Purchase } from './receipts.ts'

/** The model of an answer, and its tokens. */
export type ModelUsage = Pick<Purchase, 'model' | 'provider' | 'usage'>

/** A whole answer that may be given again. */
export interface KeptAnswer {
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly made: ModelUsage
  /** Seconds since it was made. */
  readonly ageSeconds: number
}

export interface AnswerCache {
  get(key: string): KeptAnswer | null
  put(key: string, answer: Omit<KeptAnswer, 'ageSeconds'>): void
}

interface Entry {
  readonly text: string
  readonly bytes: number
  readonly at: number
}

const ENTRY_BYTES_MAX = 1024 * 1024
const KEPT_MS = 600_000

/** Keeps what was asked for last, within a number of bytes and for ten minutes. */
export function createAnswerCache(bytesMax: number, now: () => number): AnswerCache {
  const entries = new Map<string, Entry>()
  let total = 0
  function drop(key: string): void {
    total -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }
  return {
    get(key) {
      const entry = entries.get(key)
      if (!entry) return null
      drop(key)
      const ageMs = now() - entry.at
      if (ageMs > KEPT_MS) return null
      entries.set(key, entry)
      total += entry.bytes
      const kept = JSON.parse(entry.text) as Omit<KeptAnswer, 'ageSeconds'>
      return { ...kept, ageSeconds: Math.floor(ageMs / 1_000) }
    },
    put(key, answer) {
      drop(key)
      const text = JSON.stringify(answer)
      const bytes = Buffer.byteLength(text)
      if (bytes > Math.min(ENTRY_BYTES_MAX, bytesMax)) return
      entries.set(key, { text, bytes, at: now() })
      total += bytes
      for (const oldest of entries.keys()) {
        if (total <= bytesMax) break
        drop(oldest)
      }
    },
  }
}

/** Fields that say nothing of the answer. */
const APART = new Set(['cache', 'metadata', 'safety_identifier', 'stream', 'user'])

/** The key of a request: independent of the caller, and new when the table of models changes. */
export function cacheKeyOf(
  sold: readonly (string | number | null)[],
  body: Readonly<Record<string, unknown>>,
): string {
  const question = Object.fromEntries(Object.entries(body).filter(([name]) => !APART.has(name)))
  const digests: string[] = []
  const short = shortened(question, digests)
  return digestOf(canonicalJson([sold, short, digests]))
}

/** Longer texts, such as images, are not written out once more to be read again. */
const PLAIN_LENGTH_MAX = 16 * 1024

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64')

/** The same value with each long text as its digest, which is noted as well. */
function shortened(value: unknown, digests: string[]): unknown {
  if (typeof value === 'string') {
    if (value.length <= PLAIN_LENGTH_MAX) return value
    const digest = digestOf(value)
    digests.push(digest)
    return digest
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each) => shortened(each, digests))
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, shortened(each, digests)]),
  )
}
