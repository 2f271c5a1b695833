import { setImmediate } from 'node:timers/promises'
import type { Jobs } from '../../selling/call/jobs.ts'
import { BEAT_MS, type KeepAlive } from '../../selling/call/keep-alive.ts'
import type { Reconciler } from '../../selling/call/reconcile.ts'
import type { RevertWatch } from '../../selling/call/reverts.ts'
import type { Db } from '../../base/core/db.ts'
import { DAY_MS, HOUR_MS } from '../../base/core/milliseconds.ts'
import { sweepMemory } from '../../capabilities/memory/sweep.ts'
import type { OperatorCallLog } from '../ops/call-log.ts'
import type { CallStatsStore } from '../../stores/call-stats.ts'
import type { CallTraceStore } from '../../stores/call-traces.ts'
import { createModelUsageStore } from '../../stores/model-usage.ts'
import { createLossStore } from '../../stores/losses.ts'
import { createRateCounterStore } from '../../stores/rate-counters.ts'
import type { CreditStore } from '../../stores/credits.ts'
import type { IdempotencyStore } from '../../stores/idempotency.ts'
import type { SaleStore } from '../../stores/sales.ts'
import type { PaymentStore } from '../../stores/payments.ts'
import type { UpstreamHourStore } from '../../stores/upstream-hours.ts'
import type { Task } from './task.ts'

export interface TaskParts {
  readonly db: Db
  readonly credits: CreditStore
  readonly payments: PaymentStore
  readonly idempotency: IdempotencyStore
  readonly jobs: Jobs
  readonly sales: SaleStore
  readonly keepAlive: Pick<KeepAlive, 'beat'>
  readonly callLog: OperatorCallLog
  readonly reconciler: Reconciler
  readonly reverts: RevertWatch
  readonly callStats: Pick<CallStatsStore, 'forget'>
  readonly callTraces: Pick<CallTraceStore, 'trim'>
  readonly upstreamHours: Pick<UpstreamHourStore, 'forget'>
  readonly upstreamLog: { flush(): Promise<void> }
  /** In days; 0 means without end. */
  readonly keptDays: { readonly sales: number; readonly callStats: number }
  now(): number
}

const SWEEP_MS = 5_000
const RECONCILE_MS = 2_000
const CALL_STATS_MS = 10_000
const SUM_SALES_MS = 60_000
/** How calls went, in days and in calls: the stories of the newest are looked up. */
const TRACES = { days: 7, calls: 50_000 }
/** Wallets ask for the last 365. */
const MODEL_USAGE_DAYS = 400

export function allTasks(parts: TaskParts): readonly Task[] {
  const { db, credits, payments, idempotency, jobs, keepAlive, sales, callLog, reconciler, now } =
    parts
  return [
    {
      name: 'sweep-expired',
      everyMs: SWEEP_MS,
      async run(signal) {
        for (const hold of await credits.expired(now())) {
          if (signal.aborted) return
          await credits.release(hold)
        }
        await idempotency.forget(now())
        await payments.forget(now())
        await createRateCounterStore(db).forget(now())
        await createLossStore(db).forget(now() - DAY_MS)
        await jobs.sweep(signal)
      },
    },
    { name: 'keep-calls-alive', everyMs: BEAT_MS, everywhere: true, run: () => keepAlive.beat() },
    { name: 'sweep-memory', everyMs: SWEEP_MS, run: () => sweepMemory(db, now()) },
    {
      name: 'reconcile-settlements',
      everyMs: RECONCILE_MS,
      run: (signal) => reconciler.sweep(signal),
    },
    {
      name: 'watch-settlements',
      everyMs: RECONCILE_MS,
      run: (signal) => parts.reverts.sweep(signal),
    },
    {
      name: 'sum-sales',
      everyMs: SUM_SALES_MS,
      async run(signal) {
        // The hour before may still change: a stream that costs less than its quote ends late.
        const before = Math.floor(now() / HOUR_MS) - 1
        while (!signal.aborted && (await sales.sumHour(before))) await setImmediate()
      },
    },
    {
      name: 'sweep-model-usage',
      everyMs: SUM_SALES_MS,
      async run(signal) {
        const { forget } = createModelUsageStore(db)
        const before = now() - MODEL_USAGE_DAYS * 24 * HOUR_MS
        while (!signal.aborted && (await forget(before))) await setImmediate()
      },
    },
    ...trimming(parts),
    {
      name: 'store-call-stats',
      everyMs: CALL_STATS_MS,
      everywhere: true,
      async run() {
        await callLog.flush()
        await parts.upstreamLog.flush()
      },
    },
    {
      name: 'trim-call-traces',
      everyMs: SUM_SALES_MS,
      run: () => parts.callTraces.trim(now() - TRACES.days * 24 * HOUR_MS, TRACES.calls),
    },
  ]
}

/** What grows with each call, and is kept for as long as the operator says. */
function trimming({ sales, callStats, upstreamHours, keptDays, now }: TaskParts): readonly Task[] {
  const task = (
    name: string,
    days: number,
    forget: (before: number) => Promise<boolean>,
  ): Task => ({
    name,
    everyMs: SUM_SALES_MS,
    async run(signal) {
      const before = now() - days * 24 * HOUR_MS
      while (!signal.aborted && (await forget(before))) await setImmediate()
    },
  })
  return [
    ...(keptDays.sales > 0 ? [task('trim-sales', keptDays.sales, sales.forget)] : []),
    ...(keptDays.callStats > 0
      ? [
          task('trim-call-stats', keptDays.callStats, (at) =>
            callStats.forget(Math.floor(at / HOUR_MS)),
          ),
          task('trim-upstream-hours', keptDays.callStats, (at) =>
            upstreamHours.forget(Math.floor(at / HOUR_MS)),
          ),
        ]
      : []),
  ]
}
