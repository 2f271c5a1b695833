import type { Durable, Statement, Transaction } from '../../base/core/db.ts'
import { commitOf } from '../../base/core/transaction.ts'
import type { PgConnection, Query } from './_pg-connection.ts'
import type { Pool } from './_pg-pool.ts'
import { createBatcher } from './_pg-batcher.ts'
import {
  again,
  answersOf,
  ask,
  BEGIN,
  COMMIT,
  isSelect,
  locksOf,
  loud,
  REFUSED,
  rollBack,
  runAlone,
  type TransactionFactory,
} from './_pg-transaction.ts'

export interface LockedJob {
  readonly begin: TransactionFactory
  readonly lockKey: string
  readonly durable: Durable
  resolve(value: unknown): void
  reject(thrown: unknown): void
}

/** Jobs of one key, which follow one another. */
type Chain = readonly LockedJob[]

const CHAINS_MAX = 32
const CHAIN_LENGTH_MAX = 16

/**
 * Transactions under a lock. Those of one moment share one transaction and its locks; those with
 * the same key run in it one after another, each with the writes of the one before. If anything
 * fails in it, all of it is rolled back, and each runs by itself.
 */
export function createLocked(pool: Pool): (job: LockedJob) => void {
  const busy = new Set<string>()
  const batcher = createBatcher<LockedJob, Chain>(load, carry)
  let wereLong = false

  function load(waiting: LockedJob[]): Chain[] {
    const chains = new Map<string, LockedJob[]>()
    const left: LockedJob[] = []
    for (const job of waiting.splice(0)) {
      const chain = chains.get(job.lockKey)
      const isNew = !busy.has(job.lockKey) && chains.size < CHAINS_MAX
      if (chain && chain.length < CHAIN_LENGTH_MAX) chain.push(job)
      else if (!chain && isNew) chains.set(job.lockKey, [job])
      else left.push(job)
    }
    const [going, staying] = parted([...chains.values()])
    for (const [first] of going) busy.add(first!.lockKey)
    waiting.push(...staying.flat(), ...left)
    return going
  }

  /** A key that many change takes many round trips, so those of others go without it. */
  function parted(chains: LockedJob[][]): readonly [going: LockedJob[][], staying: LockedJob[][]] {
    const long = chains.filter(({ length }) => length > 1)
    const short = chains.filter(({ length }) => length === 1)
    if (long.length === 0 || short.length === 0) return [chains, []]
    wereLong = !wereLong
    return wereLong ? [long, short] : [short, long]
  }

  async function carry(chains: readonly Chain[]): Promise<void> {
    const isDone = await pool
      .use((connection) => runTogether(connection, chains))
      .catch((thrown: unknown) => {
        for (const job of chains.flat()) job.reject(thrown)
        return true
      })
    if (!isDone) await Promise.all(chains.map(oneByOne))
    for (const [{ lockKey } = { lockKey: '' }] of chains) busy.delete(lockKey)
  }

  async function oneByOne(chain: Chain): Promise<void> {
    for (const { begin, lockKey, durable, resolve, reject } of chain)
      await again(() =>
        pool.use((connection) => runAlone(connection, begin, { durable, lockKey })),
      ).then((value) => resolve(value === REFUSED ? null : value), reject)
  }

  return batcher.add
}

/** What a chain asks next: the last writes of a job, and what the job behind it reads. */
interface Round {
  readonly writes: readonly Statement[]
  readonly asks: readonly Statement[]
}

/** Thrown where a job cannot be undone without its neighbours. */
const apart = (): Error => new Error('It must run by itself.')

/** False when everything was undone. */
async function runTogether(connection: PgConnection, chains: readonly Chain[]): Promise<boolean> {
  const tell: (() => void)[] = []
  try {
    await allRounds(connection, chains, tell)
  } catch (thrown) {
    if (connection.isLost()) throw thrown
    return false
  } finally {
    await rollBack(connection)
  }
  for (const each of tell) each()
  return true
}

async function allRounds(
  connection: PgConnection,
  chains: readonly Chain[],
  tell: (() => void)[],
): Promise<void> {
  const isDurable = chains.flat().some(({ durable }) => durable === 'now')
  const locks = locksOf(chains.map(([first]) => first!.lockKey))
  let before: readonly Query[] = [BEGIN, ...connection.opening(isDurable ? 'now' : 'soon'), locks]
  let rides = chains
    .map((chain) => rounds(chain, tell))
    .map((ride) => ({ ride, step: ride.next() }))
  for (;;) {
    const live = rides.flatMap(({ ride, step }) => (step.done ? [] : [{ ride, round: step.value }]))
    if (live.length === 0) return
    live.sort((a, b) => (rowOf(a.round) < rowOf(b.round) ? -1 : 1))
    const isLast = live.every(({ round }) => round.asks.length === 0)
    const writes = live.flatMap(({ round }) => round.writes)
    const asks = live.flatMap(({ round }) => round.asks)
    const queries = [...before, ...writes.map(loud), ...asks, ...(isLast ? [COMMIT] : [])]
    const rows = answersOf([...writes, ...asks], await ask(connection, queries), before)
    if (rows === REFUSED) throw apart()
    before = []
    let at = writes.length
    rides = live.map(({ ride, round }) => {
      const answers = rows.slice(at, (at += round.asks.length))
      return { ride, step: ride.next(answers) }
    })
  }
}

/** One order for the rows that many change, so that two replicas never wait for each other. */
const rowOf = ({ writes }: Round): string => writes.find(({ row }) => row)?.row ?? ''

function* rounds(
  chain: Chain,
  tell: (() => void)[],
): Generator<Round, void, readonly (readonly unknown[])[]> {
  let writes: readonly Statement[] = []
  for (const { begin, resolve, reject } of chain) {
    let transaction: Transaction<unknown>
    let hasWritten = false
    try {
      transaction = begin()
      let step = transaction.next()
      while (!step.done) {
        const asks = step.value
        hasWritten ||= asks.some(({ sql }) => !isSelect(sql))
        const answers = yield { writes, asks }
        writes = []
        step = transaction.next(answers)
      }
      const { value, writes: last } = commitOf(step.value)
      writes = [...writes, ...last]
      tell.push(() => resolve(value))
    } catch (thrown) {
      if (hasWritten) throw apart()
      tell.push(() => reject(thrown))
    }
  }
  yield { writes, asks: [] }
}
