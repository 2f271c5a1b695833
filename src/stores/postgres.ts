import pg from 'pg'
import type { Db, SqlValue, Statement } from '../core/db.ts'

const BIGINT = 20
const CONNECTIONS_MAX = 16
const CONNECT_MS = 5_000
const STATEMENT_MS = 15_000
const TRIES_MAX = 4
/** Deadlock, serialization failure: the engine asks to be asked again. */
const TRY_AGAIN = new Set(['40P01', '40001'])

/** A PostgreSQL database, which many replicas may share. */
export function openPostgres(url: string, onError: (thrown: Error) => void): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === BIGINT ? Number : pg.types.getTypeParser(oid, format as 'text'),
    } as pg.CustomTypesConfig,
  })
  pool.on('error', onError)

  async function inTransaction(statements: readonly Statement[]): Promise<boolean> {
    const session = await pool.connect()
    let broken: Error | undefined
    try {
      await session.query('begin')
      for (const { sql, values, guard } of statements) {
        const { rowCount } = await session.query(named(sql, values))
        if (guard && !rowCount) {
          await session.query('rollback')
          return false
        }
      }
      await session.query('commit')
      return true
    } catch (thrown) {
      await session.query('rollback').catch((failed: Error) => (broken = failed))
      throw thrown
    } finally {
      session.release(broken)
    }
  }

  async function apply(statements: readonly Statement[]): Promise<boolean> {
    const [only, ...others] = statements
    if (!only || others.length > 0) return inTransaction(statements)
    const { rowCount } = await pool.query(named(only.sql, only.values))
    return !only.guard || Boolean(rowCount)
  }

  return {
    engine: 'postgres',
    all: async <Row>(sql: string, values: readonly SqlValue[] = []) =>
      (await pool.query(named(sql, values))).rows as Row[],
    one: async <Row>(sql: string, values: readonly SqlValue[] = []) =>
      ((await pool.query(named(sql, values))).rows[0] as Row | undefined) ?? null,
    async batch(statements) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await apply(statements)
        } catch (thrown) {
          if (attempt === TRIES_MAX || !TRY_AGAIN.has(codeOf(thrown))) throw thrown
        }
      }
    },
    close: () => pool.end(),
  }
}

/** Named statements are planned once per connection. */
function named(text: string, values: readonly SqlValue[]): pg.QueryConfig {
  return { name: nameOf(text), text, values: [...values] }
}

const names = new Map<string, string>()

function nameOf(text: string): string {
  const known = names.get(text) ?? `s${names.size}`
  names.set(text, known)
  return known
}

export const codeOf = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : ''
