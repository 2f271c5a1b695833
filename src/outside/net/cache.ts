export interface Cache<Value> {
  /** The value under a key, if it is still fresh. */
  get(key: string): Value | null
  /** Keeps a value, and drops those unused for longest when there is no room. */
  set(key: string, value: Value, kept: { readonly bytes: number; readonly untilMs: number }): void
}

export interface CacheOptions {
  readonly bytesMax: number
  /** Milliseconds since the epoch. */
  now(): number
}

/** Memory of an entry without its value, in bytes. */
const ENTRY_BYTES = 500

/** Answers that may be given again: in memory, bounded, and safe to lose. */
export function createCache<Value>({ bytesMax, now }: CacheOptions): Cache<Value> {
  const entries = new Map<string, { value: Value; bytes: number; untilMs: number }>()
  let bytesKept = 0

  function drop(key: string): void {
    bytesKept -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }

  return {
    get(key) {
      const entry = entries.get(key)
      if (!entry) return null
      entries.delete(key)
      entries.set(key, entry)
      if (entry.untilMs > now()) return entry.value
      drop(key)
      return null
    },
    set(key, value, { bytes: own, untilMs }) {
      const bytes = own + key.length * 2 + ENTRY_BYTES
      drop(key)
      if (bytes > bytesMax || untilMs <= now()) return
      entries.set(key, { value, bytes, untilMs })
      bytesKept += bytes
      for (const oldest of entries.keys()) {
        if (bytesKept <= bytesMax) return
        drop(oldest)
      }
    },
  }
}
