import type { Db, Commit, Transaction } from '../../base/core/db.ts'
import { commitWith } from '../../base/core/transaction.ts'

/**
 * A migration. It is applied once to a database and never changed; a new need is a new migration.
 */
export interface Migration {
  /** `<table>-<number>` */
  readonly name: string
  /** By engine where they differ. */
  readonly sql: readonly string[] | Readonly<Record<Db['engine'], readonly string[]>>
}

const BOOTSTRAP =
  'create table if not exists migrations (name text primary key, at bigint not null)'
const TRIES_MAX = 5

/**
 * Applies all missing migrations. Safe when many replicas start at once: one of them applies each.
 */
export async function migrate(
  db: Db,
  migrations: readonly Migration[],
  now: number,
): Promise<void> {
  await bootstrap(db)
  for (const migration of migrations) await db.run(() => applied(migration, db.engine, now))
}

/**
 * The winner is decided before the migration runs, because running it can lock a table for long.
 */
function* applied(
  { name, sql }: Migration,
  engine: Db['engine'],
  now: number,
): Transaction<Commit<void>> {
  yield [
    {
      sql: 'insert into migrations (name, at) values ($1, $2) on conflict (name) do nothing',
      values: [name, now],
      guard: true,
    },
  ]
  const steps = Array.isArray(sql) ? sql : (sql as Record<Db['engine'], readonly string[]>)[engine]
  return commitWith(
    undefined,
    steps.map((step: string) => ({ sql: step, values: [] })),
  )
}

/** PostgreSQL may refuse a concurrent `create table if not exists`; the loser finds the table. */
async function bootstrap(db: Db): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await db.batch([{ sql: BOOTSTRAP, values: [] }])
      return
    } catch (thrown) {
      if (attempt === TRIES_MAX) throw thrown
    }
  }
}
