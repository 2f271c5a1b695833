import type { Db, Commit, Transaction } from '../../base/core/db.ts'
import { createGrantStore } from '../../stores/memory-grants.ts'
import { inboxesToSweep } from '../../stores/memory-inbox.ts'
import { forgetPromises } from '../../stores/memory-spaces.ts'
import { createValueStore } from '../../stores/memory-values.ts'
import { enter, NOTHING } from './space.ts'

/** Removes expired rows, which readers no longer see. */
export async function sweepMemory(db: Db, now: number): Promise<void> {
  await forgetPromises(db, now)
  await createGrantStore(db).forget(now)
  const spaces = [...(await createValueStore(db).toSweep(now)), ...(await inboxesToSweep(db, now))]
  for (const ns of spaces) await db.run(() => swept(ns, now), ns)
}

function* swept(ns: string, now: number): Transaction<Commit<void>> {
  const space = yield* enter({ ns, actor: ns, now }, NOTHING)
  yield* space.purge()
  return space.done(undefined)
}
