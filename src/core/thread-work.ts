declare const signature: unique symbol

/** A file whose export `work` is called in another thread, and the types of that export. */
export interface ThreadWork<Input, Result> {
  readonly file: URL
  readonly [signature]?: (input: Input) => Result
}

interface WorkModule {
  work(input: never, clock: WorkClock, prepared: never): unknown
}

/** What tells work how long it has run. */
export interface WorkClock {
  /** Since it began, in whole milliseconds. */
  elapsedMs(): number
}

/**
 * Names work by its file, which this thread does not load:
 * `threadWork<typeof import('./_page-thread.ts')>(import.meta.url, './_page-thread.ts')`.
 */
export const threadWork = <Module extends WorkModule>(
  from: string,
  file: string,
): ThreadWork<Parameters<Module['work']>[0], Awaited<ReturnType<Module['work']>>> => ({
  file: new URL(file, from),
})
