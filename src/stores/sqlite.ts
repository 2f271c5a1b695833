import Database from 'better-sqlite3'
import type { Db, Durable, Commit, Transaction, SqlValue, Statement } from '../core/db.ts'
import { commitOf, writesOnly } from '../core/transaction.ts'
import { openDisk } from './_disk.ts'

interface Queued {
  readonly durable: Durable
  transaction(): Transaction<unknown>
  resolve(value: unknown): void
  reject(thrown: unknown): void
}

/** 16 MB. A page that many calls change is then copied from the log only once. */
const LOG_PAGES_MAX = 4_000

/** The result of a transaction in which a guard failed. */
const REFUSED = Symbol('refused')

/** What was done, and is told to who asked for it. */
interface Done {
  readonly durable: Durable
  tell(): void
  reject(thrown: unknown): void
}

interface SqliteOptions {
  readonly readonly?: boolean
  /** With it, a slow disk is waited for beside the event loop. */
  now?(): number
}

/** A database that has no file. */
const IN_MEMORY = ':memory:'

/**
 * One SQLite file. Batches of one turn of the event loop share one commit; each is still all or
 * nothing. A commit is written to the log of the engine without waiting for the disk. Whoever
 * asked for a durable one hears of it when that log is on the disk, while the event loop goes on.
 */
export function openSqlite(path: string, { readonly = false, now }: SqliteOptions = {}): Db {
  const sqlite = new Database(path, { readonly })
  if (!readonly) sqlite.pragma('journal_mode = wal')
  sqlite.pragma(`wal_autocheckpoint = ${LOG_PAGES_MAX}`)
  sqlite.pragma('busy_timeout = 5000')
  if (!readonly) sqlite.pragma('synchronous = normal')
  const disk = path === IN_MEMORY ? null : openDisk(`${path}-wal`, now ?? null)
  const prepared = new Map<string, Database.Statement>()
  let waiting: Queued[] = []
  /** Whether the commits since the last wait for the disk have written anything. */
  let isDirty = false

  function prepare(sql: string): Database.Statement {
    const known = prepared.get(sql) ?? sqlite.prepare(sql)
    prepared.set(sql, known)
    return known
  }

  function runTransaction(transaction: Transaction<unknown>): unknown {
    let step = transaction.next()
    while (!step.done) {
      const answers = together(step.value)
      if (answers === REFUSED) return REFUSED
      step = transaction.next(answers)
    }
    const { value, writes } = commitOf(step.value)
    return together(writes) === REFUSED ? REFUSED : value
  }

  function together(statements: readonly Statement[]): unknown[][] | typeof REFUSED {
    const answers: unknown[][] = []
    for (const { sql, values, guard } of statements) {
      const { rows, changes } = execute(sql, values)
      if (guard && changes === 0) return REFUSED
      answers.push(rows)
    }
    return answers
  }

  function execute(sql: string, values: readonly SqlValue[]): Executed {
    const statement = prepare(sql)
    isDirty ||= !statement.readonly
    if (!statement.reader) return { rows: [], changes: statement.run(numbered(values)).changes }
    const rows = statement.all(numbered(values))
    return { rows, changes: rows.length }
  }

  /** Within a batch, so that one can be undone without the others. */
  function applyApart({ transaction }: Queued): unknown {
    prepare('savepoint one').run()
    try {
      const value = runTransaction(transaction())
      if (value === REFUSED) prepare('rollback to one').run()
      return value
    } catch (thrown) {
      if (sqlite.inTransaction) prepare('rollback to one').run()
      throw thrown
    } finally {
      if (sqlite.inTransaction) prepare('release one').run()
    }
  }

  function flush(): void {
    if (waiting.length === 0) return
    const together = waiting
    waiting = []
    const [only] = together
    if (only && together.length === 1) return applyAlone(only)
    const done: Done[] = []
    try {
      prepare('begin immediate').run()
      for (const one of together) done.push(outcomeOf(one))
      prepare('commit').run()
    } catch (thrown) {
      if (sqlite.open && sqlite.inTransaction) prepare('rollback').run()
      for (const one of together) one.reject(thrown)
      return
    }
    tellAll(done)
  }

  /** One that shares its commit with no other needs no savepoint. */
  function applyAlone({ transaction, durable, resolve, reject }: Queued): void {
    try {
      prepare('begin immediate').run()
      const value = runTransaction(transaction())
      prepare(value === REFUSED ? 'rollback' : 'commit').run()
      tellAll([{ durable, reject, tell: () => resolve(value) }])
    } catch (thrown) {
      if (sqlite.open && sqlite.inTransaction) prepare('rollback').run()
      reject(thrown)
    }
  }

  function outcomeOf(one: Queued): Done {
    const { durable, reject } = one
    try {
      const value = applyApart(one)
      return { durable, reject, tell: () => one.resolve(value) }
    } catch (thrown) {
      if (!sqlite.inTransaction) throw thrown
      return { durable, reject, tell: () => reject(thrown) }
    }
  }

  /** After the commit: at once, or when it is on the disk. */
  function tellAll(done: readonly Done[]): void {
    const late = done.filter(({ durable }) => durable === 'now')
    for (const { durable, tell } of done) if (durable === 'soon') tell()
    const tellLate = (): void => {
      for (const { tell } of late) tell()
    }
    const rejectLate = (thrown: unknown): void => {
      for (const { reject } of late) reject(thrown)
    }
    if (late.length === 0) return
    try {
      const syncing = isDirty ? disk?.sync() : undefined
      isDirty = false
      if (syncing) syncing.then(tellLate, rejectLate)
      else tellLate()
    } catch (thrown) {
      rejectLate(thrown)
    }
  }

  const run = (transaction: () => Transaction<unknown>, durable: Durable): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(flush)
      waiting.push({ transaction, durable, resolve, reject })
    })

  return {
    engine: 'sqlite',
    all: async <Row>(sql: string, values: readonly SqlValue[] = []) =>
      prepare(sql).all(numbered(values)) as Row[],
    one: async <Row>(sql: string, values: readonly SqlValue[] = []) =>
      (prepare(sql).get(numbered(values)) as Row | undefined) ?? null,
    batch: async (statements, durable = 'now') =>
      (await run(() => writesOnly(statements), durable)) === true,
    async run<T>(
      transaction: () => Transaction<T | Commit<T>>,
      _lockKey?: string,
      durable: Durable = 'now',
    ) {
      const value = await run(transaction, durable)
      return value === REFUSED ? null : (value as T)
    },
    async close() {
      if (waiting.length > 0) flush()
      sqlite.close()
      await disk?.close()
    },
  }
}

interface Executed {
  readonly rows: unknown[]
  readonly changes: number
}

/** SQLite reads `$1` as a name, so values are bound by that name. */
function numbered(values: readonly SqlValue[]): Record<string, SqlValue> {
  const bound: Record<string, SqlValue> = {}
  for (const [position, value] of values.entries()) bound[position + 1] = value
  return bound
}
