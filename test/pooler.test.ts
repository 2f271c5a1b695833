import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Commit, Db, Statement, Transaction } from '../src/core/db.ts'
import { commitWith } from '../src/core/transaction.ts'
import { openDb } from '../src/stores/open.ts'
import { atOnce, call } from './support/calls.ts'
import { openTestHouse, type TestHouse } from './support/house.ts'
import { startPgbouncer, type Pooler } from './support/pgbouncer.ts'
import { freshPostgres } from './support/postgres.ts'

/** A bare machine has no pgbouncer: then at least the reason is that one. */
const missing = (): void => {
  process.stderr.write('pgbouncer is not on this machine (apt-get install pgbouncer)\n')
  expect(spawnSync('pgbouncer', ['--version']).error).toMatchObject({ code: 'ENOENT' })
}

describe('two replicas behind a pooler in transaction mode', () => {
  let pooler: Pooler | null
  let databaseUrl: string
  const replicas: Db[] = []
  let direct: Db

  beforeAll(async () => {
    databaseUrl = await freshPostgres()
    pooler = await startPgbouncer(databaseUrl)
    direct = await open(databaseUrl)
    if (pooler) replicas.push(await open(pooler.url), await open(pooler.url))
    await direct.batch([
      { sql: 'create table things (id text primary key, amount bigint)', values: [] },
      { sql: `insert into things values ('a', 0), ('b', 0)`, values: [] },
    ])
  })
  afterAll(async () => {
    await Promise.all([...replicas, direct].map((db) => db.close()))
    await pooler?.stop()
  })

  const open = (url: string): Promise<Db> =>
    openDb({ databaseUrl: url, dataDir: '', now: () => 0, onError: () => {} })

  const amountOf = async (id: string): Promise<unknown> =>
    (await direct.one<{ amount: number }>('select amount from things where id = $1', [id]))?.amount

  test('the same statement runs many times, in parallel and in sequence', async () => {
    if (!pooler) return missing()
    const more: Statement = {
      sql: 'update things set amount = amount + $2 where id = $1',
      values: ['a', 1],
      guard: true,
    }
    const none = { ...more, values: ['nobody', 1] }
    const db = replicas[0]!
    for (let round = 0; round < 5; round++) {
      const done = await atOnce(40, (at) =>
        replicas[at % 2]!.batch(at % 4 === 3 ? [more, none] : [more, more]),
      )
      expect(done.filter(Boolean)).toHaveLength(30)
      expect(await db.one('select amount from things where id = $1', ['a'])).toEqual({
        amount: 60 * (round + 1),
      })
    }
  })

  test('locks hold for all replicas, and none is left behind', async () => {
    if (!pooler) return missing()
    function* increment(): Transaction<Commit<void>> {
      const [[before] = []] = yield [
        { sql: 'select amount from things where id = $1', values: ['b'] },
      ]
      const { amount } = before as { amount: number }
      const sql = 'update things set amount = $1 where id = $2'
      return commitWith(undefined, [{ sql, values: [amount + 1, 'b'] }])
    }
    await atOnce(120, (at) => replicas[at % 2]!.run(increment, 'b'))
    expect(await amountOf('b')).toBe(120)
    const locks = `select count(*) as count from pg_locks where locktype = 'advisory'`
    expect(await direct.one(locks)).toEqual({ count: 0 })
  })

  test('no session keeps a setting', async () => {
    if (!pooler) return missing()
    const asked = `select current_setting('synchronous_commit') as commits,
      current_setting('statement_timeout') as timeout, pg_backend_pid() as pid`
    const before = await direct.one<{ commits: string }>(
      `select setting as commits from pg_settings where name = 'synchronous_commit'`,
    )
    await atOnce(20, () => replicas[0]!.batch([{ sql: 'select 1', values: [] }], 'soon'))
    const found = await atOnce(20, (at) =>
      replicas[at % 2]!.one<{ commits: string; timeout: string }>(asked),
    )
    for (const row of found) expect(row).toMatchObject({ ...before, timeout: '15s' })
  })

  test('a whole service sells through it', async () => {
    if (!pooler) return missing()
    const house: TestHouse = await openTestHouse({ settings: { DATABASE_URL: pooler.url } })
    try {
      const key = await house.issueKey('$1')
      const headers = { authorization: `Bearer ${key}` }
      const heard = await atOnce(30, (at) =>
        call(house, '/api/hash', { body: { text: `${at}` }, headers }),
      )
      expect(heard.map(({ status }) => status)).toEqual(heard.map(() => 200))
      expect((await house.account(key)).calls).toBe(30)
      expect(await house.sales()).toHaveLength(30)
    } finally {
      await house.stop()
    }
  })
})
