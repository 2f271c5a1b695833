import type { Commit, Transaction, SqlValue, Statement } from './db.ts'

/** Parts of transactions. */

export function* rowsOf<Row>(
  sql: string,
  values: readonly SqlValue[],
): Transaction<readonly Row[]> {
  const [rows = []] = yield [{ sql, values }]
  return rows as readonly Row[]
}

export function* rowOf<Row>(sql: string, values: readonly SqlValue[]): Transaction<Row | null> {
  const [row] = yield* rowsOf<Row>(sql, values)
  return row ?? null
}

/** A transaction that only writes. */
// oxlint-disable-next-line require-yield -- its writes are its result
export function* writesOnly(statements: readonly Statement[]): Transaction<Commit<true>> {
  return commitWith(true, statements)
}

const made = Symbol('commit')

export const commitWith = <T>(value: T, writes: readonly Statement[]): Commit<T> =>
  ({ value, writes, [made]: true }) as Commit<T>

export function commitOf<T>(returned: T | Commit<T>): Commit<T> {
  const isCommit = typeof returned === 'object' && returned !== null && made in returned
  return isCommit ? (returned as Commit<T>) : { value: returned as T, writes: [] }
}
