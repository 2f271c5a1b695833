/** Runs the work of one key one at a time, in order of arrival. */
export interface KeyedQueue {
  queue<T>(lockKey: string, work: () => Promise<T>): Promise<T>
}

export function createKeyedQueue(): KeyedQueue {
  const last = new Map<string, Promise<unknown>>()
  return {
    async queue(lockKey, work) {
      const before = last.get(lockKey)
      const mine = before ? before.then(work, work) : work()
      last.set(lockKey, mine)
      try {
        return await mine
      } finally {
        if (last.get(lockKey) === mine) last.delete(lockKey)
      }
    },
  }
}
