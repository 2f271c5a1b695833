/** Work of one lane is done in the order in which it came, one piece at a time. */
export interface Lanes {
  queue<T>(lane: string, work: () => Promise<T>): Promise<T>
}

export function createLanes(): Lanes {
  const last = new Map<string, Promise<unknown>>()
  return {
    async queue(lane, work) {
      const before = last.get(lane)
      const mine = before ? before.then(work, work) : work()
      last.set(lane, mine)
      try {
        return await mine
      } finally {
        if (last.get(lane) === mine) last.delete(lane)
      }
    },
  }
}
