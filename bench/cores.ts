import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../test/support/postgres.ts'
import { issueKeys } from './support/keys.ts'
import { leanPerSecond, type LeanLoad } from './support/lean.ts'
import { median, report } from './support/load.ts'
import { postmasterOf } from './support/postgres.ts'
import { childrenOf, processorSeconds, processorSecondsOfTree } from './support/processor.ts'
import { startService, type Server } from './support/server.ts'

/**
 * `node run.mjs bench/cores.ts`: one process and two of them on one PostgreSQL, by the clock and by
 * the processor time of a call: of the processes that serve, of the first one that hands out
 * connections, of the engine, and of the load, which works on the same cores. From the processor
 * time it counts what one process and two can reach on two cores that carry all of that, and what
 * more cores would give to the service and the engine, as long as no single process is in the way.
 */
const ROUNDS = 3
const BODY = '{"text":"hello"}'
const KEYS = 1_000
const CORES = 16
const IDLE_MS = 5_000

async function main(): Promise<void> {
  const postgres = await startPostgres({ durable: true })
  const databaseUrl = await postgres.freshDatabase()
  const engine = await postmasterOf(databaseUrl)
  const keys = await issueKeys({ databaseUrl }, KEYS)
  const settings = { DATABASE_URL: databaseUrl, SANDBOX: 'false', LLM_FIND: 'false' }
  const one = await startService({ ...settings, PROCESSES: '1' })
  const two = await startService({ ...settings, PROCESSES: '2' })
  let calls = 0
  const headersOf = () => `authorization: Bearer ${keys[calls++ % KEYS]}\r\n`
  const loads: readonly (readonly [name: string, amount: number, load: Asked])[] = [
    ['quotes', 30_000, { status: 402 }],
    ['quotes, a connection each', 10_000, { status: 402, isOnce: true }],
    ['credits, 1,000 keys', 10_000, { status: 200, headersOf }],
  ]
  try {
    report('processes', 'by the clock', 'serving + first + engine + load', 'by counting')
    for (const [name, amount, asked] of loads) {
      const rows: (readonly [Run, Run])[] = []
      for (const service of [one, two]) await run(service, engine, amount, asked)
      for (let round = 0; round < ROUNDS; round += 1)
        rows.push([await run(one, engine, amount, asked), await run(two, engine, amount, asked)])
      for (const at of [0, 1] as const)
        tell(
          name,
          at + 1,
          rows.map((row) => row[at]),
        )
      const ratio = median(rows.map(([a, b]) => b.perSecond / a.perSecond))
      report(name, `two processes: ${ratio.toFixed(2)} times one`)
    }
    for (const [at, service] of [one, two].entries()) {
      const before = processorSecondsOfTree(service.pid)
      await sleep(IDLE_MS)
      const share = (processorSecondsOfTree(service.pid) - before) / (IDLE_MS / 1_000)
      report(`nobody asks, ${at + 1}`, `${(share * 100).toFixed(1)} % of a core`)
    }
  } finally {
    await Promise.all([one.stop(), two.stop()])
    await postgres.stop()
  }
}

type Asked = Pick<LeanLoad, 'status' | 'headersOf' | 'isOnce'>

/** Microseconds of the processor for a call. */
interface Micros {
  readonly serving: number
  readonly first: number
  readonly engine: number
  readonly load: number
}

interface Run extends Micros {
  readonly perSecond: number
}

async function run(service: Server, engine: number, amount: number, asked: Asked): Promise<Run> {
  const before = secondsOf(service.pid, engine)
  const perSecond = await leanPerSecond({
    url: service.url,
    path: '/api/hash',
    body: BODY,
    amount,
    ...asked,
  })
  const after = secondsOf(service.pid, engine)
  const micros = (of: keyof Micros): number => ((after[of] - before[of]) / amount) * 1e6
  return {
    perSecond,
    serving: micros('serving'),
    first: micros('first'),
    engine: micros('engine'),
    load: micros('load'),
  }
}

/** One that has started no others serves by itself. */
function secondsOf(pid: number, engine: number): Micros {
  const members = childrenOf(pid)
  const own = processorSeconds(pid)
  const serving = members.reduce((sum, member) => sum + processorSeconds(member), 0)
  const first = members.length > 0 ? own : 0
  return {
    serving: serving || own,
    first,
    engine: processorSecondsOfTree(engine),
    load: processorSeconds(process.pid),
  }
}

function tell(name: string, processes: number, runs: readonly Run[]): void {
  const of = (what: keyof Run): number => median(runs.map((each) => each[what]))
  const [serving, first, engine, load] = [of('serving'), of('first'), of('engine'), of('load')]
  const service = serving + first + engine
  const onTwo = Math.min(processes / serving, 2 / (service + load))
  report(
    `${name}, ${processes}`,
    `${of('perSecond').toFixed(0)}/s`,
    `${[serving, first, engine, load].map((micros) => micros.toFixed(0)).join(' + ')} µs`,
    `two cores ${(onTwo * 1e6).toFixed(0)}/s, ${CORES} ${((CORES / service) * 1e6).toFixed(0)}/s`,
  )
}

await main()
