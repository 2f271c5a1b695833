import { causeOf, createLog, type Log } from '../ops/log.ts'

/** What every part needs of the process, from the first to the last moment. */
export interface Lifetime {
  readonly log: Log
  readonly startedAt: number
  /** Aborted at the end of a stop, for what would not end by itself. */
  readonly leaving: AbortController
  now(): number
  /** Logs what went wrong without anybody waiting for it. */
  trouble(what: string, cause: unknown): void
  /** What is opened last is closed first. */
  closeWith(close: () => Promise<void>): void
  /** Builds something whole; if a part of it fails, everything that was opened is closed. */
  whole<T>(build: () => Promise<T>): Promise<T>
  /** Closes everything that is open. */
  end(): Promise<void>
}

interface LifetimeOptions {
  readonly logLevel: string
  readonly log?: Log | undefined
  readonly now?: (() => number) | undefined
}

export function createLifetime({
  logLevel,
  log = createLog(logLevel),
  now = Date.now,
}: LifetimeOptions): Lifetime {
  const closing: (() => Promise<void>)[] = []
  const trouble = (what: string, cause: unknown): void =>
    log.error({ what, cause: causeOf(cause) }, 'trouble')

  async function closeAll(onFailed: (thrown: unknown) => void): Promise<void> {
    for (const close of closing.splice(0)) await close().catch(onFailed)
  }

  return {
    log,
    startedAt: now(),
    leaving: new AbortController(),
    now,
    trouble,
    closeWith: (close) => void closing.unshift(close),
    async whole(build) {
      try {
        return await build()
      } catch (thrown) {
        await closeAll(() => {})
        throw thrown
      }
    },
    end: () => closeAll((thrown) => trouble('stop', thrown)),
  }
}

/** Waits for all that opens, also after the first failure: what opens later must be closed too. */
export async function allOpened<const T extends readonly unknown[]>(
  opening: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(opening)
  return Promise.all(opening)
}
