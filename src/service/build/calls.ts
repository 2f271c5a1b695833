import type { Task } from '../../base/core/task.ts'
import { createCallLimits, type CallLimits } from '../../selling/call/call-limits.ts'
import type { CallLog } from '../../selling/call/call-log.ts'
import { createCommitSale } from '../../selling/call/commit-sale.ts'
import { createDelivery, type Delivery } from '../../selling/call/delivery.ts'
import { createKeyedCalls } from '../../selling/call/idempotency.ts'
import { createInThread, type InThread } from '../../selling/call/in-thread.ts'
import { createJobs, type Jobs } from '../../selling/call/jobs.ts'
import { createKeepAlive } from '../../selling/call/keep-alive.ts'
import { createLosses, type Losses } from '../../selling/call/losses.ts'
import { createPipeline, type Pipeline } from '../../selling/call/pipeline.ts'
import { createProofClaims } from '../../selling/call/proof-claims.ts'
import { createReconciler } from '../../selling/call/reconcile.ts'
import { createRevertWatch, type RevertWatchParts } from '../../selling/call/reverts.ts'
import type { Running } from '../../selling/call/run.ts'
import { createStepRunner } from '../../selling/call/step-runner.ts'
import type { UnpaidRuns } from '../../selling/call/unpaid-runs.ts'
import { createUnsoldPayments } from '../../selling/call/unsold.ts'
import type { Catalog } from '../../selling/catalog/catalog.ts'
import type { Till } from '../../selling/payments/till.ts'
import type { Payment } from '../../stores/payment-rows.ts'
import type { Stores } from '../../stores/stores.ts'
import type { Db } from '../../base/core/db.ts'
import type { Settings } from '../settings/config.ts'
import { callTasks } from './call-tasks.ts'
import type { OpenCatalog } from './catalog.ts'
import type { Goods } from './goods.ts'
import type { Ground } from './ground.ts'
import type { Lifetime } from './lifetime.ts'
import type { Payments } from './payments.ts'
import { openPrinting, type Printing } from './printing.ts'
import type { Records } from './records.ts'

/** The path of a call, and what is under way on it. */
export interface Calls {
  readonly pipeline: Pipeline
  readonly delivery: Delivery
  readonly jobs: Jobs
  /** Runs tools, also one within another. */
  readonly running: Running
  readonly unpaidRuns: UnpaidRuns
  readonly inThread: InThread
  readonly printing: Printing
  readonly tasks: readonly Task[]
}

interface CallParts {
  readonly ground: Ground
  readonly goods: Goods
  readonly payments: Payments
  readonly catalog: OpenCatalog
  readonly records: Records
}

export function openCalls(
  settings: Pick<Settings, 'limits' | 'serving'>,
  { ground, goods, payments, catalog, records }: CallParts,
  life: Lifetime,
): Calls {
  const running = openRunning({ ground, goods, catalog }, life)
  const limits = openLimits(settings, ground, life)
  const path = createCallPath(
    {
      ground,
      catalog: catalog.catalog,
      till: payments.till,
      running,
      callLog: records.callLog,
      limits,
      losses: openLosses(settings, { ground, records }, life),
    },
    endingsIn(records, life),
    life,
  )
  return {
    pipeline: path.pipeline,
    delivery: path.delivery,
    jobs: path.jobs,
    running,
    unpaidRuns: limits.unpaidRuns,
    inThread: createInThread(running),
    printing: openPrinting(running),
    tasks: callTasks(settings.serving, { ground, path }, life),
  }
}

/** Tools run with what this gives them; a tool may run another as a step. */
function openRunning(
  { ground, goods, catalog }: Pick<CallParts, 'ground' | 'goods' | 'catalog'>,
  { now, leaving, closeWith: onClose, trouble: onTrouble }: Lifetime,
): Running {
  const { db, stores, parts } = ground
  return createStepRunner({
    db,
    now,
    setting: goods.read,
    rateSlots: stores.upstreamSlots ?? undefined,
    stopping: leaving.signal,
    part: parts.part,
    onClose,
    onTrouble,
    toolOf: catalog.catalog.bySlug,
  })
}

