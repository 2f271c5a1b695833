import type { Db, Durable, SqlValue, Statement } from '../../base/core/db.ts'
import { commitOf } from '../../base/core/transaction.ts'
import { createPool } from './_pg-pool.ts'
import { createLocked } from './_pg-locked.ts'
import { createShared } from './_pg-shared.ts'
import { again, REFUSED, runAlone, type TransactionFactory } from './_pg-transaction.ts'

/**
 * A PostgreSQL database, which many replicas may share. What is asked at one moment shares round
 * trips and flushes of the disk ([decision 14](../../docs/decisions/0014-shared-round-trips.md)).
 */
export function openPostgres(url: string, now: () => number, onError: (thrown: Error) => void): Db {
  const pool = createPool(url, now, onError)
  const { read, write } = createShared(pool, now)
  const addLocked = createLocked(pool)

  async function alone<T>(begin: TransactionFactory<T>, durable: Durable): Promise<T | null> {
    const value = await again(() =>
      pool.use((connection) => runAlone(connection, begin, { durable })),
    )
    return value === REFUSED ? null : value
  }

  function locked<T>(
    begin: TransactionFactory<T>,
    lockKey: string,
    durable: Durable,
  ): Promise<T | null> {
    return new Promise<unknown>((resolve, reject) =>
      addLocked({ begin, lockKey, durable, resolve, reject }),
    ) as Promise<T | null>
  }

  async function run<T>(
    begin: TransactionFactory<T>,
    lockKey?: string,
    durable: Durable = 'now',
  ): Promise<T | null> {
    if (lockKey !== undefined) return locked(begin, lockKey, durable)
    const first = begin().next()
    if (!first.done) return alone(begin, durable)
    const { value, writes } = commitOf<T>(first.value)
    return writes.length === 0 || (await write(writes, durable)) ? value : null
  }

  return {
    engine: 'postgres',
    all: async <Row>(sql: string, values: readonly SqlValue[] = []) =>
      (await read({ sql, values })).rows as Row[],
    one: async <Row>(sql: string, values: readonly SqlValue[] = []) =>
      ((await read({ sql, values })).rows[0] as Row | undefined) ?? null,
    batch: async (statements: readonly Statement[], durable: Durable = 'now') =>
      statements.length === 0 || (await write(statements, durable)),
    run,
    close: () => pool.end(),
  }
}
