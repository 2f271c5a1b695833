import fs from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSqlite } from './sqlite.ts'

let folder: string
const open = () => openSqlite(join(folder, 'db'), { now: Date.now })
const insert = { sql: 'insert into numbers values ($1)', values: [1] }

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farebox-sqlite-'))
  const db = open()
  await db.batch([{ sql: 'create table numbers (number bigint)', values: [] }])
  await db.close()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('pending writes are committed on close', async () => {
  const db = open()
  const written = [db.batch([insert]), db.batch([insert], 'soon')]
  await db.close()
  expect(await Promise.all(written)).toEqual([true, true])
  await new Promise((resolve) => setImmediate(resolve))
  const again = open()
  expect(await again.all('select number from numbers')).toHaveLength(2)
  await again.close()
})

test('writes after close are refused', async () => {
  const db = open()
  await db.close()
  await expect(db.batch([insert])).rejects.toThrow(/not open/)
  await expect(db.batch([insert], 'soon')).rejects.toThrow(/not open/)
})

/** Runs with another `fdatasync` in this thread. */
async function withDisk(sync: (file: number) => void, run: () => Promise<void>): Promise<void> {
  const { fdatasyncSync } = fs
  fs.fdatasyncSync = sync
  syncBuiltinESMExports()
  try {
    await run()
  } finally {
    fs.fdatasyncSync = fdatasyncSync
    syncBuiltinESMExports()
  }
}

test('a commit resolves only after it has reached the disk', async () => {
  const db = open()
  const { fdatasyncSync } = fs
  const synced: string[] = []
  const sync = (file: number): void => {
    fdatasyncSync(file)
    synced.push(fs.readlinkSync(`/proc/self/fd/${file}`))
  }
  await withDisk(sync, async () => {
    await db.batch([insert], 'soon')
    expect(synced).toEqual([])
    expect(await db.batch([insert])).toBe(true)
    expect(synced).toEqual([join(folder, 'db-wal')])
    await Promise.all([db.batch([insert]), db.batch([insert])])
    expect(synced).toHaveLength(2)
    const nothing = { sql: 'select 1 from numbers where number = 7', values: [] }
    expect(await db.batch([{ ...nothing, guard: true }])).toBe(false)
    expect(synced).toHaveLength(2)
  })
  await db.close()
})

test('after one failed flush, all later flushes fail', async () => {
  const db = open()
  const fail = (): never => {
    throw new Error('EIO')
  }
  await withDisk(fail, async () => {
    await expect(db.batch([insert])).rejects.toThrow(/does not keep what is written/)
  })
  await expect(db.batch([insert])).rejects.toThrow(/does not keep what is written/)
  expect(await db.batch([insert], 'soon')).toBe(true)
  await db.close()
})

test('a rolled-back part of a shared commit runs once and affects no other', async () => {
  const db = open()
  const add = (number: number) => ({ ...insert, values: [number] })
  const never = { sql: 'delete from numbers where number = 7', values: [], guard: true } as const
  const broken = { sql: 'insert into nowhere values ($1)', values: [1] }
  function* thrown() {
    yield [add(4)]
    throw new Error('a bug')
  }
  const ended = await Promise.allSettled([
    db.batch([add(1)]),
    db.batch([add(2), never]),
    db.batch([never, add(3)]),
    db.run(thrown),
    db.batch([add(5), broken]),
    db.batch([add(6)], 'soon'),
  ])
  const values = ended.map((each) => (each.status === 'fulfilled' ? each.value : 'thrown'))
  expect(values).toEqual([true, false, false, 'thrown', 'thrown', true])
  const rows = await db.all<{ number: number }>('select number from numbers order by number')
  expect(rows.map(({ number }) => number)).toEqual([1, 6])
  await db.close()
})

test('values are bound by their numbers, but not inside string literals', async () => {
  const db = open()
  const sql = `select $2 as a, $1 as b, $2 as c, '$1 it''s $2' as d`
  const row = await db.one(sql, ['one', 'two', 'unused'])
  expect(row).toEqual({ a: 'two', b: 'one', c: 'two', d: "$1 it's $2" })
  await expect(db.one(sql, ['one'])).rejects.toThrow('there is no value $2')
  await db.close()
})

test('a slow disk is flushed in a thread, and many commits share a flush', async () => {
  const db = open()
  let here = 0
  const slow = (): void => {
    here += 1
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60)
  }
  await withDisk(slow, async () => {
    await db.batch([insert])
    // Until the thread is there, the loop waits itself.
    await expect
      .poll(async () => {
        const before = here
        await db.batch([insert])
        return here - before
      })
      .toBe(0)
    const before = here
    const told: string[] = []
    const tell = (what: string) => (isDone: boolean) => told.push(`${what} ${isDone}`)
    await Promise.all([
      ...Array.from({ length: 20 }, (_, at) => db.batch([insert]).then(tell(`now ${at}`))),
      db.batch([insert], 'soon').then(tell('soon')),
    ])
    expect(told[0]).toBe('soon true')
    expect(told).toHaveLength(21)
    expect(here).toBe(before)
  })
  const late = db.batch([insert])
  await db.close()
  expect(await late).toBe(true)
  const again = open()
  expect((await again.all('select number from numbers')).length).toBeGreaterThan(21)
  await again.close()
})
