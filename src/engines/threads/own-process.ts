import { availableParallelism } from 'node:os'
import type { Capability } from '../../base/core/capability.ts'
import { Fault } from '../../base/core/fault.ts'
import type { ThreadWork } from '../../base/core/thread-work.ts'
import { isQuickJson } from '../../base/lib/foreign-json.ts'
import { createFairSlots } from '../../base/lib/fair-slots.ts'
import { whyNoWalls } from './_kernel-walls.ts'
import { keepPrepared, startProcess, type OneProcess, type RunBounds } from './_one-process.ts'

/**
 * A process for a single program of a stranger. It is assumed that the program takes the process
 * over: it finds no file, no variable, no connection and no other process there, and what it
 * answers are its own words.
 */
export interface OwnProcess {
  /** Resolves with what the work answers, unchecked, or with the reason why there is nothing. */
  run<Input>(
    work: ThreadWork<Input, unknown>,
    input: Input,
    bounds: OwnProcessBounds,
  ): Promise<OwnProcessEnd>
}

export interface OwnProcessBounds {
  /** From the beginning of the work; the start of the process does not count. */
  readonly timeoutMs: number
  /** The longest answer, as JSON. It holds as many values as any foreign JSON. */
  readonly bytesMax: number
  /** Whether the process is the only wall, so that without those of the kernel nothing is run. */
  readonly needsWalls: boolean
}

export type OwnProcessEnd =
  | { readonly excess: null; readonly answer: unknown }
  /** `crash`: it held too much memory, or broke. */
  | { readonly excess: 'time' | 'crash' }

/** For a slot to be free, and for a process to start, which goes on if nobody waits. */
const WAIT_MS = 10_000
const START_MS = 40_000
/** How long a process is ready for the next program. */
const SPARE_MS = 60_000

/** Why no program can be run that has no other wall; null if it can. */
export const whyNotWalled = whyNoWalls

export const ownProcess: Capability<OwnProcess> = {
  name: 'own-process',
  settings: [],
  texts: 'own',
  open(host) {
    const slotsMax = Math.max(2, Math.min(4, availableParallelism()))
    const slots = createFairSlots({
      slots: slotsMax,
      slotsPerClient: slotsMax - 1,
      waitMs: WAIT_MS,
      waitingMax: 100,
      what: 'All processes for programs',
      retryAfterSeconds: 5,
    })
    const spares = createSpares()
    host.onClose(async () => spares.close())
    return (scope) => ({
      async run({ file }, input, { needsWalls, ...limits }) {
        const lack = whyNoWalls()
        if (lack !== null && needsWalls)
          throw new Fault('not_configured', `No such program is run here: ${lack}.`)
        const leave = await slots.take(scope)
        try {
          const ready = await spares.take(file, scope.signal)
          const end = await answerOf(ready, input, { ...limits, signal: scope.signal })
          spares.refill(file)
          return end
        } finally {
          leave()
        }
      },
    })
  },
}

async function answerOf(
  ready: OneProcess,
  input: unknown,
  bounds: RunBounds,
): Promise<OwnProcessEnd> {
  const end = await ready.run(JSON.stringify(input), bounds)
  if (end.kind === 'gone') throw new Fault('caller_gone', 'The caller hung up.')
  if (end.kind !== 'said') return { excess: end.kind }
  // It may have written anything, also what takes seconds to parse.
  if (!isQuickJson(end.bytes)) return { excess: 'crash' }
  try {
    return { excess: null, answer: JSON.parse(end.bytes.toString()) as unknown }
  } catch {
    return { excess: 'crash' }
  }
}

/** At most one process of each kind that is ready, or starts. */
function createSpares() {
  const spares = new Map<string, Promise<OneProcess>>()
  const timers = new Map<string, NodeJS.Timeout>()
  /** Tried once; where nothing can be kept, each start prepares anew. */
  const kept = new Set<string>()
  let isClosed = false

  function start(file: URL): Promise<OneProcess> {
    const onMade = () => {
      if (!kept.has(file.href)) keepPrepared(file)
      kept.add(file.href)
    }
    const starting = startProcess(file, { hasWalls: whyNoWalls() === null, onMade })
    starting.catch(() => {})
    return starting
  }

  function keep(file: URL, spare: Promise<OneProcess>): void {
    const { href } = file
    if (isClosed || spares.has(href)) return drop(spare)
    spares.set(href, spare)
    spare.catch(() => spares.get(href) === spare && spares.delete(href))
    timers.set(
      href,
      setTimeout(() => {
        spares.delete(href)
        drop(spare)
      }, SPARE_MS).unref(),
    )
  }

  return {
    /** Whoever waits too long leaves the process to the next one. */
    async take(file: URL, signal: AbortSignal): Promise<OneProcess> {
      const spare = spares.get(file.href)
      spares.delete(file.href)
      clearTimeout(timers.get(file.href))
      const starting = spare ?? start(file)
      try {
        const ready = await inTime(starting, signal)
        return ready.isOver() ? await inTime(start(file), signal) : ready
      } catch (thrown) {
        keep(file, starting)
        throw thrown
      }
    },
    refill(file: URL): void {
      if (!isClosed && !spares.has(file.href)) keep(file, start(file))
    },
    close(): void {
      isClosed = true
      for (const timer of timers.values()) clearTimeout(timer)
      for (const spare of spares.values()) drop(spare)
      spares.clear()
    },
  }
}

const drop = (spare: Promise<OneProcess>): void =>
  void spare.then((ready) => ready.end()).catch(() => {})

async function inTime<T>(starting: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const late = setTimeout(
    () =>
      reject(
        new Fault('overloaded', 'The engine for the program is still starting; call again.', {
          retryAfterSeconds: 5,
        }),
      ),
    START_MS,
  )
  const leave = () => reject(new Fault('caller_gone', 'The caller hung up.'))
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  try {
    return await Promise.race([starting, promise])
  } finally {
    clearTimeout(late)
    signal.removeEventListener('abort', leave)
  }
}
