import { createCallLimits } from '../../selling/call/call-limits.ts'
import type { CallLog } from '../../selling/call/call-log.ts'
import { createInThread } from '../../selling/call/in-thread.ts'
import { createLosses } from '../../selling/call/losses.ts'
import { createCallPath } from '../../selling/call/path.ts'
import type { RevertWatchParts } from '../../selling/call/reverts.ts'
import type { Running } from '../../selling/call/run.ts'
import type { Catalog } from '../../selling/catalog/catalog.ts'
import type { Config } from '../settings/config.ts'
import type { Db } from '../../base/core/db.ts'
import { mergeParts } from '../../base/core/merge-parts.ts'
import { openPrinting } from './printing.ts'
import type { Metrics } from '../ops/metrics.ts'
import type { Till } from '../../selling/payments/till.ts'
import type { LossCaps } from '../../stores/losses.ts'
import type { Payment } from '../../stores/payment-rows.ts'
import type { Stores } from '../../stores/stores.ts'

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
  const losses = createLosses({
    ...stores,
    caps: lossCapsIn(config),
    now,
    onLoss: metrics.unpaid,
    onRefused: metrics.capped,
    onTrouble,
  })
  const onReverted: RevertWatchParts['onReverted'] = ({ proof, rail, reference }, end) => {
    if (end === 'reverted') metrics.reverted(rail)
    if (end === 'void') metrics.lost(rail)
    onTrouble(TOLD[end], new Error(`${proof}, ${reference}`))
  }
  const { running } = parts
  const inThread = createInThread(running)
  const forFree = mergeParts(limits, { inThread }, openPrinting(running))
  const ends = { stores, limits, losses, onLost, onReverted }
  return { ...createCallPath(mergeParts(parts, ends)), forFree }
}

const lossCapsIn = (config: Config): LossCaps => ({
  payer: config.LOSS_PAYER_USD,
  client: config.LOSS_CLIENT_USD,
  block: config.LOSS_BLOCK_USD,
  hour: config.LOSS_HOUR_USD,
  day: config.LOSS_DAY_USD,
})

/** What is logged of a payment in a block that the chain took back. */
const TOLD = {
  reverted: 'the block of a payment was reverted; the payment is sent again',
  settled: 'a payment whose block was reverted is settled again',
  void: 'a payment whose block was reverted cannot be settled any more; its sale has earned nothing',
} as const
