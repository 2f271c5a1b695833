/** Long work that yields wherever other work may run. */
export type Sliced<T> = Generator<void, T>

const SLICE_MS = 8

/** Runs the work in slices, and lets other work run between them. */
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

/** Runs the work without a pause, where nothing else waits. */
export function atOnce<T>(work: Sliced<T>): T {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}
