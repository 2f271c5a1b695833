import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSqlite } from './sqlite.ts'

let folder: string
const open = () => openSqlite(join(folder, 'db'))
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
