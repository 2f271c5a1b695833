import { DAY_MS, HOUR_MS } from '../../base/core/milliseconds.ts'
import type { Task } from '../../base/core/task.ts'
import type { Jobs } from '../../selling/call/jobs.ts'
import { BEAT_MS, type KeepAlive } from '../../selling/call/keep-alive.ts'
import type { Reconciler } from '../../selling/call/reconcile.ts'
import type { RevertWatch } from '../../selling/call/reverts.ts'
import type { Stores } from '../../stores/stores.ts'
import { byPieces } from '../tasks/by-pieces.ts'
import type { Lifetime } from './lifetime.ts'

interface CallTaskParts {
  readonly ground: { readonly stores: Stores }
  readonly path: {
    readonly jobs: Pick<Jobs, 'sweep'>
    readonly keepAlive: Pick<KeepAlive, 'beat'>
    readonly reconciler: Pick<Reconciler, 'sweep'>
    readonly reverts: RevertWatch
  }
}

interface KeptDays {
  /** 0: without end. */
  readonly SALES_DAYS: number
}

const SWEEP_MS = 5_000
const RECONCILE_MS = 2_000

/** What keeps calls, payments and sales true while nobody asks. */
export function callTasks(
  { SALES_DAYS: days }: KeptDays,
  { ground: { stores }, path }: CallTaskParts,
  { now }: Pick<Lifetime, 'now'>,
): readonly Task[] {
  const { sales } = stores
  const { jobs, keepAlive, reconciler, reverts } = path
  const trim = byPieces('trim-sales', () => sales.forget(now() - days * DAY_MS))
  return [
    { name: 'sweep-expired', everyMs: SWEEP_MS, run: (signal) => sweepExpired(signal) },
    { name: 'keep-calls-alive', everyMs: BEAT_MS, everywhere: true, run: () => keepAlive.beat() },
    {
      name: 'reconcile-settlements',
      everyMs: RECONCILE_MS,
      run: (signal) => reconciler.sweep(signal),
    },
    { name: 'watch-settlements', everyMs: RECONCILE_MS, run: (signal) => reverts.sweep(signal) },
    // The hour before may still change: a stream that costs less than its quote ends late.
    byPieces('sum-sales', () => sales.sumHour(Math.floor(now() / HOUR_MS) - 1)),
    ...(days > 0 ? [trim] : []),
  ]

  async function sweepExpired(signal: AbortSignal): Promise<void> {
    for (const hold of await stores.credits.expired(now())) {
      if (signal.aborted) return
      await stores.credits.release(hold)
    }
    await stores.idempotency.forget(now())
    await stores.payments.forget(now())
    await stores.rateCounters?.forget(now())
    await stores.lossLedger.forget(now() - DAY_MS)
    await jobs.sweep(signal)
  }
}
