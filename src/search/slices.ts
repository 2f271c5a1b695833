/** Long work that yields wherever others may have the event loop. */
export type Sliced<T> = Generator<void, T>

const SLICE_MS = 8

/** Does the work in slices, with other work between them. */
export async function inSlices<T>(work: Sliced<T>): Promise<T> {
  for (;;) {
    const until = performance.now() + SLICE_MS
    do {
      const step = work.next()
      if (step.done) return step.value
    } while (performance.now() < until)
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
}

/** Does the work in one go, where nobody waits beside it. */
export function atOnce<T>(work: Sliced<T>): T {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}
