import type { CallContext, Host } from '../../base/core/capability.ts'
import { Fault } from '../../base/core/fault.ts'
import { UPSTREAM_LOG } from '../../base/core/upstream-log.ts'
import type { Pace } from '../../outside/net/pace.ts'

type Asking = Pick<CallContext, 'id' | 'signal'>

/** Reports the outcome of requests to the dashboard. */
export interface Counting {
  /** Waits for a rate slot of the provider; answers how long it waited, in milliseconds. */
  turn(title: string, pace: Pace | null, call: Asking): Promise<number>
  counted<T>(title: string, call: Asking, send: () => Promise<T>, waitedMs?: number): Promise<T>
}

/** A caller who disconnects is not a failure of the provider, and neither is a caller's mistake. */
const isItsFailure = ({ code }: Fault): boolean =>
  code.startsWith('upstream_') || code === 'internal'

export function createCounting(host: Pick<Host, 'part'>): Counting {
  const log = host.part?.(UPSTREAM_LOG)
  return {
    async turn(title, pace, { id: callId, signal }) {
      const askedAt = performance.now()
      try {
        await pace?.turn(signal)
      } catch (thrown) {
        const { code, message } = Fault.from(thrown)
        const away = { callId, title, waitedMs: 0, tookMs: null, fault: message }
        if (code === 'overloaded') log?.ended(away)
        throw thrown
      }
      return performance.now() - askedAt
    },

    async counted(title, { id: callId, signal }, send, waitedMs = 0) {
      if (!log) return send()
      const sentAt = performance.now()
      const ended = (fault: string | null): void =>
        log.ended({ callId, title, waitedMs, tookMs: performance.now() - sentAt, fault })
      try {
        const value = await send()
        ended(null)
        return value
      } catch (thrown) {
        // A tool past its deadline disconnects too; its abort reason is then a fault.
        const { reason } = signal as { readonly reason: unknown }
        const fault = reason instanceof Fault ? reason : Fault.from(thrown)
        if (isItsFailure(fault)) ended(fault.message)
        else if (fault.code !== 'caller_gone') ended(null)
        throw thrown
      }
    },
  }
}
