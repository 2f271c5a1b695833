/** What takes long to make and never changes: made by the first who asks, for all that follow. */
export function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return async () => (made ??= make())
}
