import type { Ending, Script, SqlValue, Statement } from './db.ts'

/** Pieces of which scripts are made. */

export function* rowsOf<Row>(sql: string, values: readonly SqlValue[]): Script<readonly Row[]> {
  const [rows = []] = yield [{ sql, values }]
  return rows as readonly Row[]
}

export function* rowOf<Row>(sql: string, values: readonly SqlValue[]): Script<Row | null> {
  const [row] = yield* rowsOf<Row>(sql, values)
  return row ?? null
}

/** A script that has nothing to decide. */
// oxlint-disable-next-line require-yield -- it ends with all that it does
export function* inOrder(statements: readonly Statement[]): Script<Ending<true>> {
  return ending(true, statements)
}

const endings = new WeakSet<object>()

export function ending<T>(value: T, writes: readonly Statement[]): Ending<T> {
  const made = { value, writes }
  endings.add(made)
  return made
}

export function endingOf<T>(returned: T | Ending<T>): Ending<T> {
  const isEnding = typeof returned === 'object' && returned !== null && endings.has(returned)
  return isEnding ? (returned as Ending<T>) : { value: returned as T, writes: [] }
}
