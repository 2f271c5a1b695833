import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { watchLoop } from './priority.ts'
import { openPool } from './_pool.ts'
import type { Host } from '../../base/core/capability.ts'
import { Fault } from '../../base/core/fault.ts'
import { eventually } from '../../../test/support/wait.ts'

const WORK = new URL('../../../test/support/thread-work.ts', import.meta.url)
const LOW = 10

function keepBusy(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

test.runIf(process.platform === 'linux')(
  'Work has a low priority only while the event loop has no time left',
  async () => {
    const closing: (() => Promise<void>)[] = []
    const host = { onClose: (close: () => Promise<void>) => closing.push(close) } as unknown as Host
    const ask = openPool(host, { threadsMax: 1, idleMs: 10_000, queueMax: 2 })
    const { signal } = new AbortController()
    const bounds = { waitMs: 20_000, timeoutMs: 20_000, memoryMbMax: 256, countsBefore: true }
    const faultOf = (excess: string) => new Fault('overloaded', excess)
    const isLoopBusy = watchLoop()
    /** The niceness of the thread that runs a task, as the thread itself sees it. */
    async function nicenessOfTask(): Promise<number> {
      const flag = new Int32Array(new SharedArrayBuffer(8))
      const input = { what: 'wait', flag }
      const asked = ask({ file: WORK, input, signal, bounds, faultOf })
      await eventually(() => expect(Atomics.load(flag, 1)).toBeGreaterThan(0))
      Atomics.store(flag, 0, 1)
      Atomics.notify(flag, 0)
      await asked
      return Atomics.load(flag, 1) - 1
    }
    await pause(300)
    expect(isLoopBusy()).toBe(false)
    expect(await nicenessOfTask()).toBe(0)
    await ask({ file: WORK, input: { what: 'echo' }, signal, bounds, faultOf })
    isLoopBusy()
    keepBusy(600)
    expect(isLoopBusy()).toBe(true)
    expect(await nicenessOfTask()).toBe(LOW)
    await pause(1_000)
    expect(await nicenessOfTask()).toBe(0)
    for (const close of closing) await close()
  },
)
