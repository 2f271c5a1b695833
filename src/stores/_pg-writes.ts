import type { Durable, Statement } from '../core/db.ts'
import type { Lane, Outcome, Query } from './_pg-lane.ts'
import type { Lanes } from './_pg-lanes.ts'
import { createShuttle } from './_pg-shuttle.ts'
import { answersOf, loud, mayTryAgain, REFUSED, SETTINGS } from './_pg-transaction.ts'

interface Write {
  readonly statements: readonly Statement[]
  readonly durable: Durable
  attempt: number
  /** False when a guard said no. */
  resolve(isDone: boolean): void
  reject(thrown: unknown): void
}

const TOGETHER_MAX = 64
const STATEMENTS_MAX = 16
const QUICK_MS = 20

/** Writes to the log of the engine, and waits until the disk, and a standby, have all of it. */
const FLUSH: readonly Query[] = [
  SETTINGS.now,
  { sql: `select pg_logical_emit_message(true, 'farebox', '')`, values: [] },
]

/**
 * Transactions that only write. Those of one moment travel together: each is a transaction of its
 * own, which fails for itself, and one flush behind them all makes all of them durable. One that
 * takes long, or was never seen, has a connection of its own.
 */
export function createWrites(
  lanes: Lanes,
): (statements: readonly Statement[], durable: Durable) => Promise<boolean> {
  const { texts } = lanes
  const shuttle = createShuttle<Write>((waiting) => waiting.splice(0, TOGETHER_MAX), carry)

  const isQuick = ({ statements }: Write): boolean =>
    statements.length <= STATEMENTS_MAX &&
    statements.every((statement) => texts.of(loud(statement).sql).isQuick)

  async function carry(writes: readonly Write[]): Promise<void> {
    await lanes
      .use((lane) => sendAll(lane, writes))
      .catch((thrown: unknown) => {
        for (const write of writes) write.reject(thrown)
      })
  }

  async function sendAll(lane: Lane, writes: readonly Write[]): Promise<void> {
    const isShared = writes.filter(({ durable }) => durable === 'now').length > 1
    const parts = writes.map(({ statements, durable }) => [
      isShared ? SETTINGS.soon : SETTINGS[durable],
      ...statements.map(loud),
    ])
    const started = performance.now()
    const outcomes = lane.send(isShared ? [...parts, FLUSH] : parts)
    const flushed = isShared ? outcomes[writes.length]! : null
    await Promise.all(
      writes.map(async (write, at) => {
        const outcome = await outcomes[at]!
        learn(write, performance.now() - started < QUICK_MS)
        const lost = write.durable === 'now' ? (await flushed)?.failed : undefined
        tell(write, outcome.failed || !lost ? outcome : { answers: [], failed: lost })
      }),
    )
  }

  function learn({ statements }: Write, isShort: boolean): void {
    if (statements.length > STATEMENTS_MAX) return
    for (const statement of statements) texts.of(loud(statement).sql).isQuick = isShort
  }

  function tell(write: Write, outcome: Outcome): void {
    try {
      write.resolve(answersOf(write.statements, outcome, [SETTINGS.now]) !== REFUSED)
    } catch (thrown) {
      if (mayTryAgain(thrown, write.attempt++)) start(write)
      else write.reject(thrown)
    }
  }

  function start(write: Write): void {
    if (isQuick(write)) shuttle.add(write)
    else void carry([write])
  }

  return (statements, durable) =>
    new Promise((resolve, reject) => start({ statements, durable, attempt: 1, resolve, reject }))
}
