import { createHash } from 'node:crypto'
import { Pool, types } from 'pg'
import type { Db, Commit, Durable, Transaction, SqlValue, Statement } from '../core/db.ts'
import { writesOnly } from '../core/transaction.ts'
import { codeOf, named, runTransaction, REFUSED } from './_pg-transaction.ts'
import { createKeyedQueue } from './_keyed-queue.ts'

const BIGINT = 20
const CONNECTIONS_MAX = 16
const CONNECT_MS = 5_000
const STATEMENT_MS = 15_000
const TRIES_MAX = 4
/** Deadlock or serialization failure: the engine asks for a retry. */
const TRY_AGAIN = new Set(['40P01', '40001'])

/** A PostgreSQL database, which many replicas may share. */
export function openPostgres(url: string, onError: (thrown: Error) => void): Db {
  const pool = new Pool({
    connectionString: url,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    pipeline: true,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === BIGINT ? Number : types.getTypeParser(oid, format),
    },
  })
  pool.on('error', onError)
  const queue = createKeyedQueue()

  async function transact<T>(
    transaction: Transaction<T | Commit<T>>,
    opening: string,
  ): Promise<T | null> {
    const session = await pool.connect()
    let broken: Error | undefined
    try {
      const value = await runTransaction(session, transaction, opening)
      if (value !== REFUSED) return value
      await session.query('rollback')
      return null
    } catch (thrown) {
      await session.query('rollback').catch((failed: Error) => (broken = failed))
      throw thrown
    } finally {
      session.release(broken)
    }
  }

  const alone = <T>(
    transaction: () => Transaction<T | Commit<T>>,
    durable: Durable,
  ): Promise<T | null> => again(() => transact(transaction(), BEGIN[durable]))

  /** A transaction that waits for another of this process holds no connection. */
  const oneByOne = <T>(
    transaction: () => Transaction<T | Commit<T>>,
    lockKey: string,
    durable: Durable,
  ): Promise<T | null> => {
    const opening = `${BEGIN[durable]}; ${lockOf(lockKey)}`
    return queue.queue(lockKey, () => again(() => transact(transaction(), opening)))
  }

  async function apply(
    statements: readonly Statement[],
    durable: Durable = 'now',
  ): Promise<boolean> {
    const [only, ...others] = statements
    if (!only || others.length > 0)
      return (await alone(() => writesOnly(statements), durable)) === true
    const { rowCount } = await again(() => pool.query(named(only.sql, only.values)))
    return !only.guard || Boolean(rowCount)
  }

  return {
    engine: 'postgres',
    all: async <Row>(sql: string, values: readonly SqlValue[] = []) =>
      (await pool.query(named(sql, values))).rows as Row[],
    one: async <Row>(sql: string, values: readonly SqlValue[] = []) =>
      ((await pool.query(named(sql, values))).rows[0] as Row | undefined) ?? null,
    batch: apply,
    run: (transaction, lockKey, durable = 'now') =>
      lockKey === undefined ? alone(transaction, durable) : oneByOne(transaction, lockKey, durable),
    close: () => pool.end(),
  }
}

/** A commit that need not wait for the disk is on it with the next one that does. */
const BEGIN: Readonly<Record<Durable, string>> = {
  now: 'begin',
  soon: 'begin; set local synchronous_commit = off',
}

/** Held until the transaction ends. Two keys with the same hash only wait for each other. */
const lockOf = (lockKey: string): string => {
  const number = createHash('sha256').update(lockKey).digest().readBigInt64BE()
  return `select pg_advisory_xact_lock(${number})`
}

/** Retries a transaction that the engine aborted. */
async function again<T>(act: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await act()
    } catch (thrown) {
      if (attempt === TRIES_MAX || !TRY_AGAIN.has(codeOf(thrown))) throw thrown
    }
  }
}
