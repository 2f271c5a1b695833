import { hash } from 'node:crypto'
import { Pool, types, type PoolClient, type QueryConfig, type QueryResult } from 'pg'
import type { Db, Script, SqlValue, Statement } from '../core/db.ts'
import { inOrder } from '../core/script.ts'

const BIGINT = 20
const CONNECTIONS_MAX = 16
const CONNECT_MS = 5_000
const STATEMENT_MS = 15_000
const TRIES_MAX = 4
/** Deadlock, serialization failure: the engine asks to be asked again. */
const TRY_AGAIN = new Set(['40P01', '40001'])

/** A PostgreSQL database, which many replicas may share. */
export function openPostgres(url: string, onError: (thrown: Error) => void): Db {
  const pool = new Pool({
    connectionString: url,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    pipeline: true,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === BIGINT ? Number : types.getTypeParser(oid, format),
    },
  })
  pool.on('error', onError)

  async function inTransaction<T>(script: Script<T>): Promise<T | null> {
    const session = await pool.connect()
    let broken: Error | undefined
    try {
      const begun = session.query('begin')
      const value = await play(session, script, begun)
      await session.query(value === REFUSED ? 'rollback' : 'commit')
      return value === REFUSED ? null : value
    } catch (thrown) {
      await session.query('rollback').catch((failed: Error) => (broken = failed))
      throw thrown
    } finally {
      session.release(broken)
    }
  }

  async function apply(statements: readonly Statement[]): Promise<boolean> {
    const [only, ...others] = statements
    if (!only || others.length > 0) return (await inTransaction(inOrder(statements))) === true
    const { rowCount } = await pool.query(named(only.sql, only.values))
    return !only.guard || Boolean(rowCount)
  }

  return {
    engine: 'postgres',
    all: async <Row>(sql: string, values: readonly SqlValue[] = []) =>
      (await pool.query(named(sql, values))).rows as Row[],
    one: async <Row>(sql: string, values: readonly SqlValue[] = []) =>
      ((await pool.query(named(sql, values))).rows[0] as Row | undefined) ?? null,
    batch: (statements) => again(() => apply(statements)),
    run: (script) => again(() => inTransaction(script())),
    close: () => pool.end(),
  }
}

/** Tries again what the engine gave up for its own reasons. */
async function again<T>(act: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await act()
    } catch (thrown) {
      if (attempt === TRIES_MAX || !TRY_AGAIN.has(codeOf(thrown))) throw thrown
    }
  }
}

/** What a script comes to when a guard has said no. */
const REFUSED = Symbol('refused')

async function play<T>(
  session: PoolClient,
  script: Script<T>,
  begun: Promise<QueryResult>,
): Promise<T | typeof REFUSED> {
  let step = script.next()
  if (step.done) await begun
  for (let before = [begun]; !step.done; before = []) {
    const answers = await together(session, step.value, before)
    if (answers === REFUSED) return REFUSED
    step = script.next(answers)
  }
  return step.value
}

/**
 * Statements that are yielded together travel together: one journey, however many they are. Those
 * after a guard that says no are then done and undone in vain, and what they say does not count.
 */
async function together(
  session: PoolClient,
  statements: readonly Statement[],
  before: readonly Promise<QueryResult>[],
): Promise<(readonly unknown[])[] | typeof REFUSED> {
  const sent = statements.map(({ sql, values }) => session.query(named(sql, values)))
  const outcomes = await Promise.allSettled([...before, ...sent])
  const answers: (readonly unknown[])[] = []
  for (const [at, outcome] of outcomes.entries()) {
    if (outcome.status === 'rejected') throw outcome.reason
    const statement = statements[at - before.length]
    if (!statement) continue
    if (statement.guard && !outcome.value.rowCount) return REFUSED
    answers.push(outcome.value.rows as unknown[])
  }
  return answers
}

/** Named statements are planned once per connection. */
const named = (text: string, values: readonly SqlValue[]): QueryConfig => ({
  name: hash('sha1', text),
  text,
  values: [...values],
})

export const codeOf = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : ''
