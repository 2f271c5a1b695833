import { describe } from 'vitest'
import { ENGINES } from './support/engines.ts'
import { accountNoncesContract } from './support/stores/account-nonces.contract.ts'
import { agentTasksContract } from './support/stores/agent-tasks.contract.ts'
import { channelsContract } from './support/stores/channels.contract.ts'
import { creditsContract } from './support/stores/credits.contract.ts'
import { toolOverrideContract } from './support/stores/tool-overrides.contract.ts'
import { dbContract } from './support/stores/db.contract.ts'
import { idempotencyContract } from './support/stores/idempotency.contract.ts'
import { jobsContract } from './support/stores/jobs.contract.ts'
import { purseContract } from './support/stores/purse.contract.ts'
import {
  salesContract,
  secretsContract,
  callStatsContract,
} from './support/stores/sales-and-counters.contract.ts'
import { lossesContract } from './support/stores/losses.contract.ts'
import { migrateContract } from './support/stores/migrate.contract.ts'
import { paymentsContract } from './support/stores/payments.contract.ts'
import { upstreamSlotsContract } from './support/stores/upstream-slots.contract.ts'

/** What is true of every store is true on both engines. */
describe.each(ENGINES)('on $name', (engine) => {
  describe('the database', () => dbContract(engine))
  describe('migrations', () => migrateContract(engine))
  describe('credits', () => creditsContract(engine))
  describe('payment channels', () => channelsContract(engine))
  describe('payments', () => paymentsContract(engine))
  describe('idempotency', () => idempotencyContract(engine))
  describe('jobs', () => jobsContract(engine))
  describe('agent tasks', () => agentTasksContract(engine))
  describe('sales', () => salesContract(engine))
  describe('callStats', () => callStatsContract(engine))
  describe('secrets', () => secretsContract(engine))
  describe('account nonces', () => accountNoncesContract(engine))
  describe('losses', () => lossesContract(engine))
  describe('the purse', () => purseContract(engine))
  describe('the dashboard', () => toolOverrideContract(engine))
  describe('rate slots of providers', () => upstreamSlotsContract(engine))
})
