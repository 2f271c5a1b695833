// Not the global functions: a simulation gives these, and no others, a clock of its own.
import timers from 'node:timers'
import { Fault } from './fault.ts'
import type { Limits } from './tool.ts'

/** Three time limits and the caller's signal, combined into one signal. */
export interface Limiter {
  readonly signal: AbortSignal
  /**
   * Begins work and waits for it. Rejects when a limit is reached or the caller hangs up: work that
   * ignores its signal may continue, but nothing waits for it.
   */
  race<T>(work: () => Promise<T>): Promise<T>
  /** An event has arrived: from now on only the limit of the whole stream applies. */
  pause(): void
  /** Starts the limit for the next event. */
  resume(): void
  /** The answer is complete: no limit applies any more. */
  end(): void
  /** Nobody reads the rest: work under the signal may stop. */
  abandon(): void
}

/** Longer than any limit, and the maximum of a timer. */
const LATE_MAX_MS = 2 ** 31 - 1

/** Aborts after that time. It is rounded, because the runtime refuses fractions. */
export const lateSignal = (ms: number): AbortSignal =>
  AbortSignal.timeout(Math.min(LATE_MAX_MS, Math.max(0, Math.floor(ms))))

/** Work that has less time than its own limit. A caller who hangs up gets the error of the work. */
export async function within<T>(
  ms: number,
  name: string,
  caller: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = lateSignal(ms)
  return work(AbortSignal.any([caller, late])).catch((thrown: unknown) => {
    if (!late.aborted || caller.aborted) throw thrown
    throw new Fault('upstream_timeout', `${name} took longer than ${Math.round(ms) / 1000} s.`)
  })
}

/** Faults by which the limit of a whole stream has ended it. */
const totals = new WeakSet<object>()

/** Whether a stream was ended because it had lasted as long as it may. */
export const isPastTotal = (thrown: unknown): boolean =>
  typeof thrown === 'object' && thrown !== null && totals.has(thrown)

/** `name` is whose time it is, for the message. */
export function limit(name: string, limits: Limits, caller: AbortSignal): Limiter {
  const controller = new AbortController()
  const { signal } = controller
  const startedAt = performance.now()
  let timer: NodeJS.Timeout | undefined
  let total: NodeJS.Timeout | undefined
  let reject: ((fault: Fault) => void) | undefined
  let ended: Fault | undefined

  function stop(fault: Fault): void {
    ended ??= fault
    end()
    controller.abort(ended)
    reject?.(ended)
  }
  const lateAfter = (ms: number): Fault =>
    new Fault('upstream_timeout', `${name} took longer than ${ms / 1000} s.`)
  const late = (ms: number): void => stop(lateAfter(ms))
  function outlasted(): void {
    const fault = lateAfter(limits.totalMs)
    totals.add(fault)
    stop(fault)
  }
  const gone = (): void => stop(new Fault('caller_gone', 'The caller hung up.'))
  function end(): void {
    timers.clearTimeout(timer)
    timers.clearTimeout(total)
    caller.removeEventListener('abort', gone)
  }

  if (caller.aborted) gone()
  else caller.addEventListener('abort', gone, { once: true })
  // Last, so that nothing that is thrown above leaves a timer behind.
  if (!ended) timer = timers.setTimeout(() => late(limits.firstEventMs), limits.firstEventMs)

  return {
    signal,
    async race(work) {
      if (ended) throw ended
      const { promise, reject: giveUp } = Promise.withResolvers<never>()
      reject = giveUp
      try {
        return await Promise.race([promise, work()])
      } catch (thrown) {
        throw ended ?? thrown
      } finally {
        reject = undefined
      }
    },
    pause() {
      timers.clearTimeout(timer)
      const leftMs = Math.max(0, limits.totalMs - (performance.now() - startedAt))
      total ??= timers.setTimeout(outlasted, leftMs)
    },
    resume() {
      timer = timers.setTimeout(() => late(limits.idleMs), limits.idleMs)
    },
    end,
    abandon: () => stop(new Fault('caller_gone', 'Nobody waits for the answer.')),
  }
}
