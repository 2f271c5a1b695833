import timers from 'node:timers'
import { vi } from 'vitest'
import type { Db } from '../../../src/base/core/db.ts'
import { usdOf } from '../../../src/base/core/money.ts'
import { createCreditStore } from '../../../src/stores/credits.ts'
import { createBuyers, type Buyers, type Purchase } from './buyers.ts'
import { createChain } from './chain.ts'
import { createWorkshop } from './goods.ts'
import { isPlanned, openReplica, type Replica, type Surroundings } from './replica.ts'
import { leftovers, unrecorded, verdict } from './verdict.ts'
import { createWorld, settled, type World } from './world.ts'

/** What a schedule came to: what is wrong, and the story that led there. */
export interface MethodSettlement {
  readonly wrongs: readonly string[]
  readonly story: readonly string[]
}

const ACTIONS = 160
const REPLICAS_MAX = 2
const RECENT = 6
const NAP_STEPS_MAX = 40
const MINUTE_MS = 60_000

/** How rough a schedule is; some know no death, so that nothing at all may be lost in them. */
const MOODS = [
  { kill: 0, hangUp: 1, wait: 8, step: 40, slow: 1, trouble: 0 },
  { kill: 1, hangUp: 1, wait: 8, step: 40, slow: 1, trouble: 0 },
  { kill: 3, hangUp: 0, wait: 8, step: 40, slow: 1, trouble: 0 },
  { kill: 0.2, hangUp: 0.2, wait: 60, step: 1, slow: 1, trouble: 0 },
  { kill: 0.5, hangUp: 0.2, wait: 2, step: 40, slow: 20, trouble: 0 },
  { kill: 0, hangUp: 0.2, wait: 8, step: 40, slow: 1, trouble: 0.02 },
] as const

type Mood = (typeof MOODS)[number]

/** Plays one seed against a database that is empty, and judges what it left behind. */
export async function playSchedule(seed: number, db: Db): Promise<MethodSettlement> {
  const world = createWorld(seed)
  const chain = createChain(world)
  const workshop = createWorkshop(world)
  const mood = world.random.pick(MOODS)
  const surroundings: Surroundings = { world, chain, workshop, db, bugs: [], trouble: mood.trouble }
  const credits = createCreditStore(db)
  const buyers = createBuyers(surroundings, ({ loaded, ...key }) =>
    credits.issue({ ...key, label: 'simulated' }, usdOf(loaded), world.now()),
  )
  await buyers.fund()
  const restore = worldTime(world)
  try {
    const stage = createStage(surroundings, buyers, mood)
    await stage.riot()
    await world.drain()
    await stage.hear()
    const early = mood.trouble === 0 ? await leftovers(surroundings, buyers) : []
    const late = await stage.calmDown()
    const wrongs = [...early, ...late, ...(await verdict(surroundings, buyers))]
    return { wrongs, story: world.story }
  } catch (thrown) {
    return { wrongs: [`it broke: ${(thrown as Error).stack}`], story: world.story }
  } finally {
    restore()
  }
}

/** Deadlines go by the clock of the world, in whole milliseconds. Answers what takes that back. */
function worldTime(world: World): () => void {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController()
    world.at(world.now() + ms, () => controller.abort(new DOMException('late', 'TimeoutError')))
    return controller.signal
  })
  const set = vi
    .spyOn(timers, 'setTimeout')
    .mockImplementation(((ring: () => void, ms = 0) =>
      world.at(world.now() + Math.ceil(ms), ring)) as never)
  const { clearTimeout: clearReal } = timers
  const clear = vi.spyOn(timers, 'clearTimeout').mockImplementation(((
    timer?: NodeJS.Timeout | (() => void),
  ) => {
    // A timer that was set before this schedule began is a real one.
    if (typeof timer === 'function') timer()
    else clearReal(timer)
  }) as never)
  return () => {
    for (const spy of [timeout, set, clear]) spy.mockRestore()
  }
}

