import { readFileSync } from 'node:fs'
import { mintKey } from '../src/payments/credits.ts'
import { usd } from '../src/core/money.ts'
import { createCreditStore } from '../src/stores/credits.ts'
import { openDb } from '../src/stores/open.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { median, perSecond, report, type Load } from './support/load.ts'
import { processorSeconds } from './support/processor.ts'
import { startHouse, type Server } from './support/server.ts'

/**
 * `node run.mjs bench/cores.ts`: one process and two of them on one PostgreSQL, by the clock and by
 * the processor time of a call, the first process that hands out connections included. The load
 * generator works on the same cores.
 */
const ROUNDS = 3
const BODY = '{"text":"hello"}'

async function main(): Promise<void> {
  const postgres = await startPostgres({ durable: true })
  const databaseUrl = await postgres.freshDatabase()
  const { key, keyHash, keyId } = mintKey()
  const place = { databaseUrl, dataDir: '', now: Date.now, onError: () => {} }
  const db = await openDb(place)
  await createCreditStore(db).issue({ keyHash, keyId, label: 'bench' }, usd('$100000'), Date.now())
  await db.close()
  const settings = { DATABASE_URL: databaseUrl, SANDBOX: 'false', LLM_FIND: 'false' }
  const one = await startHouse({ ...settings, PROCESSES: '1' })
  const two = await startHouse({ ...settings, PROCESSES: '2' })
  try {
    for (const [name, asked] of [
      ['quotes', { status: 402 }],
      ['credits', { status: 200, headers: { authorization: `Bearer ${key}` } }],
    ] as const) {
      const rows: [Run, Run][] = []
      for (let round = 0; round < ROUNDS; round += 1)
        rows.push([await run(one, asked), await run(two, asked)])
      for (const [at, processes] of [1, 2].entries())
        report(
          `${name}, ${processes} ${processes === 1 ? 'process' : 'processes'}`,
          `${median(rows.map((row) => row[at]!.perSecond)).toFixed(0)}/s`,
          `${median(rows.map((row) => row[at]!.micros)).toFixed(0)} µs of processor a call`,
        )
      const ratio = median(rows.map(([a, b]) => b.perSecond / a.perSecond))
      report(name, `two processes: ${ratio.toFixed(2)} times one`)
    }
  } finally {
    await Promise.all([one.stop(), two.stop()])
    await postgres.stop()
  }
}

interface Run {
  readonly perSecond: number
  readonly micros: number
}

async function run(house: Server, asked: Pick<Load, 'status' | 'headers'>): Promise<Run> {
  const before = secondsOf(house.pid)
  const begun = performance.now()
  const rate = await perSecond({ url: `${house.url}/api/hash`, body: BODY, ...asked })
  const calls = (rate * (performance.now() - begun)) / 1_000
  return { perSecond: rate, micros: ((secondsOf(house.pid) - before) / calls) * 1e6 }
}

/** Of a process and of those that it has started. */
function secondsOf(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  const all = [pid, ...children.split(' ').filter(Boolean).map(Number)]
  return all.reduce((sum, each) => sum + processorSeconds(each), 0)
}

await main()
