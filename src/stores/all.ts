import { creditMigrations } from './credits.ts'
import { idempotencyMigrations } from './idempotency.ts'
import { jobMigrations } from './jobs.ts'
import type { Migration } from './migrate.ts'
import { paymentMigrations } from './payments.ts'
import { saleMigrations } from './sales.ts'
import { secretMigrations } from './secrets.ts'
import { tallyMigrations } from './tallies.ts'

/** Every table of the house, in the order in which they came. */
export const allMigrations: readonly Migration[] = [
  ...secretMigrations,
  ...creditMigrations,
  ...paymentMigrations,
  ...idempotencyMigrations,
  ...jobMigrations,
  ...saleMigrations,
  ...tallyMigrations,
]
