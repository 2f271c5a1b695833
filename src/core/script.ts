import type { Script, SqlValue, Statement } from './db.ts'

/** Pieces of which scripts are made. */

export function* rowsOf<Row>(sql: string, values: readonly SqlValue[]): Script<readonly Row[]> {
  const [rows = []] = yield [{ sql, values }]
  return rows as readonly Row[]
}

export function* rowOf<Row>(sql: string, values: readonly SqlValue[]): Script<Row | null> {
  const [row] = yield* rowsOf<Row>(sql, values)
  return row ?? null
}

export function* inOrder(statements: readonly Statement[]): Script<true> {
  yield statements
  return true
}
