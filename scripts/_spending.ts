import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** In millionths of a dollar. */
export interface SpendingCaps {
  readonly perCall: number
  readonly perDay: number
}

/** What a wallet has signed for, kept on disk, for all processes that use the same file. */
export interface Spending {
  /** Counts an amount before it is signed. Answers why not, or null. */
  take(amount: number, at: number): Promise<string | null>
}

interface Day {
  readonly day: string
  readonly spent: number
}

const LOCK_STALE_MS = 10_000
const LOCK_WAIT_MS = 20
const LOCK_TRIES = 1_000

/**
 * A payment counts when it is signed, whatever becomes of it: whoever holds it can settle it until
 * it expires.
 */
export function createSpending(file: string, { perCall, perDay }: SpendingCaps): Spending {
  return {
    async take(amount, at) {
      if (amount > perCall)
        return `it costs ${dollars(amount)}, and a call may cost at most ${dollars(perCall)}`
      await mkdir(dirname(file), { recursive: true })
      const unlock = await lock(`${file}.lock`)
      try {
        const day = new Date(at).toISOString().slice(0, 10)
        const before = await read(file)
        const spent = before?.day === day ? before.spent : 0
        if (spent + amount > perDay)
          return `it costs ${dollars(amount)}, and ${dollars(spent)} of the ${dollars(perDay)} of today are spent`
        await write(file, { day, spent: spent + amount })
        return null
      } finally {
        await unlock()
      }
    },
  }
}

export const dollars = (amount: number): string => `$${(amount / 1_000_000).toFixed(6)}`

/** Null where there is none yet. One that cannot be read is no reason to spend again. */
async function read(file: string): Promise<Day | null> {
  const text = await readFile(file, 'utf8').catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code === 'ENOENT') return null
    throw thrown
  })
  if (text === null) return null
  const { day, spent } = JSON.parse(text) as Partial<Day>
  if (typeof day !== 'string' || !Number.isSafeInteger(spent) || Number(spent) < 0)
    throw new Error(`${file} does not say what was spent; mend or remove it`)
  return { day, spent: Number(spent) }
}

/** Whole or not at all, and on the disk before anything is signed. */
async function write(file: string, day: Day): Promise<void> {
  const next = `${file}.next`
  const handle = await open(next, 'w', 0o600)
  try {
    await handle.writeFile(JSON.stringify(day))
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(next, file)
}

async function lock(file: string): Promise<() => Promise<void>> {
  for (let tried = 0; tried < LOCK_TRIES; tried += 1) {
    try {
      await writeFile(file, String(process.pid), { flag: 'wx' })
      return () => rm(file, { force: true })
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown
    }
    const held = await stat(file).catch(() => null)
    if (held && Date.now() - held.mtimeMs > LOCK_STALE_MS) await rm(file, { force: true })
    await new Promise((resolve) => setTimeout(resolve, LOCK_WAIT_MS))
  }
  throw new Error(`${file} is held by another process`)
}
