import { createCallLimits } from './call/call-limits.ts'
import type { CallLog } from './call/call-log.ts'
import { createInThread } from './call/in-thread.ts'
import { createCallPath } from './call/path.ts'
import type { Running } from './call/run.ts'
import type { Catalog } from './catalog/catalog.ts'
import type { Config } from './config.ts'
import type { Db } from './core/db.ts'
import { mergeParts } from './core/merge-parts.ts'
import { openPrinting } from './open-printing.ts'
import type { Metrics } from './ops/metrics.ts'
import type { Till } from './payments/till.ts'
import type { Payment } from './stores/payment-rows.ts'
import type { Stores } from './stores/stores.ts'

interface CallPath {
  readonly config: Config
  readonly db: Db
  readonly stores: Stores
  readonly catalog: Catalog
  readonly till: Till
  readonly running: Running
  readonly callLog: CallLog
  readonly metrics: Metrics
  now(): number
  onTrouble(what: string, cause: unknown): void
}

/** The pipeline and its parts. */
export function openCallPath({ config, stores, metrics, ...parts }: CallPath) {
  const { now, onTrouble } = parts
  const perMinute = {
    quotes: config.QUOTES_PER_MINUTE,
    refusals: config.REFUSALS_PER_MINUTE,
    vain: config.FAILED_CALLS_PER_MINUTE,
  }
  const limits = createCallLimits(perMinute, { ...stores, now })
  const onLost = ({ proof, rail }: Payment): void => {
    metrics.lost(rail)
    onTrouble('a payment was given up', new Error(proof))
  }
  const { running } = parts
  const inThread = createInThread(running)
  const forFree = mergeParts(limits, { inThread }, openPrinting(running))
  return { ...createCallPath({ ...parts, stores, limits, onLost }), forFree }
}
