import { Fault } from '../core/fault.ts'

/** How long an exchange may last, and what it means that it failed. */
export interface Patience {
  /** Aborted by the deadline, or by the caller before it. */
  readonly signal: AbortSignal
  /** The work, unless the exchange ends first: undici sees an abort only once it is connected. */
  race<T>(work: Promise<T>): Promise<T>
  /**
   * A failure in talking to a host as the caller is to see it; what is no such failure stays as it
   * is.
   */
  faultOf(thrown: unknown, host: string): unknown
}

export function createPatience(timeoutMs: number, caller?: AbortSignal): Patience {
  const deadline = AbortSignal.timeout(timeoutMs)
  const signal = caller ? AbortSignal.any([caller, deadline]) : deadline
  return {
    signal,
    async race(work) {
      const { promise: ended, reject } = Promise.withResolvers<never>()
      const end = () => reject(signal.reason)
      if (signal.aborted) end()
      signal.addEventListener('abort', end, { once: true })
      return Promise.race([ended, work]).finally(() => signal.removeEventListener('abort', end))
    },
    faultOf(thrown, host) {
      if (caller?.aborted) return new Fault('caller_gone', 'The caller hung up.')
      if (deadline.aborted)
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
  UND_ERR_HEADERS_OVERFLOW: 'sends more headers than anybody should',
}

/** Errors of the network have a code. What has none, or blames the arguments, is a bug of ours. */
function broken(thrown: unknown, host: string): unknown {
  const isNoHttp = thrown instanceof Error && thrown.name === 'HTTPParserError'
  const { code = isNoHttp ? 'no HTTP' : null } = thrown as { code?: string }
  if (code === null || code.includes('INVALID_ARG')) return thrown
  const what = BROKEN[code] ?? `does not answer in a way that can be read (${code})`
  return new Fault('upstream_failed', `${host} ${what}.`, { cause: thrown })
}
