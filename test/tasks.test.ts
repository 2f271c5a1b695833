import { beforeEach, describe, expect, test } from 'vitest'
import { createLimit } from '../src/selling/call/limits.ts'
import { createRateCounterStore } from '../src/stores/rate-counters.ts'
import { createLeaseStore, type LeaseStore } from '../src/stores/leases.ts'
import type { Task } from '../src/base/core/task.ts'
import { startTasks, type Tasks } from '../src/service/tasks/start.ts'
import { atOnce } from './support/calls.ts'
import { createClock, MINUTE, SECOND, type Clock } from './support/clock.ts'
import { countTrue, ENGINES, useDatabase } from './support/engines.ts'
import { eventually } from './support/wait.ts'

const BEAT_MS = 10

describe.each(ENGINES)('on $name', (engine) => {
  const db = useDatabase(engine)
  let leases: LeaseStore
  let clock: Clock

  beforeEach(async () => {
    clock = createClock()
    leases = createLeaseStore(db())
    await db().batch([{ sql: 'delete from leases', values: [] }])
  })

  describe('a lease', () => {
    const take = (holder: string, now = 0) => leases.take('work', holder, { now, until: now + 100 })

    test('has one holder among ten concurrent claims', async () => {
      expect(countTrue(await atOnce(10, (at) => take(`replica ${at}`)))).toBe(1)
    })

    test('is renewed by its holder only', async () => {
      expect(await take('a')).toBe(true)
      expect(await take('a', 50)).toBe(true)
      expect(await take('b', 149)).toBe(false)
      expect(await take('b', 150)).toBe(true)
    })

    test('is free at once when its holder stops', async () => {
      await take('a')
      expect(await leases.held(99)).toEqual(['work'])
      await leases.release('b')
      expect(await take('b')).toBe(false)
      await leases.release('a')
      expect(await leases.held(0)).toEqual([])
      expect(await take('b')).toBe(true)
    })
  })

  describe('a task', () => {
    /** A replica that writes down when it works. */
    function replica(holder: string, done: string[], task: Partial<Task> = {}): Tasks {
      const run = async () => void done.push(holder)
      const work: Task = { name: 'work', everyMs: BEAT_MS, run, ...task }
      const onTrouble = (_what: string, cause: unknown) => void done.push(String(cause))
      return startTasks([work], { leases, holder, now: clock.now, onTrouble })
    }

    test('runs on one of two replicas, and on the other one after a stop', async () => {
      const done: string[] = []
      const replicas = { a: replica('a', done), b: replica('b', done) }
      await eventually(() => expect(done.length).toBeGreaterThan(5))
      expect(new Set(done).size).toBe(1)
      const [first] = done as ('a' | 'b')[]
      const second = first === 'a' ? 'b' : 'a'
      await replicas[first!].stop(1_000)
      await eventually(() => expect(done.at(-1)).toBe(second))
      await replicas[second].stop(1_000)
    })

    test('passes to another when its replica dies', async () => {
      const done: string[] = []
      await leases.take('work', 'dead', { now: clock.now(), until: clock.now() + 30 * SECOND })
      const alive = replica('alive', done)
      await new Promise((resolve) => setTimeout(resolve, 5 * BEAT_MS))
      expect(done).toEqual([])
      clock.advance(31 * SECOND)
      await eventually(() => expect(done).toContain('alive'))
      await alive.stop(1_000)
    })

    test('runs on all replicas if it is marked `everywhere`', async () => {
      const done: string[] = []
      const all = [
        replica('a', done, { everywhere: true }),
        replica('b', done, { everywhere: true }),
      ]
      await eventually(() => expect(new Set(done)).toEqual(new Set(['a', 'b'])))
      await Promise.all(all.map((one) => one.stop(1_000)))
    })

    test('that fails is reported and tried again', async () => {
      const done: string[] = []
      const fail = async () => {
        throw new Error('no luck')
      }
      const failing = replica('a', done, { run: fail })
      await eventually(() => expect(done.length).toBeGreaterThan(1))
      expect(new Set(done)).toEqual(new Set(['Error: no luck']))
      await failing.stop(1_000)
    })

    test('never runs twice at once, and a stop waits for it', async () => {
      let running = 0
      let most = 0
      let ended = 0
      const run = async () => {
        most = Math.max(most, ++running)
        await new Promise((resolve) => setTimeout(resolve, 4 * BEAT_MS))
        running -= 1
        ended += 1
      }
      const slow = replica('a', [], { run })
      await eventually(() => expect(ended).toBeGreaterThan(1))
      await eventually(() => expect(running).toBe(1))
      await slow.stop(1_000)
      expect([most, running]).toEqual([1, 0])
    })

    test('is aborted when its replica stops, which waits for a limited time', async () => {
      let told = false
      const run = (signal: AbortSignal) =>
        new Promise<void>(() => signal.addEventListener('abort', () => (told = true)))
      const stuck = replica('a', [], { run })
      await new Promise((resolve) => setTimeout(resolve, 3 * BEAT_MS))
      const began = performance.now()
      await stuck.stop(50)
      expect(told).toBe(true)
      expect(performance.now() - began).toBeLessThan(1_000)
    })
  })

  describe('a rate limit that replicas share', () => {
    const limitOf = (what: string) =>
      createLimit(what, 3, { rateCounters: createRateCounterStore(db()), now: clock.now })

    test('is one limit', async () => {
      const replicas = [limitOf('a'), limitOf('a')]
      for (const at of [0, 1, 0]) await replicas[at]!.take('client')
      for (const replica of replicas) {
        await expect(replica.assert('client')).rejects.toMatchObject({ code: 'rate_limited' })
        await expect(replica.take('client')).rejects.toMatchObject({
          detail: { retryAfterSeconds: expect.toSatisfy((s: number) => s > 0 && s <= 60) },
        })
      }
    })

    test('lets three of twenty through at once', async () => {
      const replicas = [limitOf('b'), limitOf('b')]
      const taken = await atOnce(20, (at) =>
        Promise.resolve(replicas[at % 2]!.take('client')).then(
          () => true,
          () => false,
        ),
      )
      expect(countTrue(taken)).toBe(3)
    })

    test('counts one client and one kind, and ends with its minute', async () => {
      const limit = limitOf('c')
      for (let at = 0; at < 3; at++) await limit.take('client')
      await limit.assert('other')
      await limitOf('d').assert('client')
      clock.advance(MINUTE + SECOND)
      await limit.assert('client')
      await limit.take('client')
    })
  })
})
