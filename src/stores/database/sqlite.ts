import Database from 'better-sqlite3'
import type { Db, Durable, Commit, Transaction, SqlValue, Statement } from '../../base/core/db.ts'
import { commitOf, writesOnly } from '../../base/core/transaction.ts'
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

/** Finished batches, whose callers are waiting for the result. */
interface Done {
  readonly durable: Durable
  tell(): void
  reject(thrown: unknown): void
}

interface SqliteOptions {
  readonly readonly?: boolean
  /** With it, the event loop does not wait for a slow disk. */
  now?(): number
}

/** A database that has no file. */
const IN_MEMORY = ':memory:'

/**
 * One SQLite file. Batches of one turn of the event loop share one commit; each is still all or
 * nothing. A commit is written to the log of the engine without waiting for the disk. A durable
 * commit resolves when that log is on the disk; the event loop continues meanwhile.
 */
export function openSqlite(path: string, { readonly = false, now }: SqliteOptions = {}): Db {
  const sqlite = new Database(path, { readonly })
  if (!readonly) sqlite.pragma('journal_mode = wal')
  sqlite.pragma(`wal_autocheckpoint = ${LOG_PAGES_MAX}`)
  sqlite.pragma('busy_timeout = 5000')
  if (!readonly) sqlite.pragma('synchronous = normal')
  const disk = path === IN_MEMORY ? null : openDisk(`${path}-wal`, now ?? null)
  const prepared = new Map<string, Prepared>()
  let waiting: Queued[] = []
  /** Whether the commits since the last wait for the disk have written anything. */
  let isDirty = false
  /** Whether the transaction that was begun last has something to be undone. */
  let hasWritten = false

  function prepare(sql: string): Prepared {
    const known = prepared.get(sql)
    if (known) return known
    const made = preparedOf(sqlite, sql)
    prepared.set(sql, made)
    return made
  }

  const command = (sql: string): unknown => prepare(sql).statement.run()

  function runTransaction(transaction: Transaction<unknown>): unknown {
    hasWritten = false
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
    for (const { sql, values, guard, heard } of statements) {
      const { statement, takes, isReader, isReadonly } = prepare(sql)
      const bound = boundBy(takes, values)
      isDirty ||= !isReadonly
      const rows = isReader ? statement.all(bound) : []
      const changes = isReader ? rows.length : statement.run(bound).changes
      if (guard && changes === 0) return REFUSED
      hasWritten ||= !isReadonly
      heard?.(rows)
      answers.push(rows)
    }
    return answers
  }

  /** Within a batch, so that one can be undone without the others. */
  function applyApart({ transaction }: Queued): unknown {
    command('savepoint one')
    try {
      const value = runTransaction(transaction())
      if (value === REFUSED) command('rollback to one')
      return value
    } catch (thrown) {
      if (sqlite.inTransaction) command('rollback to one')
      throw thrown
    } finally {
      if (sqlite.inTransaction) command('release one')
    }
  }

  function flush(): void {
    if (waiting.length === 0) return
    const together = waiting
    waiting = []
    const [only] = together
    if (only && together.length === 1) return applyAlone(only)
    try {
      tellAll(outcomesOf(together, 'bare') ?? outcomesOf(together, 'apart') ?? [])
    } catch (thrown) {
      if (sqlite.open && sqlite.inTransaction) command('rollback')
      for (const one of together) one.reject(thrown)
    }
  }

  /** One that shares its commit with no other needs no savepoint. */
  function applyAlone({ transaction, durable, resolve, reject }: Queued): void {
    try {
      command('begin immediate')
      const value = runTransaction(transaction())
      command(value === REFUSED ? 'rollback' : 'commit')
      tellAll([{ durable, reject, tell: () => resolve(value) }])
    } catch (thrown) {
      if (sqlite.open && sqlite.inTransaction) command('rollback')
      reject(thrown)
    }
  }

  /**
   * Savepoints are half of the statements of a short transaction, and hardly one is undone: bare,
   * null when one is, and nothing was done.
   */
  function outcomesOf(together: readonly Queued[], how: 'bare' | 'apart'): Done[] | null {
    const done: Done[] = []
    command('begin immediate')
    for (const one of together) {
      const outcome = outcomeOf(one, how)
      if (outcome) done.push(outcome)
      else {
        command('rollback')
        return null
      }
    }
    command('commit')
    return done
  }

  function outcomeOf(one: Queued, how: 'bare' | 'apart'): Done | null {
    const { durable, reject } = one
    try {
      const value = how === 'bare' ? runTransaction(one.transaction()) : applyApart(one)
      if (how === 'bare' && value === REFUSED && hasWritten) return null
      return { durable, reject, tell: () => one.resolve(value) }
    } catch (thrown) {
      if (!sqlite.inTransaction) throw thrown
      if (how === 'bare' && hasWritten) return null
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

  function read<T>(
    sql: string,
    values: readonly SqlValue[],
    rows: (statement: Database.Statement, bound: readonly SqlValue[]) => T,
  ): T {
    const { statement, takes } = prepare(sql)
    return rows(statement, boundBy(takes, values))
  }

  const run = (transaction: () => Transaction<unknown>, durable: Durable): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(flush)
      waiting.push({ transaction, durable, resolve, reject })
    })

  return {
    engine: 'sqlite',
    all: async <Row>(sql: string, values: readonly SqlValue[] = []) =>
      read(sql, values, (statement, bound) => statement.all(bound) as Row[]),
    one: async <Row>(sql: string, values: readonly SqlValue[] = []) =>
      read(sql, values, (statement, bound) => statement.get(bound) as Row | undefined) ?? null,
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

interface Prepared {
  readonly statement: Database.Statement
  /** Which value each place takes, counted from 0. */
  readonly takes: readonly number[]
  readonly isReader: boolean
  readonly isReadonly: boolean
}

/** A parameter, or a piece of text without parameters. */
const PARAMETER = /'(?:[^']|'')*'|"[^"]*"|\$(\d+)/g

/** Values are bound by their places, which takes half of the time that it takes by their names. */
function preparedOf(sqlite: Database.Database, sql: string): Prepared {
  const takes: number[] = []
  const placed = sql.replace(PARAMETER, (found: string, number: string | undefined) => {
    if (number === undefined) return found
    takes.push(Number(number) - 1)
    return '?'
  })
  const statement = sqlite.prepare(placed)
  return { statement, takes, isReader: statement.reader, isReadonly: statement.readonly }
}

function boundBy(takes: readonly number[], values: readonly SqlValue[]): readonly SqlValue[] {
  return takes.map((at) => {
    const value = values[at]
    if (value === undefined) throw new RangeError(`there is no value $${at + 1}`)
    return value
  })
}
