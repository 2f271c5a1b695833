import type { Db, SqlValue, Statement } from '../../base/core/db.ts'

/** One table, with the number of rows that were copied. */
export interface Copied {
  readonly table: string
  readonly rows: number
}

interface Table {
  readonly name: string
  readonly columns: readonly string[]
}

const ROWS_AT_ONCE = 500

/** Row numbers that SQLite uses for its own indexes. */
const OWN_COLUMNS = new Set(['serial'])

/**
 * Copies everything from an SQLite database to a PostgreSQL database that has the same tables and
 * no rows. If anything fails, the copied rows are removed, so it can be tried again.
 */
export async function copyAll(source: Db, target: Db): Promise<readonly Copied[]> {
  const tables = await tablesOf(source)
  for (const table of tables) await assertFits(table, target)
  try {
    const copied: Copied[] = []
    for (const table of tables) copied.push(await copyTable(table, source, target))
    return copied
  } catch (thrown) {
    await target.batch(tables.map(({ name }) => ({ sql: `delete from ${name}`, values: [] })))
    throw thrown
  }
}

/** All but the list of migrations, which the target makes itself, and the tables of indexes. */
async function tablesOf(source: Db): Promise<readonly Table[]> {
  const names = await source.all<{ name: string }>(
    `select name from pragma_table_list where schema = 'main' and type = 'table'
      and name not like 'sqlite%' and name <> 'migrations' order by name`,
  )
  return Promise.all(
    names.map(async ({ name }) => {
      const columns = await source.all<{ name: string }>(
        'select name from pragma_table_info($1) order by cid',
        [name],
      )
      const own = columns.map((column) => column.name).filter((each) => !OWN_COLUMNS.has(each))
      return { name, columns: own }
    }),
  )
}

async function assertFits({ name, columns }: Table, target: Db): Promise<void> {
  const there = await target.all<{ column: string }>(
    `select column_name as "column" from information_schema.columns
      where table_schema = current_schema() and table_name = $1`,
    [name],
  )
  const known = new Set(there.map(({ column }) => column))
  const missing = columns.find((column) => !known.has(column))
  if (missing) throw new Error(`the target has no column ${missing} in a table ${name}`)
  const rows = await countOf(target, name)
  if (rows > 0) throw new Error(`the target is not empty: ${name} has ${rows} rows`)
}

async function copyTable({ name, columns }: Table, source: Db, target: Db): Promise<Copied> {
  const listed = columns.join(', ')
  const places = columns.map((_column, at) => `$${at + 1}`).join(', ')
  const into = `insert into ${name} (${listed}) values (${places})`
  const page = `select rowid as "_row", ${listed} from ${name}
    where rowid > $1 order by rowid limit ${ROWS_AT_ONCE}`
  for (let after = 0; ;) {
    const rows = await source.all<Record<string, SqlValue>>(page, [after])
    const last = rows.at(-1)
    if (!last) break
    await target.batch(
      rows.map((row): Statement => ({
        sql: into,
        values: columns.map((each) => row[each] ?? null),
      })),
    )
    after = Number(last['_row'])
  }
  const [before, now] = [await countOf(source, name), await countOf(target, name)]
  if (before !== now) throw new Error(`${name}: ${before} rows were there, ${now} have arrived`)
  return { table: name, rows: now }
}

async function countOf(db: Db, table: string): Promise<number> {
  const row = await db.one<{ count: number }>(`select count(*) as count from ${table}`)
  return Number(row?.count ?? 0)
}
