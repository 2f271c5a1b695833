/** The longest that the event loop of this thread was held since `reset`, and the memory held. */
export interface LoopProbe {
  reset(): void
  /** Milliseconds. */
  longest(): Blocks
  /** Most that the process held since `reset`, in megabytes. */
  residentMb(): number
  stop(): void
}

export interface Blocks {
  /** Of work of this thread: blind to how busy the machine is. */
  readonly worked: number
  /** By the clock. */
  readonly passed: number
}

const EVERY_MS = 2
const MB = 1024 * 1024

export function startLoopProbe(): LoopProbe {
  let worked = 0
  let passed = 0
  let resident = 0
  let before = { work: workOf(), at: performance.now() }
  const timer = setInterval(look, EVERY_MS)

  function look(): void {
    const now = { work: workOf(), at: performance.now() }
    worked = Math.max(worked, now.work - before.work)
    passed = Math.max(passed, now.at - before.at)
    resident = Math.max(resident, process.memoryUsage.rss())
    before = now
  }

  return {
    reset() {
      look()
      worked = 0
      passed = 0
      resident = 0
    },
    longest() {
      look()
      return { worked, passed }
    },
    residentMb() {
      look()
      return resident / MB
    },
    stop: () => clearInterval(timer),
  }
}

/** Milliseconds of processor time of this thread. */
function workOf(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
