import type { Catalog } from '../catalog/catalog.ts'
import type { Db } from '../../base/core/db.ts'
import { mergeParts } from '../../base/core/merge-parts.ts'
import type { Till } from '../payments/till.ts'
import type { Payment } from '../../stores/payment-rows.ts'
import type { Stores } from '../../stores/stores.ts'
import type { CallLimits } from './call-limits.ts'
import type { CallLog } from './call-log.ts'
import { createCommitSale } from './commit-sale.ts'
import { createDelivery } from './delivery.ts'
import { createKeyedCalls } from './idempotency.ts'
import { createJobs } from './jobs.ts'
import { createKeepAlive } from './keep-alive.ts'
import type { Losses } from './losses.ts'
import { createPipeline } from './pipeline.ts'
import { createProofClaims } from './proof-claims.ts'
import { createReconciler } from './reconcile.ts'
import { createRevertWatch, type RevertWatchParts } from './reverts.ts'
import type { Running } from './run.ts'
import { createUnsoldPayments } from './unsold.ts'

export interface CallPathParts {
  readonly db: Db
  readonly stores: Pick<Stores, 'payments' | 'idempotency' | 'sales' | 'jobs' | 'unsold'>
  readonly catalog: Pick<Catalog, 'byPath' | 'bySlug'>
  readonly till: Till
  readonly running: Running
  readonly callLog: CallLog
  readonly limits: CallLimits
  readonly losses: Losses
  now(): number
  onTrouble(what: string, cause: unknown): void
  /** Called for a payment whose result will never be known. */
  onLost(payment: Payment): void
  /** Called for a payment whose block the chain took back, and for what became of it. */
  onReverted: RevertWatchParts['onReverted']
}

/** The pipeline and its parts. */
export function createCallPath({ stores, ...given }: CallPathParts) {
  const { jobs: store, payments, idempotency, sales } = stores
  const unsold = createUnsoldPayments({ ...given, unsold: stores.unsold })
  const parts = mergeParts(given, { payments, idempotency, sales, unsold })
  const keepAlive = createKeepAlive({ ...parts, jobs: store })
  const commitSale = createCommitSale(parts)
  const delivery = parts.limits.unpaidRuns.watch(createDelivery({ ...parts, commitSale }))
  const jobs = createJobs({ ...parts, store, delivery, keepAlive })
  const reconciler = createReconciler({ ...parts, jobs: store, commitSale })
  const reverts = createRevertWatch(parts)
  const { resolve } = reconciler
  const keyedCalls = createKeyedCalls({ ...parts, resolve })
  const proofClaims = createProofClaims({ ...parts, resolve })
  const calls = { keyedCalls, proofClaims, keepAlive, reconciler, delivery, jobs }
  const pipeline = createPipeline(mergeParts(parts, calls))
  return { pipeline, jobs, reconciler, reverts, delivery, keepAlive }
}
