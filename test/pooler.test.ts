/** @module-tag long */
import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Commit, Db, Statement, Transaction } from '../src/base/core/db.ts'
import { commitWith } from '../src/base/core/transaction.ts'
import { openDb } from '../src/stores/open.ts'
import { atOnce, call } from './support/calls.ts'
import { openTestService, type TestService } from './support/service.ts'
import { startPgbouncer, type Pooler } from './support/pgbouncer.ts'
import { freshPostgres } from './support/postgres.ts'
import { createRandom } from './support/simulation/random.ts'
import { eventually } from './support/wait.ts'

const ROUNDS = Number(process.env['POOLER_ROUNDS'] ?? 300)

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

  test('mixed work under load: every answer is its own, and the sums are exact', async () => {
    if (!pooler) return missing()
    const sent = { added: 0, locked: 0, logged: 0 }
    await direct.batch([
      { sql: 'create table log (number bigint primary key, words text)', values: [] },
      { sql: `insert into things values ('c', 0), ('d', 0)`, values: [] },
    ])
    const random = createRandom(7)
    /** More than a pooler reads at once, so that messages of one write reach it in two. */
    const words = () => 'w'.repeat(random.below(6_000))
    function* numbered(): Transaction<Commit<void>> {
      const [[found] = []] = yield [{ sql: `select amount from things where id = 'd'`, values: [] }]
      const { amount } = found as { amount: number }
      const log = { sql: 'insert into log values ($1, $2)', values: [amount, words()] }
      const count = { sql: `update things set amount = $1 where id = 'd'`, values: [amount + 1] }
      return commitWith(undefined, [log, count])
    }
    const add = (): Statement[] => [
      {
        sql: `update things set amount = amount + 1 where id = 'c' and $1 <> ''`,
        values: [`${words()}.`],
        guard: true,
      },
    ]
    const refused: Statement = {
      sql: `update things set amount = 0 where id = $1`,
      values: ['-'],
      guard: true,
    }
    await atOnce(24, async (at) => {
      const db = replicas[at % 2]!
      for (let round = 0; round < ROUNDS; round++) {
        const kind = random.below(4)
        if (kind === 0) {
          const said = `${at}.${round} ${words()}`
          expect(await db.one('select $1::text as said, 1 as one', [said])).toEqual({
            said,
            one: 1,
          })
        } else if (kind === 1) {
          expect(await db.batch(add())).toBe(true)
          sent.added++
        } else if (kind === 2) {
          await db.run(numbered, 'd')
          sent.locked++
        } else expect(await db.batch([...add(), refused])).toBe(false)
      }
    })
    expect(await amountOf('c')).toBe(sent.added)
    expect(await amountOf('d')).toBe(sent.locked)
    expect(await direct.one('select count(*) as logged from log')).toEqual({ logged: sent.locked })
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

  test('a restart of the pooler in the middle of work leaves nothing stuck', async () => {
    if (!pooler) return missing()
    const before = Number(await amountOf('a'))
    const more = { sql: `update things set amount = amount + 1 where id = 'a'`, values: [] }
    function* increment(): Transaction<Commit<void>> {
      yield [{ sql: `select amount from things where id = 'a'`, values: [] }]
      return commitWith(undefined, [more])
    }
    let [done, unknown] = [0, 0]
    const over = new AbortController()
    const working = atOnce(24, async (at) => {
      const db = replicas[at % 2]!
      for (let round = at; !over.signal.aborted; round++) {
        const work = round % 3 === 0 ? db.batch([more, more]) : db.run(increment, `${at % 5}`)
        const amount = round % 3 === 0 ? 2 : 1
        await work.then(
          () => (done += amount),
          () => (unknown += amount),
        )
      }
    })
    for (let at = 0; at < 2; at++) {
      await eventually(async () => expect(done).toBeGreaterThan(300 * (at + 1)))
      await pooler.restart()
    }
    over.abort()
    await working
    const after = Number(await amountOf('a')) - before
    expect(after).toBeGreaterThanOrEqual(done)
    expect(after).toBeLessThanOrEqual(done + unknown)
    await atOnce(40, (at) => replicas[at % 2]!.batch([more]))
    expect(Number(await amountOf('a')) - before).toBe(after + 40)
    const open = `select count(*) as open from pg_stat_activity
      where state like 'idle in transaction%' and datname = current_database()`
    expect(await direct.one(open)).toEqual({ open: 0 })
  })

  test('a whole service sells through it', async () => {
    if (!pooler) return missing()
    const service: TestService = await openTestService({ settings: { DATABASE_URL: pooler.url } })
    try {
      const key = await service.issueKey('$1')
      const headers = { authorization: `Bearer ${key}` }
      const heard = await atOnce(30, (at) =>
        call(service, '/api/hash', { body: { text: `${at}` }, headers }),
      )
      expect(heard.map(({ status }) => status)).toEqual(heard.map(() => 200))
      expect((await service.account(key)).calls).toBe(30)
      expect(await service.sales()).toHaveLength(30)
    } finally {
      await service.stop()
    }
  })
})
