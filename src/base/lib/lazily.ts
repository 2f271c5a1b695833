export interface Lazy<T> {
  (): Promise<T>
  /** The value, or the one that is being made; undefined where none is. */
  made(): Promise<T> | undefined
}

/**
 * Caches an expensive value that never changes. The first call creates it; if that fails, the next
 * call tries again.
 */
export function lazily<T>(make: () => Promise<T>): Lazy<T> {
  let made: Promise<T> | undefined
  async function get(): Promise<T> {
    const mine = (made ??= make())
    try {
      return await mine
    } catch (thrown) {
      if (made === mine) made = undefined
      throw thrown
    }
  }
  return Object.assign(get, { made: () => made })
}

/** The same for a value that needs no waiting. */
export function onFirstUse<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
