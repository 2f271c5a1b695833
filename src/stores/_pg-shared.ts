import type { Durable, Statement } from '../core/db.ts'
import type { Answer, Lane, Outcome, Query } from './_pg-lane.ts'
import type { Lanes } from './_pg-lanes.ts'
import { createShuttle } from './_pg-shuttle.ts'
import { again, answersOf, ask, loud, mayTryAgain, REFUSED } from './_pg-transaction.ts'

/** What needs one journey: statements whose answers nobody waits for to write the next. */
export interface Shared {
  /** A statement by itself. */
  read(query: Query): Promise<Answer>
  /** A transaction that only writes; false when a guard said no. */
  write(statements: readonly Statement[], durable: Durable): Promise<boolean>
}

interface Read {
  readonly kind: 'read'
  readonly query: Query
  resolve(answer: Answer): void
  reject(thrown: unknown): void
}

interface Write {
  readonly kind: 'write'
  readonly statements: readonly Statement[]
  readonly durable: Durable
  attempt: number
  resolve(isDone: boolean): void
  reject(thrown: unknown): void
}

const TOGETHER_MAX = 64
const STATEMENTS_MAX = 16
const QUICK_MS = 20

/** Writes to the log of the engine, and waits until the disk, and a standby, have all of it. */
const FLUSH: Query = { sql: `select pg_logical_emit_message(true, 'farebox', '')`, values: [] }

/**
 * Short statements of one moment travel together. Each transaction fails for itself, and one flush
 * behind them all makes all of them durable. What takes long, or was never seen, has a connection
 * of its own, so that nobody waits for it.
 */
export function createShared(lanes: Lanes, now: () => number): Shared {
  const { texts } = lanes
  const shuttle = createShuttle<Read | Write>((waiting) => waiting.splice(0, TOGETHER_MAX), carry)

  const isShort = (queries: readonly Query[]): boolean =>
    queries.length <= STATEMENTS_MAX && queries.every(({ sql }) => texts.of(sql).isQuick)

  function learn(queries: readonly Query[], since: number): void {
    const isQuick = now() - since < QUICK_MS
    for (const { sql } of queries) texts.of(sql).isQuick = isQuick
  }

  /** What has to be asked again gives its connection back first, for it needs another. */
  async function carry(jobs: readonly (Read | Write)[]): Promise<void> {
    const failed = await lanes
      .use((lane) => sendAll(lane, jobs))
      .catch((thrown: unknown) => {
        for (const job of jobs) job.reject(thrown)
        return []
      })
    for (const { query, resolve, reject } of failed) apart(query).then(resolve, reject)
  }

  /** Those that failed, or had such company. */
  async function sendAll(lane: Lane, jobs: readonly (Read | Write)[]): Promise<readonly Read[]> {
    const reads = jobs.filter((job) => job.kind === 'read')
    const writes = jobs.filter((job) => job.kind === 'write')
    const isFlushed = writes.filter(({ durable }) => durable === 'now').length > 1
    const looking = reads.map(({ query }) => query)
    const openings = writes.map(({ durable }) => lane.opening(isFlushed ? 'soon' : durable))
    const parts = writes.map(({ statements }) => statements.map(loud))
    const since = now()
    const outcomes = lane.send([
      ...(reads.length > 0 ? [[...lane.opening('soon'), ...looking]] : []),
      ...parts.map((part, at) => [...openings[at]!, ...part]),
      ...(isFlushed ? [[...lane.opening('now'), FLUSH]] : []),
    ])
    const flushed = isFlushed ? flushedBy(lane, outcomes.at(-1)!) : undefined
    const first = Math.min(reads.length, 1)
    const [failed] = await Promise.all([
      outcomes[0]!.then((outcome) => told(reads, without(lane.opening('soon'), outcome), since)),
      ...writes.map(async (write, at) => {
        const outcome = await outcomes[first + at]!
        learn(parts[at]!, since)
        const own = without(openings[at]!, outcome)
        const unflushed = write.durable === 'now' && !outcome.failed ? await flushed : undefined
        if (unflushed) write.reject(unflushed.thrown)
        else tell(write, own)
      }),
    ])
    return failed
  }

  function told(reads: readonly Read[], outcome: Outcome, since: number): readonly Read[] {
    if (reads.length === 0) return []
    learn(
      reads.map(({ query }) => query),
      since,
    )
    if (outcome.failed) return reads
    for (const [at, { resolve }] of reads.entries()) resolve(outcome.answers[at]!)
    return []
  }

  function tell(write: Write, outcome: Outcome): void {
    try {
      write.resolve(answersOf(write.statements, outcome, []) !== REFUSED)
    } catch (thrown) {
      if (mayTryAgain(thrown, write.attempt++)) start(write)
      else write.reject(thrown)
    }
  }

  function start(write: Write): void {
    if (isShort(write.statements.map(loud))) shuttle.add(write)
    else void carry([write])
  }

  const apart = (query: Query): Promise<Answer> =>
    again(async () => {
      const since = now()
      const { answers, failed } = await lanes.use(async (lane) => {
        const opening = lane.opening('soon')
        return without(opening, await ask(lane, [...opening, query]))
      })
      learn([query], since)
      if (failed) throw failed.thrown
      return answers[0]!
    })

  return {
    read(query) {
      if (!isShort([query])) return apart(query)
      return new Promise((resolve, reject) => shuttle.add({ kind: 'read', query, resolve, reject }))
    },
    write: (statements, durable) =>
      new Promise((resolve, reject) =>
        start({ kind: 'write', statements, durable, attempt: 1, resolve, reject }),
      ),
  }
}

const without = (opening: readonly Query[], { answers, failed }: Outcome): Outcome => ({
  answers: answers.slice(opening.length),
  ...(failed && { failed }),
})

/** What it is for is written, and is never written again: only the flush itself is repeated. */
async function flushedBy(lane: Lane, flush: Promise<Outcome>): Promise<Outcome['failed']> {
  let { failed } = await flush
  for (let attempt = 1; failed && mayTryAgain(failed.thrown, attempt); attempt++)
    ({ failed } = await ask(lane, [...lane.opening('now'), FLUSH]))
  return failed
}
