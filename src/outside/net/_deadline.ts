import { Fault, isNotLoaded } from '../../base/core/fault.ts'

/** The time limit of an exchange, and the fault for each way in which it can fail. */
export interface Deadline {
  /** Aborted by the deadline, or by the caller before it. */
  readonly signal: AbortSignal
  /**
   * Waits for the work unless the exchange ends first: undici notices an abort only once connected.
   */
  race<T>(work: Promise<T>): Promise<T>
  /** The fault for an error of the network. Other errors are returned as they are. */
  faultOf(thrown: unknown, host: string): unknown
  /** The exchange is over: nothing is due any more. */
  end(): void
}

/** A deadline that is never ended lasts until its time is over, without effect. */
export function createDeadline(timeoutMs: number, caller?: AbortSignal): Deadline {
  // `AbortSignal.any` and `AbortSignal.timeout` do the same, cost more, and cannot be ended.
  const controller = new AbortController()
  const { signal } = controller
  let isLate = false
  const gone = (): void => stop(caller?.reason)
  const timer = setTimeout(() => {
    isLate = true
    stop(new DOMException('The time is over.', 'TimeoutError'))
  }, timeoutMs)
  timer.unref()
  function end(): void {
    clearTimeout(timer)
    caller?.removeEventListener('abort', gone)
  }
  function stop(reason: unknown): void {
    end()
    controller.abort(reason)
  }
  if (caller?.aborted) gone()
  else caller?.addEventListener('abort', gone, { once: true })
  return {
    signal,
    end,
    async race(work) {
      const { promise: ended, reject } = Promise.withResolvers<never>()
      const end = () => reject(signal.reason)
      if (signal.aborted) end()
      signal.addEventListener('abort', end, { once: true })
      return Promise.race([ended, work]).finally(() => signal.removeEventListener('abort', end))
    },
    faultOf(thrown, host) {
      if (caller?.aborted) return new Fault('caller_gone', 'The caller hung up.')
      if (isLate)
        return new Fault('upstream_timeout', `${host} took longer than ${timeoutMs / 1000} s.`)
      return thrown instanceof Fault ? thrown : broken(thrown, host)
    },
  }
}

const BROKEN: Readonly<Record<string, string>> = {
  ECONNRESET: 'closed the connection before its answer was complete',
  EPIPE: 'closed the connection before its answer was complete',
  ERR_STREAM_PREMATURE_CLOSE: 'closed the connection before its answer was complete',
  UND_ERR_SOCKET: 'closed the connection before its answer was complete',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'sends a body of another length than it says',
  UND_ERR_HEADERS_OVERFLOW: 'sends too many headers',
}

/** Network errors have a code. One without it, about arguments or about files, is of our own. */
function broken(thrown: unknown, host: string): unknown {
  if (isNotLoaded(thrown)) return thrown
  const isNoHttp = thrown instanceof Error && thrown.name === 'HTTPParserError'
  const { code = isNoHttp ? 'no HTTP' : null } = thrown as { code?: string }
  if (code === null || code.includes('INVALID_ARG')) return thrown
  const what = BROKEN[code] ?? `does not answer in a way that can be read (${code})`
  return new Fault('upstream_failed', `${host} ${what}.`, { cause: thrown })
}
