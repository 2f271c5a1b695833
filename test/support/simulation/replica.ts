import type { Jobs } from '../../../src/selling/call/jobs.ts'
import { BEAT_MS } from '../../../src/selling/call/keep-alive.ts'
import type { Call } from '../../../src/selling/call/call.ts'
import { newCall } from '../../../src/selling/call/call-log.ts'
import { createUnlimited } from '../unlimited.ts'
import { callTasks } from '../../../src/service/build/call-tasks.ts'
import { createCallPath } from '../../../src/service/build/calls.ts'
import type { Pipeline } from '../../../src/selling/call/pipeline.ts'
import { runningOn } from '../../../src/selling/call/run.ts'
import { createCatalog, type Catalog } from '../../../src/selling/catalog/catalog.ts'
import type { Host } from '../../../src/base/core/capability.ts'
import type { Db } from '../../../src/base/core/db.ts'
import type { Tool } from '../../../src/base/core/tool.ts'
import { createCreditsRail } from '../../../src/selling/payments/credits.ts'
import { createPowRail, type PowRail } from '../../../src/selling/payments/pow.ts'
import { createTill } from '../../../src/selling/payments/till.ts'
import type { AgentTaskStore } from '../../../src/stores/agent-tasks.ts'
import { createStores } from '../../../src/stores/stores.ts'
import type { Chain } from './chain.ts'
import { PLANNED_BUG, type Workshop } from './goods.ts'
import type { Life, World } from './world.ts'
import { UNCOUNTED } from '../uncounted.ts'

/** A service in one life: its real parts, with a database and a chain that may fail it. */
export interface Replica {
  readonly life: Life
  readonly pipeline: Pipeline
  readonly jobs: Jobs
  readonly pow: PowRail
  readonly tools: ReadonlyMap<string, Tool>
  readonly catalog: Catalog
  readonly agentTasks: AgentTaskStore
  now(): number
  onTrouble(what: string, cause: unknown): void
  /** Every task of the path of a call, once. */
  sweep(): Promise<void>
}

export interface Surroundings {
  readonly world: World
  readonly chain: Chain
  readonly workshop: Workshop
  readonly db: Db
  /** Failures that nobody planned. */
  readonly bugs: string[]
  /** How often the database fails. */
  readonly trouble: number
}

const DB_MS = 5_000
const SECRET = 'the secret of every replica'
const BASE_URL = 'http://farebox.test'

export function openReplica(life: Life, surroundings: Surroundings): Replica {
  const { world, chain, workshop, bugs } = surroundings
  const { now } = world
  const db = mortal(surroundings, life)
  const ground = { db, stores: createStores(db, now) }
  const { stores } = ground
  const pow = createPowRail({ secret: SECRET, difficulty: 1, baseUrl: BASE_URL, now })
  const credits = createCreditsRail({ credits: stores.credits, baseUrl: BASE_URL, now })
  const till = createTill([chain.railOf(life), credits, pow])
  const tools = workshop.toolsOf(life)
  const catalog = createCatalog({ tools, families: { simulated: FAMILY } })
  const onTrouble = (what: string, cause: unknown): void => {
    if (!isPlanned(cause)) bugs.push(`${what}: ${String(cause)}`)
  }
  const callLog = {
    begin: newCall,
    end({ id, cause }: Call, status: number) {
      if (status === 500 && !isPlanned(cause)) bugs.push(`${id}: ${String(cause)}`)
    },
  }
  const path = createCallPath(
    {
      ground,
      catalog,
      till,
      running: runningOn(hostOf(db, now)),
      callLog,
      limits: createUnlimited(),
      losses: UNCOUNTED,
    },
    {
      onLost: ({ proof }) => void bugs.push(`${proof} was given up`),
      onReverted: ({ proof }) => void bugs.push(`${proof} was reverted`),
    },
    { now, trouble: onTrouble },
  )
  const { pipeline, jobs, keepAlive } = path
  world.every(BEAT_MS, life, () => {
    keepAlive.beat().catch((thrown: unknown) => onTrouble('beat', thrown))
  })
  const tasks = callTasks({ SALES_DAYS: 0 }, { ground, path }, { now })
  return {
    life,
    pipeline,
    jobs,
    pow,
    catalog,
    agentTasks: stores.agentTasks,
    now,
    onTrouble,
    tools: new Map(tools.map((tool) => [tool.slug, tool])),
    async sweep() {
      for (const task of tasks) await task.run(new AbortController().signal)
    },
  }
}

const hostOf = (db: Db, now: () => number): Host => ({
  db,
  now,
  setting: () => undefined,
  run: () => Promise.reject(new Error('no tool runs another here')),
  onClose: () => {},
})

/** A database whose every answer is a step: waited for, overtaken, refused, or never heard. */
function mortal({ db, world, trouble }: Surroundings, life: Life): Db {
  const step = <T>(sql: string, act: () => Promise<T>): Promise<T> => {
    const fallible = (): Promise<T> => {
      if (!world.calm && world.random.chance(trouble)) throw new Error(PLANNED_BUG)
      return act()
    }
    return world.step(life, brief(sql), fallible, DB_MS)
  }
  return {
    engine: db.engine,
    all: <Row>(sql: string, values?: Parameters<Db['all']>[1]) =>
      step(sql, () => db.all<Row>(sql, values)),
    one: <Row>(sql: string, values?: Parameters<Db['one']>[1]) =>
      step(sql, () => db.one<Row>(sql, values)),
    batch: (statements) =>
      step(statements.map(({ sql }) => brief(sql)).join('; '), () => db.batch(statements)),
    run: (script, lockKey, durable) =>
      step('a script', async () => {
        const done = await db.run(script, lockKey, durable)
        if (!world.calm && world.random.chance(trouble)) throw new Error(PLANNED_BUG)
        return done
      }),
    close: async () => {},
  }
}

const brief = (sql: string): string => sql.replace(/\s+/g, ' ').trim().slice(0, 44)

export const isPlanned = (cause: unknown): boolean =>
  cause instanceof Error && cause.message === PLANNED_BUG

const FAMILY = { title: 'Simulated', description: 'Tools of the simulation.' }
