/** Caches an expensive value that never changes. The first call creates it. */
export function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return async () => (made ??= make())
}
