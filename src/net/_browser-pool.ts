import { Fault } from '../core/fault.ts'
import type { Engine } from './_browser-engine.ts'

/** The browser that is in use, and older ones that are about to end. */
export interface Fleet {
  lend<T>(work: (engine: Engine) => Promise<T>): Promise<T>
  close(): Promise<void>
}

interface FleetLimits {
  readonly visitsMax: number
  readonly idleMs: number
}

interface Berth {
  readonly starting: Promise<Engine>
  engine: Engine | null
  visits: number
  users: number
  timer: NodeJS.Timeout | undefined
}

/** Starts a browser when one is needed, and ends it when it is idle, worn or broken. */
export function createFleet(
  start: () => Promise<Engine>,
  { visitsMax, idleMs }: FleetLimits,
): Fleet {
  const berths = new Set<Berth>()
  let current: Berth | null = null
  let isClosed = false

  const mayBeLent = (berth: Berth) => berth.visits < visitsMax && !berth.engine?.isOver

  function fresh(): Berth {
    const starting = start()
    const berth: Berth = { starting, engine: null, visits: 0, users: 0, timer: undefined }
    berths.add(berth)
    starting.then(
      (engine) => void (berth.engine = engine),
      () => retire(berth),
    )
    return berth
  }

  async function retire(berth: Berth): Promise<void> {
    clearTimeout(berth.timer)
    if (current === berth) current = null
    if (!berths.delete(berth)) return
    await berth.starting.then(
      (engine) => engine.close(),
      () => {},
    )
  }

  function release(berth: Berth): void {
    berth.users -= 1
    if (berth.users > 0) return
    if (isClosed || berth !== current || !mayBeLent(berth)) void retire(berth)
    else berth.timer = setTimeout(() => void retire(berth), idleMs).unref()
  }

  return {
    async lend(work) {
      if (isClosed) throw new Fault('overloaded', 'This instance is about to stop.')
      if (!current || !mayBeLent(current)) current = fresh()
      const berth = current
      clearTimeout(berth.timer)
      berth.visits += 1
      berth.users += 1
      try {
        return await work(await berth.starting)
      } finally {
        release(berth)
      }
    },
    async close() {
      isClosed = true
      await Promise.all([...berths].map(retire))
    },
  }
}
