/** Hands what is pushed to one reader, in order. */
export interface Pipe<T> {
  push(item: T): void
  end(): void
  fail(thrown: unknown): void
  readonly items: AsyncIterable<T>
}

export function createPipe<T>(): Pipe<T> {
  const waiting: T[] = []
  let isOver = false
  let failure: { readonly thrown: unknown } | null = null
  let waiter: (() => void) | null = null
  const wake = () => waiter?.()
  const over = () => {
    isOver = true
    wake()
  }
  async function* items(): AsyncIterable<T> {
    for (;;) {
      yield* waiting.splice(0)
      if (waiting.length > 0) continue
      if (failure) throw failure.thrown
      if (isOver) return
      await new Promise<void>((resolve) => (waiter = resolve))
    }
  }
  return {
    push(item) {
      waiting.push(item)
      wake()
    },
    end: over,
    fail(thrown) {
      failure = { thrown }
      over()
    },
    items: items(),
  }
}
