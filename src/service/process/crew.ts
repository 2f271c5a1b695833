import cluster, { type Worker } from 'node:cluster'
import { availableParallelism } from 'node:os'
import { ConfigProblem, type Environment } from '../settings/config.ts'
import { wantsSandbox, type MeantFor } from '../ops/check-settings.ts'
import type { MetricsOf } from '../ops/metrics.ts'

/** The messages between the first process and the others. */
export type FromWorker =
  | { readonly kind: 'ready'; readonly banner: string }
  | {
      readonly kind: 'metrics'
      readonly ask: number
      readonly metrics: MetricsOf
    }
  | { readonly kind: 'settings' }

export type ToWorker =
  /** `leave`: finish the open connections, then end. `stop`: at once, as one process does. */
  | { readonly kind: 'leave' | 'stop' }
  | { readonly kind: 'metrics'; readonly ask: number }
  | { readonly kind: 'settings'; readonly settings: Environment }

/** Whether this process is one of several that another one has started. */
export const isMember = (): boolean => cluster.isWorker

/** What the first process tells each other one that asks: only then does it listen. */
export async function settingsFromFirst(): Promise<Environment> {
  const { promise, resolve } = Promise.withResolvers<Environment>()
  // Other messages may come first, such as a wish that it stops.
  const hear = (message: ToWorker): void => {
    if (message.kind !== 'settings') return
    process.off('message', hear)
    resolve(message.settings)
  }
  process.on('message', hear)
  process.send?.({ kind: 'settings' } satisfies FromWorker)
  return promise
}

/** Several processes behind one port. */
export interface Crew {
  /** Fulfilled when all are ready, with what the first of them says of itself. */
  readonly opened: Promise<string>
  /** Puts a new process in the place of each, one after the other. No connection is refused. */
  restart(): Promise<void>
  /** The metrics of each process that answers. */
  metrics(): Promise<readonly MetricsOf[]>
  stop(): Promise<void>
}

export interface CrewOptions {
  readonly count: number
  /** Sent to each process, for keys have no place among its variables. */
  readonly settings: Environment
  /** For a process to finish what it has begun; one that is still there then is killed. */
  readonly endWithinMs: number
  /** Tells the operator. */
  say(line: string): void
}

/** A process that ends sooner than this has failed at once: the next one waits for longer. */
const SOON_MS = 30_000
const BACK_OFF_MS = { least: 500, most: 30_000 }
const METRICS_WITHIN_MS = 2_000

/** How many processes the settings ask for. Throws where they cannot share what they need. */
export function processCount(settings: MeantFor): number {
  const { PROCESSES: wanted, DATABASE_URL } = settings.serving
  const count = wanted === 'auto' ? availableParallelism() : wanted
  if (count === 1) return 1
  if (!DATABASE_URL)
    throw new ConfigProblem(
      `PROCESSES: ${count} processes need DATABASE_URL, because one process alone writes to SQLite; set PROCESSES=1.`,
    )
  if (wantsSandbox(settings))
    throw new ConfigProblem(
      'PROCESSES: the sandbox chain belongs to one process; set PROCESSES=1 or SANDBOX=false.',
    )
  return count
}

interface Member {
  readonly worker: Worker
  readonly bornAt: number
  readonly ready: Promise<string>
  /** How it was told to end; null while it is to stay. */
  wish: 'leave' | 'stop' | null
}

export function openCrew({ count, settings, endWithinMs, say }: CrewOptions): Crew {
  const members = new Set<Member>()
  const asked = new Map<number, Map<number, MetricsOf>>()
  let failures = 0
  let asks = 0
  let isOpen = false
  let isStopping = false
  let restarting: Promise<void> | null = null

  function start(): Member {
    const worker = cluster.fork()
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const member: Member = { worker, bornAt: performance.now(), ready: promise, wish: null }
    members.add(member)
    promise.catch(() => {})
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'metrics') {
        asked.get(message.ask)?.set(worker.id, message.metrics)
        return
      }
      if (message.kind === 'ready') resolve(message.banner)
      // A process that was told before it could hear is told again: node:cluster keeps nothing.
      if (member.wish) tell(member, { kind: member.wish })
      if (message.kind === 'settings') tell(member, { kind: 'settings', settings })
    })
    worker.on('exit', (code, signal) => {
      members.delete(member)
      reject(new Error(`a process ended with ${signal ?? code} before it was ready`))
      if (isOpen && !member.wish && isShort()) replace(member, signal ?? code)
    })
    return member
  }

  const staying = (): readonly Member[] => [...members].filter(({ wish }) => !wish)

  /** Not while a restart has one more than there are to be, or brings it at once. */
  const isShort = (): boolean => !isStopping && staying().length < count

  /** A new process replaces it, after a longer wait each time if it dies early. */
  function replace({ bornAt, worker }: Member, how: string | number): void {
    failures = performance.now() - bornAt < SOON_MS ? failures + 1 : 0
    const waitMs = Math.min(BACK_OFF_MS.most, BACK_OFF_MS.least * 2 ** Math.max(0, failures - 1))
    say(`Process ${worker.process.pid} ended with ${how}; another one starts in ${waitMs} ms.`)
    setTimeout(() => {
      if (isShort()) start()
    }, waitMs)
  }

  const tell = (member: Member, message: ToWorker): void => {
    if (member.worker.isConnected()) member.worker.send(message, () => {})
  }

  function end(member: Member, kind: 'leave' | 'stop'): Promise<void> {
    member.wish = kind
    const { promise, resolve } = Promise.withResolvers<void>()
    if (!members.has(member)) return Promise.resolve()
    const { process: ending } = member.worker
    const late = setTimeout(() => {
      say(`Process ${ending.pid} has not ended within ${endWithinMs / 1000} s, and is killed.`)
      ending.kill('SIGKILL')
    }, endWithinMs)
    member.worker.once('exit', () => {
      clearTimeout(late)
      resolve()
    })
    tell(member, { kind })
    return promise
  }

  async function restartAll(): Promise<void> {
    for (const old of staying()) {
      if (isStopping) return
      try {
        await start().ready
      } catch (thrown) {
        say(`The restart stops here: ${(thrown as Error).message}. The others go on as they are.`)
        return
      }
      await end(old, 'leave')
    }
    while (isShort()) start()
    say(`Restarted: ${members.size} processes.`)
  }

  async function stop(): Promise<void> {
    isStopping = true
    await Promise.all([...members].map((member) => end(member, 'stop')))
  }

  async function open(): Promise<string> {
    const first = Array.from({ length: count }, start)
    try {
      const [banner = ''] = await Promise.all(first.map(({ ready }) => ready))
      isOpen = true
      return banner
    } catch (thrown) {
      await stop()
      throw thrown
    }
  }

  return {
    opened: open(),
    restart: () => (restarting ??= restartAll().finally(() => (restarting = null))),
    async metrics() {
      const ask = asks++
      const answers = new Map<number, MetricsOf>()
      asked.set(ask, answers)
      const all = staying()
      for (const member of all) tell(member, { kind: 'metrics', ask })
      const until = performance.now() + METRICS_WITHIN_MS
      while (answers.size < all.length && performance.now() < until)
        await new Promise((resolve) => setTimeout(resolve, 5))
      asked.delete(ask)
      return [...answers.values()]
    },
    stop,
  }
}
