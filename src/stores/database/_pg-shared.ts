import type { Durable, Statement } from '../../base/core/db.ts'
import type { Answer, PgConnection, PartResult, Query } from './_pg-connection.ts'
import type { Pool } from './_pg-pool.ts'
import { createBatcher } from './_pg-batcher.ts'
import { again, answersOf, ask, loud, mayTryAgain, REFUSED } from './_pg-transaction.ts'

/** Work that needs one round trip: no statement depends on the answer of another. */
export interface Shared {
  /** A statement by itself. */
  read(query: Query): Promise<Answer>
  /** A transaction that only writes; false when a guard said no. */
  write(statements: readonly Statement[], durable: Durable): Promise<boolean>
}

interface QueuedRead {
  readonly kind: 'read'
  readonly query: Query
  resolve(answer: Answer): void
  reject(thrown: unknown): void
}

interface QueuedWrite {
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
 * Short statements of one moment are sent together. Each transaction fails separately, and one
 * flush after all of them makes them durable. A slow or new statement has its own connection, so
 * that no other waits for it.
 */
export function createShared(pool: Pool, now: () => number): Shared {
  const { texts } = pool
  const batcher = createBatcher<QueuedRead | QueuedWrite>(
    (waiting) => waiting.splice(0, TOGETHER_MAX),
    carry,
  )

  const isShort = (queries: readonly Query[]): boolean =>
    queries.length <= STATEMENTS_MAX && queries.every(({ sql }) => texts.of(sql).isQuick)

  function learn(queries: readonly Query[], since: number): void {
    const isQuick = now() - since < QUICK_MS
    for (const { sql } of queries) texts.of(sql).isQuick = isQuick
  }

  /** What has to be asked again gives its connection back first, for it needs another. */
  async function carry(jobs: readonly (QueuedRead | QueuedWrite)[]): Promise<void> {
    const failed = await pool
      .use((connection) => sendAll(connection, jobs))
      .catch((thrown: unknown) => {
        for (const job of jobs) job.reject(thrown)
        return []
      })
    for (const { query, resolve, reject } of failed) apart(query).then(resolve, reject)
  }

  /** Those that failed, or had such company. */
  async function sendAll(
    connection: PgConnection,
    jobs: readonly (QueuedRead | QueuedWrite)[],
  ): Promise<readonly QueuedRead[]> {
    const reads = jobs.filter((job) => job.kind === 'read')
    const writes = jobs.filter((job) => job.kind === 'write')
    const isFlushed = writes.filter(({ durable }) => durable === 'now').length > 1
    const looking = reads.map(({ query }) => query)
    const openings = writes.map(({ durable }) => connection.opening(isFlushed ? 'soon' : durable))
    const parts = writes.map(({ statements }) => statements.map(loud))
    const since = now()
    const outcomes = connection.send([
      ...(reads.length > 0 ? [[...connection.opening('soon'), ...looking]] : []),
      ...parts.map((part, at) => [...openings[at]!, ...part]),
      ...(isFlushed ? [[...connection.opening('now'), FLUSH]] : []),
    ])
    const flushed = isFlushed ? flushedBy(connection, outcomes.at(-1)!) : undefined
    const first = Math.min(reads.length, 1)
    const [failed] = await Promise.all([
      outcomes[0]!.then((outcome) =>
        settleReads(reads, without(connection.opening('soon'), outcome), since),
      ),
      ...writes.map(async (write, at) => {
        const outcome = await outcomes[first + at]!
        learn(parts[at]!, since)
        const own = without(openings[at]!, outcome)
        const unflushed = write.durable === 'now' && !outcome.failed ? await flushed : undefined
        if (unflushed) write.reject(unflushed.thrown)
        else tell(write, own)
      }),
      // A connection with something under way is of no more use.
      flushed,
    ])
    return failed
  }

  function settleReads(
    reads: readonly QueuedRead[],
    outcome: PartResult,
    since: number,
  ): readonly QueuedRead[] {
    if (reads.length === 0) return []
    learn(
      reads.map(({ query }) => query),
      since,
    )
    if (outcome.failed) return reads
    for (const [at, { resolve }] of reads.entries()) resolve(outcome.answers[at]!)
    return []
  }

  function tell(write: QueuedWrite, outcome: PartResult): void {
    try {
      write.resolve(answersOf(write.statements, outcome, []) !== REFUSED)
    } catch (thrown) {
      if (mayTryAgain(thrown, write.attempt++)) start(write)
      else write.reject(thrown)
    }
  }

  function start(write: QueuedWrite): void {
    if (isShort(write.statements.map(loud))) batcher.add(write)
    else void carry([write])
  }

  const apart = (query: Query): Promise<Answer> =>
    again(async () => {
      const since = now()
      const { answers, failed } = await pool.use(async (connection) => {
        const opening = connection.opening('soon')
        return without(opening, await ask(connection, [...opening, query]))
      })
      learn([query], since)
      if (failed) throw failed.thrown
      return answers[0]!
    })

  return {
    read(query) {
      if (!isShort([query])) return apart(query)
      return new Promise((resolve, reject) => batcher.add({ kind: 'read', query, resolve, reject }))
    },
    write: (statements, durable) =>
      new Promise((resolve, reject) =>
        start({ kind: 'write', statements, durable, attempt: 1, resolve, reject }),
      ),
  }
}

const without = (opening: readonly Query[], { answers, failed }: PartResult): PartResult => ({
  answers: answers.slice(opening.length),
  ...(failed && { failed }),
})

/** What it is for is written, and is never written again: only the flush itself is repeated. */
async function flushedBy(
  connection: PgConnection,
  flush: Promise<PartResult>,
): Promise<PartResult['failed']> {
  let { failed } = await flush
  for (let attempt = 1; failed && mayTryAgain(failed.thrown, attempt); attempt++)
    ({ failed } = await ask(connection, [...connection.opening('now'), FLUSH]))
  return failed
}
