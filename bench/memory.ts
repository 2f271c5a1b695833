import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { COUNTED, perSecondOf, ratio } from './support/load.ts'
import { startService, type Server } from './support/server.ts'

/**
 * Calls of the memory tools per second, each durable before it is answered, against upserts that
 * SQLite does by itself: one statement, one row, nothing else. PostgreSQL is in `postgres.ts`.
 */
const WALLETS = 1_000
const MS = 3_000

async function benchMemory(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'farebox-raw-'))
  const service = await startService({ FREE_MODE: 'true', SANDBOX: 'false' })
  try {
    await compare('SQLite', service, async () => rawSqlite(join(folder, 'raw.db')))
  } finally {
    await service.stop()
    await rm(folder, { recursive: true })
  }
}

async function compare(engine: string, { url }: Server, raw: () => Promise<number>): Promise<void> {
  let calls = 0
  const incr = (pathOf: () => string) => () =>
    perSecondOf(COUNTED, { url, pathOf, body: '{"key":"n"}', status: 200 })
  const spread = incr(() => `/api/memory/incr?ns=w${calls++ % WALLETS}`)
  const hot = incr(() => '/api/memory/incr?ns=hot')
  const read = () =>
    perSecondOf(COUNTED, {
      url: `${url}/api/memory?ns=hot&key=n`,
      method: 'GET',
      status: 200,
    })
  await ratio(`${engine}: incr, ${WALLETS} wallets`, spread, raw, 'raw upsert')
  await ratio(`${engine}: incr, one counter`, hot, raw, 'raw upsert')
  await ratio(`${engine}: read, and its sale`, read, raw, 'raw upsert')
}

const UPSERT = `insert into counters values ($1, 1)
  on conflict (key) do update set n = counters.n + 1 returning n`

/** As durable as the service: written through to the disk, one commit after another. */
async function rawSqlite(file: string): Promise<number> {
  const db = new Database(file)
  db.pragma('journal_mode = wal')
  db.pragma('synchronous = full')
  db.exec('create table if not exists counters (key text primary key, n bigint)')
  const upsert = db.prepare(UPSERT)
  let done = 0
  const started = performance.now()
  while (performance.now() - started < MS) upsert.get({ 1: `k${done++ % WALLETS}` })
  db.close()
  return done / (MS / 1000)
}

if (import.meta.main) await benchMemory()
