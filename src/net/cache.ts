export interface Cache<Value> {
  /** What is kept under a key and still fresh. */
  get(key: string): Value | null
  /** Keeps a value, and lets go of those unused for longest where there is no room. */
  set(key: string, value: Value, kept: { readonly bytes: number; readonly untilMs: number }): void
}

export interface CacheOptions {
  readonly bytesMax: number
  /** Milliseconds since the epoch. */
  now(): number
}

/** What an entry costs besides its value. */
const ENTRY_BYTES = 500

/** Answers that may be given again: in memory, bounded, allowed to be lost. */
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
