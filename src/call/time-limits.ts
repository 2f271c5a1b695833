import { Fault } from '../core/fault.ts'
import type { Tool } from '../core/tool.ts'

/** The three limits of one call, and the caller's own end, as one signal. */
export interface Limiter {
  readonly signal: AbortSignal
  /**
   * Waits for what a tool does. Rejects when a limit is reached or the caller hangs up: a tool that
   * ignores its signal still answers in time, though its work may go on unseen.
   */
  race<T>(work: Promise<T>): Promise<T>
  /** An event is in hand: from now on, nothing is due but the end of the stream. */
  pause(): void
  /** The next event is due. */
  resume(): void
  /** The answer is complete: nothing is due any more. */
  end(): void
}

export function limit({ slug, limits }: Tool, caller: AbortSignal): Limiter {
  const controller = new AbortController()
  const { signal } = controller
  const startedAt = performance.now()
  let timer = setTimeout(() => late(limits.firstEventMs), limits.firstEventMs)
  let total: NodeJS.Timeout | undefined
  let reject: ((fault: Fault) => void) | undefined
  let ended: Fault | undefined

  function stop(fault: Fault): void {
    ended ??= fault
    end()
    controller.abort(ended)
    reject?.(ended)
  }
  const late = (ms: number): void =>
    stop(new Fault('upstream_timeout', `${slug} took longer than ${ms / 1000} s.`))
  const gone = (): void => stop(new Fault('caller_gone', 'The caller hung up.'))
  function end(): void {
    clearTimeout(timer)
    clearTimeout(total)
    caller.removeEventListener('abort', gone)
  }

  if (caller.aborted) gone()
  else caller.addEventListener('abort', gone, { once: true })

  return {
    signal,
    async race(work) {
      const { promise, reject: giveUp } = Promise.withResolvers<never>()
      reject = giveUp
      if (ended) giveUp(ended)
      try {
        return await Promise.race([promise, work])
      } catch (thrown) {
        throw ended ?? thrown
      } finally {
        reject = undefined
      }
    },
    pause() {
      clearTimeout(timer)
      const leftMs = Math.max(0, limits.totalMs - (performance.now() - startedAt))
      total ??= setTimeout(() => late(limits.totalMs), leftMs)
    },
    resume() {
      timer = setTimeout(() => late(limits.idleMs), limits.idleMs)
    },
    end,
  }
}
