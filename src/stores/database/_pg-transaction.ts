import { createHash } from 'node:crypto'
import type { Commit, Durable, Statement, Transaction } from '../../base/core/db.ts'
import { commitOf } from '../../base/core/transaction.ts'
import type { PgConnection, PartResult, Query } from './_pg-connection.ts'
import { codeOf, isOfPooler } from './_pg-texts.ts'

export type TransactionFactory<T = unknown> = () => Transaction<T | Commit<T>>

/** The result of a transaction in which a guard failed. */
export const REFUSED = Symbol('refused')

export const BEGIN: Query = { sql: 'begin', values: [] }
export const COMMIT: Query = { sql: 'commit', values: [] }
const ROLLBACK: Query = { sql: 'rollback', values: [] }

/**
 * Held until the transaction ends. Two keys with the same hash only wait for each other; several
 * are taken in one order, so that two replicas never wait for each other.
 */
export function locksOf(lockKeys: readonly string[]): Query {
  const numbers = lockKeys.map((key) => createHash('sha256').update(key).digest().readBigInt64BE())
  const sorted = numbers.toSorted((a, b) => (a < b ? -1 : Number(a > b)))
  return {
    sql: 'select pg_advisory_xact_lock(number) from unnest($1::bigint[]) as numbers(number)',
    values: [`{${sorted.join(',')}}`],
  }
}

/**
 * Runs a transaction by itself. Statements that are yielded together travel in one round trip. The
 * first trip carries the `begin` and the last the `commit`; one that only writes takes one trip.
 */
export async function runAlone<T>(
  connection: PgConnection,
  begin: TransactionFactory<T>,
  { durable, lockKey }: { readonly durable: Durable; readonly lockKey?: string | undefined },
): Promise<T | typeof REFUSED> {
  const lock = lockKey === undefined ? [] : [locksOf([lockKey])]
  let before = [BEGIN, ...connection.opening(durable), ...lock]
  try {
    const transaction = begin()
    let step = transaction.next()
    while (!step.done) {
      const answers = answersOf(
        step.value,
        await ask(connection, [...before, ...step.value]),
        before,
      )
      if (answers === REFUSED) return REFUSED
      before = []
      step = transaction.next(answers)
    }
    const { value, writes } = commitOf<T>(step.value)
    const outcome = await ask(connection, [...before, ...writes.map(loud), COMMIT])
    return answersOf(writes, outcome, before) === REFUSED ? REFUSED : value
  } finally {
    await rollBack(connection)
  }
}

/** Does nothing where no transaction is left open. */
export async function rollBack(connection: PgConnection): Promise<void> {
  if (!connection.isReusable()) await ask(connection, [ROLLBACK])
}

export async function ask(
  connection: PgConnection,
  queries: readonly Query[],
): Promise<PartResult> {
  const [outcome] = connection.send([queries])
  return outcome!
}

/** A guard that finds no row fails, so that what comes after it is undone with it. */
export const loud = ({ sql, values, guard }: Statement): Query =>
  guard ? { sql: loudSql(sql), values } : { sql, values }

function loudSql(sql: string): string {
  const rows = isSelect(sql) ? sql : `${sql} returning 1`
  return `with found as (${rows}) select 1 / count(*) from found`
}

export const isSelect = (sql: string): boolean => /^\s*select\b/i.test(sql)

const DIVISION_BY_ZERO = '22012'

/** The rows of statements that were sent behind others; throws what the engine refused. */
export function answersOf(
  statements: readonly Statement[],
  { answers, failed }: PartResult,
  before: readonly Query[],
): (readonly unknown[])[] | typeof REFUSED {
  const rows: (readonly unknown[])[] = []
  for (const [at, { guard, heard }] of statements.entries()) {
    const answer = answers[before.length + at]
    if (!answer) {
      const isRefused = guard && failed && codeOf(failed.thrown) === DIVISION_BY_ZERO
      if (isRefused && answers.length === before.length + at) return REFUSED
      break
    }
    if (guard && answer.count === 0) return REFUSED
    heard?.(answer.rows)
    rows.push(answer.rows)
  }
  if (failed) throw failed.thrown
  return rows
}

const TRIES_MAX = 4
/** Deadlock or serialization failure: the engine asks for a retry. */
const TRY_AGAIN = new Set(['40P01', '40001'])

/** The engine has undone the transaction, and it may succeed when it starts again. */
export const mayTryAgain = (thrown: unknown, attempt: number): boolean =>
  attempt < TRIES_MAX && (TRY_AGAIN.has(codeOf(thrown)) || isOfPooler(thrown))

export async function again<T>(act: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await act()
    } catch (thrown) {
      if (!mayTryAgain(thrown, attempt)) throw thrown
    }
  }
}
