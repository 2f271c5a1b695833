import { UPSTREAM_LOG } from '../../base/core/upstream-log.ts'
import type { Parts } from '../../base/core/parts.ts'
import { createCallLog } from '../ops/call-log.ts'
import { createCallTraces } from '../ops/call-traces.ts'
import type { Log } from '../ops/log.ts'
import { createMetrics } from '../ops/metrics.ts'
import { createUpstreamLog } from '../ops/upstream-log.ts'
import type { NetworkStatus } from '../../selling/payments/x402/facilitator.ts'
import type { Stores } from '../../stores/stores.ts'

interface RecordGround {
  readonly log: Log
  readonly stores: Pick<Stores, 'callStats' | 'callTraces' | 'upstreamHours'>
  networkStatuses(): readonly NetworkStatus[]
  offer: Parts['offer']
  now(): number
}

/** What is written down of calls and of the providers behind them. */
export function openRecords({ log, stores, networkStatuses, offer, now }: RecordGround) {
  const metrics = createMetrics(networkStatuses)
  const traces = createCallTraces({ ...stores, now })
  const upstreamLog = createUpstreamLog({ ...stores, asked: traces.asked, now })
  offer(UPSTREAM_LOG, upstreamLog)
  const callLog = createCallLog({ log, metrics, callStats: stores.callStats, traces, now })
  return {
    metrics,
    callLog,
    upstreamLog,
    /** Makes what was counted in the last moments part of the reports. */
    async flush(): Promise<void> {
      await callLog.flush()
      await upstreamLog.flush()
    },
  }
}
