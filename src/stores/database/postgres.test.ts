import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Commit, Db, Statement, Transaction } from '../../base/core/db.ts'
import { commitWith } from '../../base/core/transaction.ts'
import { emptyPostgres, startPostgres } from '../../../test/support/postgres.ts'
import { openPostgres } from './postgres.ts'

/** Calls that share a round trip do not affect each other. */
let db: Db
let url: string
beforeAll(async () => {
  url = await emptyPostgres()
  db = openPostgres(url, Date.now, () => {})
  await db.batch([
    { sql: 'create table things (id text primary key, amount bigint not null)', values: [] },
  ])
})
afterAll(() => db.close())
beforeEach(async () => {
  await db.batch([{ sql: 'delete from things', values: [] }])
})

const put = (id: string, amount: number | null): Statement => ({
  sql: `insert into things values ($1, $2)
    on conflict (id) do update set amount = excluded.amount`,
  values: [id, amount],
})
const take = (id: string): Statement => ({
  sql: 'update things set amount = amount - 1 where id = $1 and amount > 0',
  values: [id],
  guard: true,
})
const amounts = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await db.all<{ id: string; amount: number }>('select id, amount from things')).map(
      ({ id, amount }) => [id, amount],
    ),
  )

/** So that they are known to be short, and travel in company from then on. */
async function known(...statements: Statement[]): Promise<void> {
  for (let round = 0; round < 3; round++)
    for (const statement of statements) await db.batch([statement, statement])
  await db.batch([{ sql: 'delete from things', values: [] }])
}

function* adding(id: string, by: number): Transaction<Commit<number>> {
  const [[row] = []] = yield [{ sql: 'select amount from things where id = $1', values: [id] }]
  const amount = ((row as { amount: number } | undefined)?.amount ?? 0) + by
  if (amount > 1_000) throw new Error(`${id} is full`)
  return commitWith(amount, [put(id, by === 13 ? null : amount)])
}

test('among many simultaneous writes, a failing one does not affect the others', async () => {
  await known(put('a', 5), take('a'))
  await db.batch([put('few', 3)])
  const outcomes = await Promise.allSettled(
    Array.from({ length: 30 }, (_, at) => {
      if (at % 3 === 0) return db.batch([put(`n${at}`, at), take('few')])
      return db.batch([put(`n${at}`, at % 3 === 1 ? at : null)], at % 2 ? 'now' : 'soon')
    }),
  )
  const told = outcomes.map((one) => (one.status === 'fulfilled' ? one.value : 'failed'))
  const there = await amounts()
  for (const [at, outcome] of told.entries()) {
    if (at % 3 === 2) expect(outcome).toBe('failed')
    if (at % 3 === 1) expect(outcome).toBe(true)
    expect(`n${at}` in there).toBe(outcome === true)
  }
  expect(told.filter((outcome, at) => at % 3 === 0 && outcome === true)).toHaveLength(3)
  expect(there['few']).toBe(0)
})

test('under locks, a failed or refused transaction does not affect the others', async () => {
  const one = (id: string, by: number) => db.run(() => adding(id, by), id)
  for (let round = 0; round < 4; round++) await one('warm', 1)
  const outcomes = await Promise.allSettled([
    one('a', 1),
    one('b', 2_000),
    one('c', 13),
    one('d', 4),
    one('a', 2),
    one('a', 3),
    db.run(function* () {
      yield [put('e', 1)]
      yield [take('nobody')]
    }, 'e'),
  ])
  expect(outcomes.map((each) => each.status === 'fulfilled' && each.value)).toEqual([
    1,
    false,
    false,
    4,
    3,
    6,
    null,
  ])
  expect(await amounts()).toEqual({ warm: 4, a: 6, d: 4 })
})

test('hundreds of simultaneous transactions of one key each see the write before', async () => {
  const answers = await Promise.all(
    Array.from({ length: 300 }, () => db.run(() => adding('hot', 1), 'hot')),
  )
  expect(answers).toEqual(Array.from({ length: 300 }, (_, at) => at + 1))
})

test('a slow statement does not delay others that were sent with it', async () => {
  const quick = 'select id from things where id = $1'
  for (let round = 0; round < 3; round++) await db.one(quick, ['a'])
  const holder = new pg.Client(url)
  await holder.connect()
  await holder.query('select pg_advisory_lock(7)')
  let ended = 0
  const wait = async () => {
    await db.one('select pg_advisory_xact_lock($1::bigint)', [7])
    ended += 1
  }
  const slow = [wait(), wait()]
  await Promise.all(Array.from({ length: 20 }, () => db.one(quick, ['a'])))
  expect(ended).toBe(0)
  await holder.end()
  await Promise.all(slow)
})

test('statements are prepared, and run unprepared if the session has lost them', async () => {
  const sql = 'select count(*) as count from pg_prepared_statements where statement = $1'
  for (let round = 0; round < 4; round++) await db.one(sql, [sql])
  expect(await db.one(sql, [sql])).toEqual({ count: 1 })
  // Until the connection that was used is the next one that is taken.
  await new Promise(setImmediate)
  await db.all('deallocate all')
  await new Promise(setImmediate)
  expect(await db.one(sql, [sql])).toEqual({ count: 0 })
  await db.batch([put('a', 1), take('a')])
  expect(await amounts()).toEqual({ a: 0 })
})

test('a statement that failed before it was described can be read later', async () => {
  const own = openPostgres(await emptyPostgres(), Date.now, () => {})
  const sql = 'select length($1::text) as amount, 17 as other'
  const asked = (text: string) =>
    own.run(function* (): Transaction<unknown> {
      const [[row] = []] = yield [{ sql, values: [text] }]
      return row
    })
  for (const text of ['\0', '\0']) await expect(asked(text)).rejects.toThrow('invalid byte')
  expect(await asked('four')).toEqual({ amount: 4, other: 17 })
  await own.close()
})

test('the end of a session fails its own statements only, and later ones run', async () => {
  const ended = db.one('select pg_terminate_backend(pg_backend_pid())')
  await expect(ended).rejects.toThrow()
  expect(await db.batch([put('a', 1)])).toBe(true)
  expect(await amounts()).toEqual({ a: 1 })
})

test(
  'an answer waits for the disk by the setting, unless it need not be durable',
  { tags: 'long' },
  async () => {
    const server = await startPostgres({ durable: true })
    const own = openPostgres(await server.freshDatabase(), Date.now, () => {})
    try {
      const asked = { sql: `select current_setting('synchronous_commit') as commits`, values: [] }
      const within = (durable: 'now' | 'soon', lockKey?: string) =>
        own.run(
          function* (): Transaction<unknown> {
            const [[row] = []] = yield [asked]
            return row
          },
          lockKey,
          durable,
        )
      expect(await within('now')).toEqual({ commits: 'on' })
      expect(await within('now', 'key')).toEqual({ commits: 'on' })
      expect(await within('soon')).toEqual({ commits: 'off' })
      expect(await within('soon', 'key')).toEqual({ commits: 'off' })
      await own.batch([{ sql: 'create table kept (commits text)', values: [] }])
      const keep = {
        sql: `insert into kept values (current_setting('synchronous_commit'))`,
        values: [],
      }
      await own.batch([keep])
      expect(await own.all('select commits from kept')).toEqual([{ commits: 'on' }])
    } finally {
      await own.close()
      await server.stop()
    }
  },
)
