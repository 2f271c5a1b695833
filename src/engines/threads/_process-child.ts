import { text } from 'node:stream/consumers'
import type { WorkClock } from '../../base/core/thread-work.ts'
import { keepBytesIn, type KeepBytes } from './keep-bytes.ts'

/** What the first byte on standard output says; all that follows is the answer. */
export const READY = { asKept: 1, asMade: 2 }

interface Unit {
  work(input: unknown, clock: WorkClock, prepared: unknown): unknown
  prepare?(keep: KeepBytes): Promise<unknown>
}

/**
 * The whole life of a process for one program: prepares the work, says so, reads the input to its
 * end, works, writes the answer and ends. `make` ends once what it prepares is kept.
 */
export async function serve([file = '', folder = '', mode = '']: readonly string[]): Promise<void> {
  const unit = (await import(file)) as Unit
  let said = READY.asKept
  const keep: KeepBytes = (kind, version, make) =>
    keepBytesIn(folder === '' ? null : folder)(kind, version, () => {
      said = READY.asMade
      return make()
    })
  const prepared = await unit.prepare?.(keep)
  if (mode === 'make') return process.exit(0)
  // Both pipes are opened before that is said: then nothing can be opened any more.
  const input = text(process.stdin)
  await say(Uint8Array.of(said))
  const given = await input
  // The service has ended, or wants none any more.
  if (given === '') return process.exit(0)
  const sinceMs = performance.now()
  const clock = { elapsedMs: () => Math.round(performance.now() - sinceMs) }
  const answer = await unit.work(JSON.parse(given), clock, prepared)
  await say(JSON.stringify(answer))
  process.exit(0)
}

const say = (what: string | Uint8Array): Promise<void> =>
  new Promise((resolve) => process.stdout.write(what, () => resolve()))
