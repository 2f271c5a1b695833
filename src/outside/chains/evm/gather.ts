/** Collects items until `later` calls back, then passes them on in groups of at most `max`. */
export function gather<T>(
  later: (flush: () => void) => void,
  max: number,
  take: (together: readonly T[]) => Promise<void>,
): (one: T) => void {
  let waiting: T[] = []

  function flush(): void {
    const all = waiting
    waiting = []
    for (let at = 0; at < all.length; at += max) void take(all.slice(at, at + max))
  }

  return (one) => {
    if (waiting.length === 0) later(flush)
    waiting.push(one)
  }
}
