import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openSender } from '../sender/sender.ts'
import type { Heard } from '../sender/thread.ts'

/** Sends requests to a service of this thread, and says what they cost this thread. */
export interface Scales {
  /** The least of some tries, which end as soon as one is within `enoughMs`. */
  weigh(bytes: Uint8Array, enoughMs: number): Promise<Weighed>
  close(): Promise<void>
}

export interface Weighed extends Heard {
  /** Milliseconds of processor time of this thread. */
  readonly ms: number
}

/** Of the last ones, each begins with an empty heap: what others left there is not its cost. */
const TRIES = 10
const CROWDED_TRIES = 4
/** For what goes on after the answer. */
const SETTLING_MS = 2

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

export async function openScales(url: string): Promise<Scales> {
  const sender = await openSender(url)

  async function weighOnce(bytes: Uint8Array): Promise<Weighed> {
    const before = process.threadCpuUsage()
    const heard = await sender.send(bytes)
    await sleep(SETTLING_MS)
    return { ...heard, ms: msSince(before) }
  }

  return {
    async weigh(bytes, enoughMs) {
      let least = await weighOnce(bytes)
      for (let tried = 1; tried < TRIES && least.ms > enoughMs; tried += 1) {
        if (tried >= CROWDED_TRIES) collectGarbage()
        const next = await weighOnce(bytes)
        if (next.ms < least.ms) least = next
      }
      return least
    },
    close: sender.close,
  }
}

/** What the reference costs on the machine that the law was written on. */
const REFERENCE_MS = 6
const REFERENCE = `[${'"a",'.repeat(25_000)}1]`
const PARSES = 10

/**
 * How much slower this machine is: so many of its milliseconds are one of the law's. The time of a
 * thread is exact only after it has rested.
 */
export async function slowness(): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let tried = 0; tried < 10; tried += 1) {
    await sleep(1)
    const before = process.threadCpuUsage()
    for (let at = 0; at < PARSES; at += 1) JSON.parse(REFERENCE)
    await sleep(1)
    least = Math.min(least, msSince(before))
  }
  return Math.max(1, least / REFERENCE_MS)
}

function msSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
