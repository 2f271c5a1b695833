import { Pool } from 'pg'
import { startPostgres } from '../test/support/postgres.ts'
import { issueKeys } from './support/keys.ts'
import { median, perSecondOf, report, type Load } from './support/load.ts'
import { postmasterOf } from './support/postgres.ts'
import { processorSeconds, processorSecondsOfTree } from './support/processor.ts'
import { startService } from './support/server.ts'

/**
 * Calls on PostgreSQL against upserts of one row that a pool of as many connections makes on the
 * same engine, by the clock and by the processor time of both sides: the service or the pool, and
 * the engine. The load generator counts by the clock only.
 */
const ROWS = 1_000
const CONNECTIONS = 32
const MS = 3_000
const ROUNDS = 3
/** As many, and not for as long: a caller that leaves counts against its key. */
const CALLS = 8_000
const UPSERT = `insert into counters values ($1, 1)
  on conflict (key) do update set n = counters.n + 1 returning n`

async function benchPostgres(): Promise<void> {
  const postgres = await startPostgres({ durable: true })
  const [memory, credits, raw] = [
    await postgres.freshDatabase(),
    await postgres.freshDatabase(),
    await postgres.freshDatabase(),
  ]
  const pool = new Pool({ connectionString: raw, max: CONNECTIONS })
  pool.on('error', () => {})
  await pool.query('create table counters (key text primary key, n bigint)')
  const engine = await postmasterOf(raw)
  const common = { SANDBOX: 'false', POW_DIFFICULTY: '8' }
  const free = await startService({ ...common, FREE_MODE: 'true', DATABASE_URL: memory })
  const paid = await startService({ ...common, DATABASE_URL: credits })
  const keys = await issueKeys({ databaseUrl: credits }, ROWS)
  let calls = 0

  async function compare(name: string, pid: number, load: Load, rows: number): Promise<void> {
    const rounds: (readonly [ours: Measured, theirs: Measured])[] = []
    await perSecondOf(CALLS, load)
    for (let round = 0; round < ROUNDS; round++) {
      const ours = await measured([pid, engine], () => perSecondOf(CALLS, load))
      const theirs = await measured([process.pid, engine], () => rawPerSecond(pool, rows))
      rounds.push([ours, theirs])
    }
    for (const by of ['clock', 'processor'] as const) {
      const [ours, theirs] = [0, 1].map((side) => median(rounds.map((round) => round[side]![by])))
      report(
        `${name}, ${by}`,
        `${ours!.toFixed(0)}/s`,
        `upsert of ${rows} ${theirs!.toFixed(0)}/s`,
        `ratio ${median(rounds.map(([a, b]) => a[by] / b[by])).toFixed(2)}`,
      )
    }
  }

  /** Seconds of the processor, and bytes that stay and that pass through the log of the engine. */
  async function cost(name: string, pid: number, database: string, load: Load): Promise<void> {
    const session = new Pool({ connectionString: database, max: 1 })
    const asked = `select pg_database_size(current_database())::float8 as bytes,
      (pg_current_wal_lsn() - '0/0')::float8 as log`
    const look = async () => {
      await session.query('checkpoint')
      const { rows } = await session.query<{ bytes: number; log: number }>(asked)
      return { ...rows[0]!, service: processorSeconds(pid), engine: processorSecondsOfTree(engine) }
    }
    const before = await look()
    for (let round = 0; round < ROUNDS; round++) await perSecondOf(CALLS, load)
    const after = await look()
    const perMillion = (of: 'service' | 'engine' | 'bytes' | 'log', unit: number): string =>
      (((after[of] - before[of]) / (CALLS * ROUNDS) / unit) * 1e6).toFixed(0)
    report(
      `a million: ${name}`,
      `processor ${perMillion('service', 1)} s and ${perMillion('engine', 1)} s of the engine`,
      `${perMillion('bytes', 1e6)} MB stay`,
      `${perMillion('log', 1e6)} MB of log`,
    )
    await session.end()
  }

  try {
    const incr = { body: '{"key":"n"}', status: 200 }
    const spread = () => `/api/memory/incr?ns=w${calls++ % ROWS}`
    const wallets = { ...incr, url: free.url, pathOf: spread }
    await compare('incr, 1,000 wallets', free.pid, wallets, ROWS)
    const hot = `${free.url}/api/memory/incr?ns=hot`
    await compare('incr, one counter', free.pid, { ...incr, url: hot }, 1)
    const read: Load = { url: `${free.url}/api/memory?ns=hot&key=n`, method: 'GET', status: 200 }
    await compare('read, and its sale', free.pid, read, ROWS)
    const bought = { url: `${paid.url}/api/hash`, body: '{"text":"hello"}', status: 200 }
    const one = { ...bought, headers: bearer(keys[0]!) }
    await compare('credits, one key', paid.pid, one, ROWS)
    const headersOf = () => bearer(keys[calls++ % keys.length]!)
    const many = { ...bought, headersOf }
    await compare('credits, 1,000 keys', paid.pid, many, ROWS)
    await cost('incr, 1,000 wallets', free.pid, memory, wallets)
    await cost('credits, 1,000 keys', paid.pid, credits, many)
  } finally {
    await Promise.all([free.stop(), paid.stop(), pool.end()])
    await postgres.stop()
  }
}

interface Measured {
  /** Per second of the clock. */
  readonly clock: number
  /** Per second of the processor. */
  readonly processor: number
}

async function measured(
  pids: readonly [side: number, engine: number],
  run: () => Promise<number>,
): Promise<Measured> {
  const seconds = () => processorSeconds(pids[0]) + processorSecondsOfTree(pids[1])
  const [before, started] = [seconds(), performance.now()]
  const clock = await run()
  const done = (clock * (performance.now() - started)) / 1_000
  return { clock, processor: done / (seconds() - before) }
}

async function rawPerSecond(pool: Pool, rows: number): Promise<number> {
  let done = 0
  const started = performance.now()
  async function work(): Promise<void> {
    while (performance.now() - started < MS)
      await pool.query({ name: 'upsert', text: UPSERT, values: [`k${done++ % rows}`] })
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
  return done / (MS / 1_000)
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

if (import.meta.main) await benchPostgres()
