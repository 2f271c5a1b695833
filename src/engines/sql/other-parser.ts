import type { SqlFlaw } from './findings.ts'

/** Dialects that node-sql-parser reads, each by a build of its own. */
export const OTHER_DIALECTS = [
  'mysql',
  'mariadb',
  'sqlite',
  'bigquery',
  'snowflake',
  'tsql',
] as const
export type OtherDialect = (typeof OTHER_DIALECTS)[number]

export interface OtherTree {
  readonly ast: unknown
  /** As `select::schema::table`. */
  readonly tableList: readonly string[]
  readonly columnList: readonly string[]
}

export const OTHER_PARSER = 'node-sql-parser@5.4.0'

interface Build {
  readonly Parser: new () => { parse(sql: string, options: object): OtherTree }
}

const BUILDS: Readonly<
  Record<OtherDialect, readonly [name: string, load: () => Promise<{ readonly default: Build }>]>
> = {
  mysql: ['MySQL', async () => import('node-sql-parser/build/mysql.js')],
  mariadb: ['MariaDB', async () => import('node-sql-parser/build/mariadb.js')],
  sqlite: ['Sqlite', async () => import('node-sql-parser/build/sqlite.js')],
  bigquery: ['BigQuery', async () => import('node-sql-parser/build/bigquery.js')],
  snowflake: ['Snowflake', async () => import('node-sql-parser/build/snowflake.js')],
  tsql: ['TransactSQL', async () => import('node-sql-parser/build/transactsql.js')],
} as never

export async function parsedOther(
  dialect: OtherDialect,
  sql: string,
): Promise<OtherTree | { readonly flaw: SqlFlaw }> {
  const [database, load] = BUILDS[dialect]
  const { Parser } = (await load()).default
  try {
    return new Parser().parse(sql, { database })
  } catch (thrown) {
    const { message, location } = thrown as Error & {
      readonly location?: { readonly start?: { readonly offset?: number } }
    }
    return { flaw: { message: shortened(message), at: location?.start?.offset ?? null } }
  }
}

/** The grammar lists all that could stand there; what does stand there is what helps. */
const shortened = (message: string): string => {
  const found = /but (.{1,60}?) found\.?$/s.exec(message)?.[1]
  return found === undefined ? message.slice(0, 200) : `unexpected ${found}`
}