function createStage(surroundings: Surroundings, buyers: Buyers, mood: Mood) {
  const { world, bugs } = surroundings
  const { random } = world
  const replicas: Replica[] = []

  const alive = (): Replica[] => replicas.filter(({ life }) => life.alive)

  function someone(): Replica {
    if (alive().length === 0) open()
    return random.pick(alive())
  }

  function open(): void {
    const life = world.start(`life ${replicas.length + 1}`)
    replicas.push(openReplica(life, surroundings))
  }

  function background(what: string, work: Promise<unknown>): void {
    work.catch((thrown: unknown) => {
      if (!isPlanned(thrown)) bugs.push(`${what}: ${String(thrown)}`)
    })
  }

  const actions = {
    async step() {
      await world.perform(1)
    },
    async burst() {
      await world.perform(2 + random.below(3))
    },
    async wait() {
      await world.advance(100 + random.below(8_000))
    },
    async buy() {
      const replica = someone()
      const purchase = buyers.want(replica, mood.slow)
      for (let copies = random.chance(0.2) ? 3 : 1; copies > 0; copies--)
        buyers.send(purchase, random.chance(0.7) ? replica : someone())
    },
    async repeat() {
      if (buyers.purchases.length === 0) return
      const recent = random.chance(0.7) ? -RECENT : 0
      const purchase = random.pick(buyers.purchases.slice(recent))
      buyers.send(random.chance(0.2) ? buyers.cheat(purchase) : purchase, someone())
    },
    async hangUp() {
      const open = buyers.calls.filter(({ told, jobId }) => !told && jobId === null)
      if (open.length > 0) random.pick(open).hangUp.abort()
    },
    async sweep() {
      background('sweep', someone().sweep())
    },
    async poll() {
      background('poll', buyers.poll(someone()))
    },
    async kill() {
      someone().life.doom = random.pick(['before', 'after'])
    },
    async ambush() {
      await world.ambush('settle')
    },
    async start() {
      if (alive().length < REPLICAS_MAX) open()
    },
    async nap() {
      for (let left = NAP_STEPS_MAX; left > 0 && !world.isIdle; left--) await world.perform(1)
      await world.advance(random.pick([1, 2, 10]) * MINUTE_MS)
    },
  }
  const { kill, hangUp, wait, step } = mood
  const often = { step, burst: step / 5, wait, buy: 9, repeat: 9 }
  const rarely = { hangUp, kill, ambush: 2 * kill, sweep: 2, poll: 1, start: 1, nap: 2 }
  const weights: Record<keyof typeof actions, number> = { ...often, ...rarely }

  async function riot(): Promise<void> {
    for (let left = ACTIONS; left > 0; left--) {
      await actions[random.weighted(weights)]()
      await settled()
    }
  }

  /**
   * Nothing fails any more, and time goes by; then whoever paid and heard nothing good asks again.
   */
  async function calmDown(): Promise<readonly string[]> {
    world.calm = true
    for (const { life } of alive()) life.doom = null
    const last = someone()
    for (const minutes of [0, 5, 15]) {
      await world.advance(minutes * MINUTE_MS)
      await settleDown(last)
    }
    const wrongs = await unrecorded(surroundings)
    for (const purchase of unhappy(buyers)) buyers.send(purchase, last)
    await world.drain()
    await world.advance(120 * MINUTE_MS)
    await settleDown(last)
    return wrongs
  }

  async function settleDown(replica: Replica): Promise<void> {
    background('sweep', replica.sweep())
    await world.drain()
    await hear()
  }

  /** What came of the jobs is asked for. */
  async function hear(): Promise<void> {
    background('poll', buyers.poll(someone()))
    await world.drain()
  }

  return { riot, calmDown, hear }
}

/** Purchases by chain that were never told a 200: their buyers ask again, with what they have. */
function unhappy({ purchases, calls }: Buyers): readonly Purchase[] {
  return purchases.filter(
    (purchase) =>
      purchase.rail === 'chain' &&
      !calls.some((call) => call.purchase === purchase && call.told?.status === 200),
  )
}
