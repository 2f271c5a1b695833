import { accountNonceMigrations } from './account-nonces.ts'
import { rateCounterMigrations } from './rate-counters.ts'
import { cardReversalMigrations } from './card-reversals.ts'
import { cardOrderMigrations } from './card-orders.ts'
import { channelMigrations } from './channels.ts'
import { creditMigrations } from './credits.ts'
import { idempotencyMigrations } from './idempotency.ts'
import { jobMigrations } from './jobs.ts'
import { keptFileMigrations } from './kept-files.ts'
import { leaseMigrations } from './leases.ts'
import { lossMigrations } from './losses.ts'
import { memoryGrantMigrations } from './memory-grants.ts'
import { memoryInboxMigrations } from './memory-inbox.ts'
import { memoryLogMigrations } from './memory-log.ts'
import { memoryQueueMigrations } from './memory-queues.ts'
import { memorySpaceMigrations } from './memory-spaces.ts'
import { memoryTextMigrations } from './memory-texts.ts'
import { memoryValueMigrations } from './memory-values.ts'
import type { Migration } from './database/migrate.ts'
import { monitorMigrations } from './monitors.ts'
import { modelRestMigrations } from './model-rests.ts'
import { modelUsageMigrations } from './model-usage.ts'
import { paymentMigrations } from './payments.ts'
import { purseMigrations } from './purse.ts'
import { saleMigrations } from './sales.ts'
import { unsoldPaymentMigrations } from './unsold-payments.ts'
import { searchMigrations } from './searches.ts'
import { secretMigrations } from './secrets.ts'
import { sellerMigrations } from './sellers.ts'
import { settlementKeyMigrations } from './settlement-keys.ts'
import { settlementMigrations } from './settlements.ts'
import { signingKeyMigrations } from './signing-keys.ts'
import { callStatsMigrations } from './call-stats.ts'
import { callTraceMigrations } from './call-traces.ts'
import { toolOverrideMigrations } from './tool-overrides.ts'
import { upstreamHourMigrations } from './upstream-hours.ts'
import { upstreamShapeMigrations } from './upstream-shapes.ts'
import { upstreamSlotMigrations } from './upstream-slots.ts'

/** All tables, in the order in which they were added. */
export const allMigrations: readonly Migration[] = [
  ...secretMigrations,
  ...creditMigrations,
  ...paymentMigrations,
  ...idempotencyMigrations,
  ...jobMigrations,
  ...saleMigrations,
  ...callStatsMigrations,
  ...leaseMigrations,
  ...rateCounterMigrations,
  ...memorySpaceMigrations,
  ...memoryValueMigrations,
  ...memoryLogMigrations,
  ...memoryGrantMigrations,
  ...memoryTextMigrations,
  ...memoryQueueMigrations,
  ...memoryInboxMigrations,
  ...upstreamSlotMigrations,
  ...accountNonceMigrations,
  ...modelUsageMigrations,
  ...modelRestMigrations,
  ...signingKeyMigrations,
  ...sellerMigrations,
  ...keptFileMigrations,
  ...settlementMigrations,
  ...cardOrderMigrations,
  ...purseMigrations,
  ...monitorMigrations,
  ...toolOverrideMigrations,
  ...upstreamHourMigrations,
  ...callTraceMigrations,
  ...searchMigrations,
  ...lossMigrations,
  ...settlementKeyMigrations,
  ...cardReversalMigrations,
  ...unsoldPaymentMigrations,
  ...channelMigrations,
  ...upstreamShapeMigrations,
]
