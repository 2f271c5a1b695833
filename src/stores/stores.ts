import type { Db } from '../base/core/db.ts'
import { createAccountNonceStore } from './account-nonces.ts'
import { createAgentTaskStore } from './agent-tasks.ts'
import { createCardEventStore } from './card-events.ts'
import { createCardOrderStore } from './card-orders.ts'
import { createRateCounterStore } from './rate-counters.ts'
import { createChannelStore } from './channels.ts'
import { createCreditStore } from './credits.ts'
import { createIdempotencyStore } from './idempotency.ts'
import { createJobStore } from './jobs.ts'
import { createLeaseStore } from './leases.ts'
import { createMonitorStore } from './monitors.ts'
import { createPaymentStore } from './payments.ts'
import { createLossStore } from './losses.ts'
import { createSaleStore } from './sales.ts'
import { createSellerStore } from './sellers.ts'
import { createCallStatsStore } from './call-stats.ts'
import { createCallStories } from './call-stories.ts'
import { createCallTraceStore } from './call-traces.ts'
import { createToolOverrideStore } from './tool-overrides.ts'
import { createModelUsageStore } from './model-usage.ts'
import { createPurseStore } from './purse.ts'
import { createSearchStore } from './searches.ts'
import { createSettlementKeyStore } from './settlement-keys.ts'
import { createUnsoldPaymentStore } from './unsold-payments.ts'
import { createUpstreamHourStore } from './upstream-hours.ts'
import { createUpstreamShapeStore } from './upstream-shapes.ts'
import { createUpstreamSlotStore } from './upstream-slots.ts'

/** Every store of the service itself, once. A capability opens its own. */
export const createStores = (db: Db, now: () => number) => ({
  credits: createCreditStore(db),
  channels: createChannelStore(db),
  payments: createPaymentStore(db),
  idempotency: createIdempotencyStore(db),
  jobs: createJobStore(db),
  agentTasks: createAgentTaskStore(db),
  sales: createSaleStore(db),
  unsold: createUnsoldPaymentStore(db),
  callStats: createCallStatsStore(db),
  leases: createLeaseStore(db),
  sellers: createSellerStore(db),
  cardEvents: createCardEventStore(db),
  cardOrders: createCardOrderStore(db),
  monitors: createMonitorStore(db),
  toolOverrides: createToolOverrideStore(db),
  upstreamHours: createUpstreamHourStore(db),
  upstreamShapes: createUpstreamShapeStore(db),
  callTraces: createCallTraceStore(db),
  callStories: createCallStories(db),
  lossLedger: createLossStore(db),
  settlementKeys: createSettlementKeyStore(db, now),
  purse: createPurseStore(db),
  searches: createSearchStore(db),
  modelUsage: createModelUsageStore(db),
  ...sharedStores(db, now),
})

/** Null when no other process shares the database: memory is faster then. */
const sharedStores = (db: Db, now: () => number) => {
  const isShared = db.engine === 'postgres'
  return {
    rateCounters: isShared ? createRateCounterStore(db) : null,
    accountNonces: isShared ? createAccountNonceStore(db, now) : null,
    upstreamSlots: isShared ? createUpstreamSlotStore(db, now) : null,
  }
}

export type Stores = ReturnType<typeof createStores>
