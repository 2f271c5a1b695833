declare const signature: unique symbol

/** A file whose export `work` is called in another thread, and the types of that export. */
export interface ThreadWork<Input, Result> {
  readonly file: URL
  readonly [signature]?: (input: Input) => Result
}

interface WorkModule {
  work(input: never, clock: WorkClock, prepared: never): unknown
}

/**
 * Names the environment data of all threads of work: a number that they share, of those that hold
 * off the second compiler of WebAssembly. Flags of the engine are those of the whole process.
 */
export const FIRST_COMPILER_ONLY = 'first-compiler-only'

/** Lets work read how long it has run. */
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