function openLimits(
  { limits }: Pick<Settings, 'limits'>,
  { stores: { rateCounters } }: Ground,
  { now }: Lifetime,
): CallLimits {
  const perMinute = {
    quotes: limits.QUOTES_PER_MINUTE,
    refusals: limits.REFUSALS_PER_MINUTE,
    vain: limits.FAILED_CALLS_PER_MINUTE,
  }
  return createCallLimits(perMinute, { rateCounters, now })
}

function openLosses(
  { limits }: Pick<Settings, 'limits'>,
  { ground, records }: Pick<CallParts, 'ground' | 'records'>,
  { now, trouble: onTrouble }: Lifetime,
): Losses {
  return createLosses({
    lossLedger: ground.stores.lossLedger,
    caps: {
      payer: limits.LOSS_PAYER_USD,
      client: limits.LOSS_CLIENT_USD,
      block: limits.LOSS_BLOCK_USD,
      hour: limits.LOSS_HOUR_USD,
      day: limits.LOSS_DAY_USD,
    },
    now,
    onLoss: records.metrics.unpaid,
    onRefused: records.metrics.capped,
    onTrouble,
  })
}

/** What is heard of a payment after its call. */
export interface PaymentEndings {
  /** Called for a payment whose result will never be known. */
  onLost(payment: Payment): void
  /** Called for a payment whose block the chain took back, and for what became of it. */
  readonly onReverted: RevertWatchParts['onReverted']
}

const endingsIn = ({ metrics }: Records, { trouble }: Lifetime): PaymentEndings => ({
  onLost({ proof, rail }) {
    metrics.lost(rail)
    trouble('a payment was given up', new Error(proof))
  },
  onReverted({ proof, rail, reference }, end) {
    if (end === 'reverted') metrics.reverted(rail)
    if (end === 'void') metrics.lost(rail)
    trouble(REVERTED[end], new Error(`${proof}, ${reference}`))
  },
})

/** What is logged of a payment in a block that the chain took back. */
const REVERTED = {
  reverted: 'the block of a payment was reverted; the payment is sent again',
  settled: 'a payment whose block was reverted is settled again',
  void: 'a payment whose block was reverted cannot be settled any more; its sale has earned nothing',
} as const

export interface CallPathParts {
  readonly ground: {
    readonly db: Db
    readonly stores: Pick<Stores, 'payments' | 'idempotency' | 'sales' | 'jobs' | 'unsold'>
  }
  readonly catalog: Pick<Catalog, 'byPath' | 'bySlug'>
  readonly till: Till
  readonly running: Running
  readonly callLog: CallLog
  readonly limits: CallLimits
  readonly losses: Losses
}

/** The pipeline and its parts. */
export function createCallPath(
  { ground, catalog, till, running, callLog, limits, losses }: CallPathParts,
  { onLost, onReverted }: PaymentEndings,
  { now, trouble: onTrouble }: Pick<Lifetime, 'now' | 'trouble'>,
) {
  const { db, stores } = ground
  const { payments, idempotency, sales, jobs: store } = stores
  const unsold = createUnsoldPayments({ till, unsold: stores.unsold, now })
  const keepAlive = createKeepAlive({ db, payments, idempotency, jobs: store, now })
  const commitSale = createCommitSale({ db, payments, idempotency, sales, now })
  const delivery = limits.unpaidRuns.watch(
    createDelivery({
      till,
      payments,
      idempotency,
      sales,
      commitSale,
      unsold,
      running,
      losses,
      onTrouble,
    }),
  )
  const jobs = createJobs({
    db,
    store,
    payments,
    idempotency,
    catalog,
    till,
    delivery,
    keepAlive,
    callLog,
    now,
    onTrouble,
  })
  const reconciler = createReconciler({
    catalog,
    till,
    payments,
    jobs: store,
    idempotency,
    commitSale,
    losses,
    now,
    onLost,
  })
  const { resolve } = reconciler
  const reverts = createRevertWatch({ db, till, payments, sales, now, onReverted })
  const pipeline = createPipeline({
    catalog,
    till,
    payments,
    idempotency,
    keyedCalls: createKeyedCalls({ idempotency, payments, resolve, now }),
    proofClaims: createProofClaims({ payments, resolve, now }),
    keepAlive,
    reconciler,
    delivery,
    jobs,
    unsold,
    running,
    callLog,
    limits,
  })
  return { pipeline, jobs, reconciler, reverts, delivery, keepAlive }
}
