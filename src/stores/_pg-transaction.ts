import { hash } from 'node:crypto'
import type { PoolClient, QueryConfig, QueryResult } from 'pg'
import type { Commit, Transaction, SqlValue, Statement } from '../core/db.ts'
import { commitOf } from '../core/transaction.ts'

const DIVISION_BY_ZERO = '22012'

/** The result of a transaction in which a guard failed. */
export const REFUSED = Symbol('refused')

/**
 * Runs a transaction. Statements that are yielded together travel in one round trip. The first
 * trip carries the `begin` and the last the `commit`, so most transactions take one or two. If a
 * guard fails or it throws, the session may still be inside the transaction.
 */
export async function runTransaction<T>(
  session: PoolClient,
  transaction: Transaction<T | Commit<T>>,
  opening: string,
): Promise<T | typeof REFUSED> {
  let before = [opening]
  let step = transaction.next()
  while (!step.done) {
    const asked = step.value.map(({ sql, values }) => named(sql, values))
    const outcomes = await roundTrip(session, [...before, ...asked])
    const answers = answersOf(step.value, outcomes.slice(before.length))
    if (answers === REFUSED) return REFUSED
    before = []
    step = transaction.next(answers)
  }
  const { value, writes } = commitOf<T>(step.value)
  const last = writes.map(({ sql, values, guard }) => named(guard ? loud(sql) : sql, values))
  const outcomes = await roundTrip(session, [...before, ...last, 'commit'])
  return answersOf(writes, outcomes.slice(before.length)) === REFUSED ? REFUSED : value
}

type QueryOutcome = PromiseSettledResult<QueryResult>

const roundTrip = (
  session: PoolClient,
  queries: readonly (string | QueryConfig)[],
): Promise<QueryOutcome[]> => Promise.allSettled(queries.map((query) => session.query(query)))

/** A guard that finds no row fails, so that a `commit` right behind it is a rollback. */
const loud = (sql: string): string => {
  const rows = /^\s*select\b/i.test(sql) ? sql : `${sql} returning 1`
  return `with found as (${rows}) select 1 / count(*) from found`
}

/** Results behind a failed guard do not count: the transaction rolls back. */
function answersOf(
  statements: readonly Statement[],
  outcomes: readonly QueryOutcome[],
): (readonly unknown[])[] | typeof REFUSED {
  const answers: (readonly unknown[])[] = []
  for (const [at, outcome] of outcomes.entries()) {
    if (statements[at]?.guard && saysNo(outcome)) return REFUSED
    if (outcome.status === 'rejected') throw outcome.reason
    answers.push(outcome.value.rows as unknown[])
  }
  return answers
}

const saysNo = (outcome: QueryOutcome): boolean =>
  outcome.status === 'fulfilled'
    ? !outcome.value.rowCount
    : codeOf(outcome.reason) === DIVISION_BY_ZERO

/** Named statements are planned once per connection. */
export const named = (text: string, values: readonly SqlValue[]): QueryConfig => ({
  name: hash('sha1', text),
  text,
  values: [...values],
})

export const codeOf = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : ''
