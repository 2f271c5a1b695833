import { isDeepStrictEqual } from 'node:util'

/** What the values of memory should do, in the plainest way that there is. */
export interface Model {
  apply(step: Step, now: number): Expected
  /** Keys and bytes of a namespace. */
  usage(ns: string, now: number): { readonly keys: number; readonly bytes: number }
}

export interface Step {
  readonly actor: string
  readonly owner: string
  readonly action: Action
}

export type Action =
  | { readonly slug: 'memory-write'; readonly input: Entry & { readonly delete?: true } }
  | { readonly slug: 'memory-incr'; readonly input: { readonly key: string; readonly by: number } }
  | { readonly slug: 'memory-cas'; readonly input: Entry & { readonly expected?: unknown } }
  | { readonly slug: 'memory-batch-write'; readonly input: { readonly entries: readonly Entry[] } }
  | { readonly slug: 'memory-read'; readonly input: { readonly key: string } }
  | { readonly slug: 'memory-batch-read'; readonly input: { readonly keys: readonly string[] } }

interface Entry {
  readonly key: string
  readonly value?: unknown
  readonly ttlSeconds?: number | undefined
}

/** The status, and of a 200 what its body must hold. */
export interface Expected {
  readonly status: number
  readonly body?: Readonly<Record<string, unknown>>
}

interface Kept {
  readonly value: unknown
  readonly expires: number | null
}

interface Quota {
  readonly keys: number
  readonly bytes: number
}

const COUNTER_BYTES = 17
const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))
const refused = (status: number): Expected => ({ status })
const answered = (body: Expected['body'] = {}): Expected => ({ status: 200, body })

export function createModel(quota: Quota, mayWrite: (step: Step) => boolean): Model {
  const spaces = new Map<string, Map<string, Kept>>()

  function liveIn(ns: string, now: number): Map<string, Kept> {
    const space = spaces.get(ns) ?? new Map<string, Kept>()
    for (const [key, { expires }] of space)
      if (expires !== null && expires <= now) space.delete(key)
    spaces.set(ns, space)
    return space
  }

  const usageOf = (space: ReadonlyMap<string, Kept>) => ({
    keys: space.size,
    bytes: [...space.values()].reduce((sum, { value }) => sum + sizeOf(value), 0),
  })

  function fits(
    space: ReadonlyMap<string, Kept>,
    needs: Readonly<Record<string, number>>,
  ): boolean {
    let { keys, bytes } = usageOf(space)
    for (const [key, size] of Object.entries(needs)) {
      const before = space.get(key)
      if (!before) keys += 1
      bytes += Math.max(0, size - (before ? sizeOf(before.value) : 0))
    }
    return keys <= quota.keys && bytes <= quota.bytes
  }

  function changed(space: Map<string, Kept>, { slug, input }: Action, now: number): Expected {
    const put = ({ key, value, ttlSeconds }: Entry): void => {
      space.set(key, { value, expires: ttlSeconds === undefined ? null : now + ttlSeconds * 1000 })
    }
    if (slug === 'memory-write' && input.delete) {
      return answered({ deleted: space.delete(input.key) })
    }
    if (slug === 'memory-write') {
      if (!fits(space, { [input.key]: sizeOf(input.value) })) return refused(413)
      put(input)
      return answered({ bytes: sizeOf(input.value) })
    }
    if (slug === 'memory-batch-write') {
      const { entries } = input
      const needs = Object.fromEntries(entries.map(({ key, value }) => [key, sizeOf(value)]))
      if (!fits(space, needs)) return refused(413)
      entries.forEach(put)
      return answered({ written: entries.length })
    }
    if (slug === 'memory-incr') return increased(space, input)
    if (slug === 'memory-cas') return swapped(space, input, put)
    throw new Error(`${slug} changes nothing`)
  }

  function increased(
    space: Map<string, Kept>,
    { key, by }: { readonly key: string; readonly by: number },
  ): Expected {
    const before = space.get(key)
    if (before && !Number.isSafeInteger(before.value)) return refused(400)
    const value = ((before?.value ?? 0) as number) + by
    if (!fits(space, { [key]: COUNTER_BYTES })) return refused(413)
    space.set(key, { value, expires: before?.expires ?? null })
    return answered({ value })
  }

  function swapped(
    space: Map<string, Kept>,
    { expected = null, ...entry }: Entry & { readonly expected?: unknown },
    put: (entry: Entry) => void,
  ): Expected {
    const { key, value } = entry
    if (value !== undefined && !fits(space, { [key]: sizeOf(value) })) return refused(413)
    const before = space.get(key)
    const isThere = expected === null ? !before : isDeepStrictEqual(before?.value, expected)
    if (!isThere) return answered({ swapped: false, value: before?.value ?? null })
    if (value === undefined) space.delete(key)
    else put(entry)
    return answered({ swapped: true, value: value ?? null })
  }

  return {
    usage: (ns, now) => usageOf(liveIn(ns, now)),
    apply(step, now) {
      const { owner, action } = step
      const space = liveIn(owner, now)
      if (action.slug === 'memory-read') {
        const kept = space.get(action.input.key)
        return kept ? answered({ value: kept.value }) : refused(404)
      }
      if (action.slug === 'memory-batch-read') {
        const found = action.input.keys.filter((key) => space.has(key))
        return answered({
          values: Object.fromEntries(found.map((key) => [key, space.get(key)?.value])),
        })
      }
      return mayWrite(step) ? changed(space, action, now) : refused(403)
    },
  }
}
