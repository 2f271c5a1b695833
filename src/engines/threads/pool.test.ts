import { getCompileCacheDir } from 'node:module'
import { setEnvironmentData } from 'node:worker_threads'
import { expect, test } from 'vitest'
import type { Host } from '../../base/core/capability.ts'
import { Fault } from '../../base/core/fault.ts'
import type { Job } from '../../../test/support/thread-work.ts'
import { openPool } from './_pool.ts'

const WORK = new URL('../../../test/support/thread-work.ts', import.meta.url)
const OPTIONS = { threadsMax: 1, idleMs: 1_000, queueMax: 2 }

/** A pool of one thread, and how the tasks that it is given at once end. */
async function poolOf(
  waitMs: number,
  work: (ask: (input: Job) => Promise<string>) => Promise<unknown>,
): Promise<unknown> {
  const closing: (() => Promise<void>)[] = []
  const host = { onClose: (close: () => Promise<void>) => closing.push(close) } as unknown as Host
  const ask = openPool(host, OPTIONS)
  const { signal } = new AbortController()
  const bounds = { waitMs, timeoutMs: 10_000, memoryMbMax: 256, countsBefore: true }
  const faultOf = (excess: string) => new Fault('overloaded', excess)
  // A thread takes its time to start on a busy machine.
  const warm = { ...bounds, waitMs: 20_000 }
  await ask({ file: WORK, input: { what: 'echo' }, signal, bounds: warm, faultOf })
  const startedAt = performance.now()
  const ended = await work((input) =>
    ask({ file: WORK, input, signal, bounds, faultOf }).then(
      () => 'done',
      ({ message }: Fault) =>
        performance.now() - startedAt < waitMs ? `${message}, at once` : message,
    ),
  )
  for (const close of closing) await close()
  return ended
}

test('A task that finds the queue full is refused at once', async () => {
  const all = await poolOf(20_000, (ask) =>
    Promise.all(Array.from({ length: 5 }, () => ask({ what: 'echo' }))),
  )
  expect(all).toEqual(['done', 'done', 'done', 'wait, at once', 'wait, at once'])
})

test('A task that has begun goes on when those that wait give up', async () => {
  const flag = new Int32Array(new SharedArrayBuffer(8))
  const ends = await poolOf(1_000, async (ask) => {
    const [begun, waiting] = [ask({ what: 'wait', flag }), ask({ what: 'echo' })]
    const first = await waiting
    Atomics.store(flag, 0, 1)
    Atomics.notify(flag, 0)
    return [await begun, first]
  })
  expect(ends).toEqual(['done', 'wait'])
})

test('Threads that cannot start fail the tasks that wait for one, and nothing else', async () => {
  const uncaught: unknown[] = []
  const hear = (thrown: unknown) => uncaught.push(thrown)
  process.on('uncaughtException', hear)
  const ends = await poolOf(20_000, async (ask) => {
    await ask({ what: 'hold' })
    // As while its files are replaced: what each thread loads first cannot be loaded.
    setEnvironmentData('folder-without-types', 1)
    const failed = await ask({ what: 'echo' })
    setEnvironmentData('folder-without-types', getCompileCacheDir())
    return [failed, await ask({ what: 'echo' })]
  })
  process.off('uncaughtException', hear)
  expect(uncaught).toEqual([])
  expect(ends).toEqual([expect.stringMatching(/path.*, at once/), 'done'])
})

test('A thread that holds much is ended after its task, and no task is lost by it', async () => {
  const closing: (() => Promise<void>)[] = []
  const host = { onClose: (close: () => Promise<void>) => closing.push(close) } as unknown as Host
  const ask = openPool(host, { threadsMax: 2, idleMs: 10_000, queueMax: 20 })
  const { signal } = new AbortController()
  const bounds = { waitMs: 20_000, timeoutMs: 10_000, memoryMbMax: 256, countsBefore: false }
  const faultOf = (excess: string) => new Fault('overloaded', excess)
  const threadOf = async (what: string) => {
    const done = await ask({ file: WORK, input: { what }, signal, bounds, faultOf })
    return (done as { thread: number }).thread
  }
  const first = await threadOf('echo')
  expect(await threadOf('echo')).toBe(first)
  expect(await threadOf('hold')).toBe(first)
  expect(await threadOf('echo')).not.toBe(first)
  const crowd = await Promise.all(
    Array.from({ length: 8 }, (_, at) => threadOf(at % 2 === 0 ? 'hold' : 'echo')),
  )
  expect(new Set(crowd).size).toBeGreaterThan(2)
  for (const close of closing) await close()
})

test('Threads of all pools share a number', async () => {
  const closing: (() => Promise<void>)[] = []
  const host = { onClose: (close: () => Promise<void>) => closing.push(close) } as unknown as Host
  const { signal } = new AbortController()
  const bounds = { waitMs: 20_000, timeoutMs: 10_000, memoryMbMax: 256, countsBefore: false }
  const faultOf = (excess: string) => new Fault('overloaded', excess)
  const input = { what: 'count' }
  const [before, after] = [openPool(host, OPTIONS), openPool(host, OPTIONS)]
  const first = (await before({ file: WORK, input, signal, bounds, faultOf })) as { thread: number }
  const second = await after({ file: WORK, input, signal, bounds, faultOf })
  expect(second).toMatchObject({ thread: first.thread + 1 })
  for (const close of closing) await close()
})
