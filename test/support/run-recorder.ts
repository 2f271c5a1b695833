/** What fixture tools did, and the gates at which they wait for a test. */
export interface RunRecorder {
  /** Counts one more run of a tool; answers how many there were. */
  ran(slug: string): number
  /** How often a tool ran. */
  runs(slug: string): number
  /** Resolves when the gate is open. The gate without a name always is. */
  pass(gate: string): Promise<void>
  /** Lets everybody through, now and later. */
  open(gate: string): void
  /** Resolves when that many have come to the gate. */
  reached(gate: string, count?: number): Promise<void>
  closed(stream: string): void
  /** How many streams were ended, by their end or by their reader. */
  closings(stream: string): number
}

interface Gate {
  readonly opened: Promise<void>
  readonly open: () => void
  arrived: number
  waiting: { readonly count: number; readonly tell: () => void }[]
}

export function createRunRecorder(): RunRecorder {
  const counts = new Map<string, number>()
  const gates = new Map<string, Gate>()

  function count(name: string): number {
    const total = (counts.get(name) ?? 0) + 1
    counts.set(name, total)
    return total
  }

  function gateOf(name: string): Gate {
    const { promise: opened, resolve: open } = Promise.withResolvers<void>()
    const gate = gates.get(name) ?? { opened, open, arrived: 0, waiting: [] }
    gates.set(name, gate)
    return gate
  }

  return {
    ran: (slug) => count(`ran ${slug}`),
    runs: (slug) => counts.get(`ran ${slug}`) ?? 0,
    closed: (stream) => void count(`closed ${stream}`),
    closings: (stream) => counts.get(`closed ${stream}`) ?? 0,
    async pass(name) {
      if (name === '') return
      const gate = gateOf(name)
      gate.arrived += 1
      for (const { count, tell } of gate.waiting) if (gate.arrived >= count) tell()
      await gate.opened
    },
    open: (name) => gateOf(name).open(),
    reached(name, count = 1) {
      const gate = gateOf(name)
      if (gate.arrived >= count) return Promise.resolve()
      return new Promise((tell) => gate.waiting.push({ count, tell }))
    },
  }
}
