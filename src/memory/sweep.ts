import type { Db, Script } from '../core/db.ts'
import { createGrantStore } from '../stores/memory-grants.ts'
import { inboxesToSweep } from '../stores/memory-inbox.ts'
import { forgetPromises } from '../stores/memory-spaces.ts'
import { createValueStore } from '../stores/memory-values.ts'
import { enter } from './space.ts'

/** Removes what readers have not seen since it expired. */
export async function sweepMemory(db: Db, now: number): Promise<void> {
  await forgetPromises(db, now)
  await createGrantStore(db).forget(now)
  const spaces = [...(await createValueStore(db).toSweep(now)), ...(await inboxesToSweep(db, now))]
  for (const ns of spaces) await db.run(() => swept(ns, now))
}

function* swept(ns: string, now: number): Script<void> {
  const space = yield* enter({ ns, actor: ns, now })
  yield* space.purge()
  yield space.done(null).writes
}
