import { DAY_MS, HOUR_MS } from '../../base/core/milliseconds.ts'
import type { Task } from '../../base/core/task.ts'
import { UPSTREAM_LOG, type UpstreamLog } from '../../base/core/upstream-log.ts'
import { createCallLog, type OperatorCallLog } from '../ops/call-log.ts'
import { createCallTraces } from '../ops/call-traces.ts'
import { createMetrics, type Metrics } from '../ops/metrics.ts'
import { createShapeWatch } from '../ops/shape-watch.ts'
import { createUpstreamLog } from '../ops/upstream-log.ts'
import type { Settings } from '../settings/config.ts'
import { byPieces } from '../tasks/by-pieces.ts'
import type { Ground } from './ground.ts'
import type { Lifetime } from './lifetime.ts'
import type { Payments } from './payments.ts'

/** What is written down of calls and of the providers behind them. */
export interface Records {
  readonly callLog: OperatorCallLog
  readonly upstreamLog: UpstreamLog
  readonly metrics: Metrics
  readonly tasks: readonly Task[]
  /** Makes what was counted in the last moments part of the reports. */
  flush(): Promise<void>
}

interface RecordParts {
  readonly ground: Ground
  readonly payments: Payments
}

export function openRecords(
  { serving }: Pick<Settings, 'serving'>,
  { ground, payments }: RecordParts,
  life: Lifetime,
): Records {
  const { stores, parts } = ground
  const { log, now } = life
  const { callStats, callTraces, upstreamHours, upstreamShapes } = stores
  const metrics = createMetrics(payments.networkStatuses)
  const traces = createCallTraces({ callTraces, now })
  const upstreamLog = createUpstreamLog({ upstreamHours, asked: traces.asked, now })
  const shapes = createShapeWatch({
    upstreamShapes,
    now,
    tell(title, sentence) {
      log.warn({ provider: title, change: sentence }, 'answers of a provider have changed')
      metrics.reshaped(title)
      upstreamLog.changed(title, sentence)
    },
  })
  parts.offer(UPSTREAM_LOG, { ...upstreamLog, shaped: shapes.shaped })
  const callLog = createCallLog({ log, metrics, callStats, traces, now })

  async function flush(): Promise<void> {
    await callLog.flush()
    await Promise.all([upstreamLog.flush(), shapes.flush()])
  }

  const store: Task = { name: 'store-call-stats', everyMs: STORE_MS, everywhere: true, run: flush }
  const tasks = [store, ...trimmingTasks(serving.CALL_STATS_DAYS, ground, life)]
  return { metrics, callLog, upstreamLog, flush, tasks }
}

const STORE_MS = 10_000
const TRIM_MS = 60_000
/** How calls went, in days and in calls: the stories of the newest are looked up. */
const TRACES = { days: 7, calls: 50_000 }

/** What grows with each call, and is kept for so many days; 0: without end. */
function trimmingTasks(days: number, { stores }: Ground, { now }: Lifetime): readonly Task[] {
  const { callStats, callTraces, upstreamHours } = stores
  const traces: Task = {
    name: 'trim-call-traces',
    everyMs: TRIM_MS,
    run: () => callTraces.trim(now() - TRACES.days * DAY_MS, TRACES.calls),
  }
  if (days === 0) return [traces]
  const first = () => Math.floor((now() - days * DAY_MS) / HOUR_MS)
  return [
    traces,
    byPieces('trim-call-stats', () => callStats.forget(first())),
    byPieces('trim-upstream-hours', () => upstreamHours.forget(first())),
  ]
}
