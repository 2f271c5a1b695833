import type { Lanes } from './_pg-lanes.ts'
import type { Answer, Query } from './_pg-lane.ts'
import { createShuttle } from './_pg-shuttle.ts'
import { again, ask, SETTINGS } from './_pg-transaction.ts'

interface Read extends Query {
  resolve(answer: Answer): void
  reject(thrown: unknown): void
}

const TOGETHER_MAX = 64
const QUICK_MS = 20

/**
 * Statements by themselves. Short ones of one moment share a journey; one that takes long, or was
 * never seen, has a connection of its own, so that nobody waits for it.
 */
export function createReads(lanes: Lanes): (query: Query) => Promise<Answer> {
  const { texts } = lanes
  const shuttle = createShuttle<Read>((waiting) => waiting.splice(0, TOGETHER_MAX), carry)

  async function alone(query: Query): Promise<Answer> {
    const started = performance.now()
    const { answers, failed } = await lanes.use((lane) => ask(lane, [SETTINGS.now, query]))
    texts.of(query.sql).isQuick = performance.now() - started < QUICK_MS
    if (failed) throw failed.thrown
    return answers[1]!
  }

  const apart = (read: Read): Promise<void> =>
    again(() => alone(read)).then(read.resolve, read.reject)

  async function carry(reads: readonly Read[]): Promise<void> {
    const [only] = reads
    if (only && reads.length === 1) return apart(only)
    const started = performance.now()
    const outcome = await lanes
      .use((lane) => ask(lane, [SETTINGS.now, ...reads]))
      .catch((thrown: unknown) => ({ answers: [], failed: { thrown } }))
    const isLong = performance.now() - started > QUICK_MS
    if (isLong) for (const { sql } of reads) texts.of(sql).isQuick = false
    if (outcome.failed) await Promise.all(reads.map(apart))
    else for (const [at, read] of reads.entries()) read.resolve(outcome.answers[at + 1]!)
  }

  return (query) => {
    if (!texts.of(query.sql).isQuick) return again(() => alone(query))
    return new Promise((resolve, reject) => shuttle.add({ ...query, resolve, reject }))
  }
}
