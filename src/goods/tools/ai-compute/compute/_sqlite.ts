import type { Database, SqlJsStatic, SqlValue, Statement } from 'sql.js'
import { badInput } from '../../../../base/core/fault.ts'
import { isObject, type JsonObject } from '../../../../base/lib/json-object.ts'
import { columnsOf, namesOf, readCsv, typedCell } from '../../../../engines/formats/rows.ts'

const TABLES_MAX = 20
const COLUMNS_MAX = 500
const NAME_MAX = 200
const HEAP_BYTES_MAX = 96 * 1024 * 1024

export interface Engine {
  /** Runs the statements of a text one after the other. */
  each(sql: string, visit: (statement: SqlStatement) => void): void
  plan(sql: string): readonly string[]
  close(): void
}

export interface SqlStatement {
  readonly sql: string
  readonly columns: readonly string[]
  /** The next row, or null after the last. */
  next(): readonly SqlValue[] | null
}

/** A database in memory that holds the tables and nothing else. */
export async function openTables(tables: JsonObject): Promise<Engine> {
  const names = Object.keys(tables)
  if (names.length > TABLES_MAX) throw badInput(`tables: must be at most ${TABLES_MAX} tables`)
  const { default: load } = (await import('sql.js')) as unknown as {
    default: () => Promise<SqlJsStatic>
  }
  const { Database } = await load()
  const database = new Database()
  database.run(`PRAGMA hard_heap_limit = ${HEAP_BYTES_MAX}; PRAGMA trusted_schema = off`)
  for (const name of names) fill(database, name, tables[name])
  return {
    each: (sql, visit) => each(database, sql, visit),
    plan: (sql) => planOf(database, sql),
    close: () => database.close(),
  }
}

function each(database: Database, sql: string, visit: (statement: SqlStatement) => void): void {
  const statements = database.iterateStatements(sql)
  for (;;) {
    const next = refusing(() => statements.next())
    if (next.done) return
    const statement = next.value
    visit({
      sql: statement.getSQL(),
      columns: namesOf(statement.getColumnNames(), statement.getColumnNames().length),
      next: () => refusing(() => (statement.step() ? statement.get(...BIG) : null)),
    })
    statement.free()
  }
}

/** Whole numbers are read without loss of digits. */
const BIG = [null, { useBigInt: true }] as unknown as []

function planOf(database: Database, sql: string): readonly string[] {
  let statement: Statement | undefined
  try {
    statement = database.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    const lines: string[] = []
    while (statement.step()) lines.push(String(statement.get()[3] ?? ''))
    return lines
  } catch {
    // Not every statement has a plan.
    return []
  } finally {
    statement?.free()
  }
}

/** An error of the engine is a fault in the SQL of the caller. */
function refusing<T>(work: () => T): T {
  try {
    return work()
  } catch (thrown) {
    const said = thrown instanceof Error ? thrown.message : String(thrown)
    if (/out of memory|Aborted\(/i.test(said)) throw badInput('sql: must need less memory')
    throw badInput(`sql: ${said.slice(0, 300)}`)
  }
}

function fill(database: Database, name: string, content: unknown): void {
  if (name === '' || name.length > NAME_MAX || /^sqlite_/i.test(name) || name.includes('\0'))
    throw badInput(
      `tables: ${JSON.stringify(name.slice(0, 40))} must have 1 to ${NAME_MAX} characters and not begin with sqlite_`,
    )
  const { columns, rows } = contentOf(name, content)
  if (columns.length > COLUMNS_MAX)
    throw badInput(`tables: ${name} must have at most ${COLUMNS_MAX} columns`)
  const marks = columns.map(() => '?').join(', ')
  creating(name, () => {
    database.run(`CREATE TABLE ${quoted(name)} (${columns.map(quoted).join(', ')})`)
    database.run('BEGIN')
    const insert = database.prepare(`INSERT INTO ${quoted(name)} VALUES (${marks})`)
    for (const row of rows) insert.run(row as SqlValue[])
    insert.free()
    database.run('COMMIT')
  })
}

/** SQLite tells columns apart without their case, JSON does not. */
function creating(name: string, work: () => void): void {
  try {
    work()
  } catch (thrown) {
    const said = thrown instanceof Error ? thrown.message : String(thrown)
    throw badInput(`tables: ${name}: ${said.slice(0, 200)}`)
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

interface Content {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
}

function contentOf(name: string, content: unknown): Content {
  if (typeof content === 'string') {
    const { columns, rows } = readCsv(content)
    const width = columns.length
    const all = rows.map((cells) =>
      Array.from({ length: width }, (_, at) => valueOf(typedCell(cells[at] ?? ''))),
    )
    return { columns: nonEmpty(name, columns), rows: all }
  }
  if (!Array.isArray(content) || !content.every(isObject))
    throw badInput(`tables: ${name} must be an array of objects, or CSV text`)
  const rows = content as readonly JsonObject[]
  const columns = nonEmpty(name, columnsOf(rows))
  return { columns, rows: rows.map((row) => columns.map((column) => valueOf(own(row, column)))) }
}

const own = (row: JsonObject, column: string): unknown =>
  Object.hasOwn(row, column) ? row[column] : null

function nonEmpty(name: string, columns: readonly string[]): readonly string[] {
  if (columns.length === 0) throw badInput(`tables: ${name} must have at least one column`)
  return columns
}

/** Booleans are 1 and 0; lists and objects are JSON text, which json_extract reads. */
function valueOf(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? null)
}
