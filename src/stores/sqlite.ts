import Database from 'better-sqlite3'
import type { Db, SqlValue, Statement } from '../core/db.ts'

interface Waiting {
  readonly statements: readonly Statement[]
  resolve(applied: boolean): void
  reject(thrown: unknown): void
}

/**
 * One SQLite file. Batches that arrive in the same turn of the event loop share one commit, because
 * a durable commit costs a disk flush whatever its size; each is still all or nothing by itself.
 */
export function openSqlite(path: string): Db {
  const sqlite = new Database(path)
  sqlite.pragma('journal_mode = wal')
  sqlite.pragma('synchronous = full')
  sqlite.pragma('busy_timeout = 5000')
  const prepared = new Map<string, Database.Statement>()
  let waiting: Waiting[] = []

  function prepare(sql: string): Database.Statement {
    const known = prepared.get(sql) ?? sqlite.prepare(sql)
    prepared.set(sql, known)
    return known
  }

  function apply({ statements }: Waiting): boolean {
    prepare('savepoint one').run()
    try {
      for (const { sql, values, guard } of statements) {
        const { changes } = prepare(sql).run(numbered(values))
        if (guard && changes === 0) {
          prepare('rollback to one').run()
          return false
        }
      }
      return true
    } catch (thrown) {
      if (sqlite.inTransaction) prepare('rollback to one').run()
      throw thrown
    } finally {
      if (sqlite.inTransaction) prepare('release one').run()
    }
  }

  function flush(): void {
    const together = waiting
    waiting = []
    const outcomes: (() => void)[] = []
    try {
      prepare('begin immediate').run()
      for (const one of together) outcomes.push(outcomeOf(one))
      prepare('commit').run()
    } catch (thrown) {
      if (sqlite.inTransaction) prepare('rollback').run()
      for (const one of together) one.reject(thrown)
      return
    }
    for (const tell of outcomes) tell()
  }

  function outcomeOf(one: Waiting): () => void {
    try {
      const applied = apply(one)
      return () => one.resolve(applied)
    } catch (thrown) {
      if (!sqlite.inTransaction) throw thrown
      return () => one.reject(thrown)
    }
  }

  return {
    engine: 'sqlite',
    all: async <Row>(sql: string, values: readonly SqlValue[] = []) =>
      prepare(sql).all(numbered(values)) as Row[],
    one: async <Row>(sql: string, values: readonly SqlValue[] = []) =>
      (prepare(sql).get(numbered(values)) as Row | undefined) ?? null,
    batch: (statements) =>
      new Promise((resolve, reject) => {
        if (waiting.length === 0) setImmediate(flush)
        waiting.push({ statements, resolve, reject })
      }),
    async close() {
      if (waiting.length > 0) flush()
      sqlite.close()
    },
  }
}

/** SQLite reads `$1` as a name, so values are bound by that name. */
function numbered(values: readonly SqlValue[]): Record<string, SqlValue> {
  const bound: Record<string, SqlValue> = {}
  for (const [position, value] of values.entries()) bound[position + 1] = value
  return bound
}
