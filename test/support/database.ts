import type { Db, Commit, Transaction } from '../../src/base/core/db.ts'
import type { Tool } from '../../src/base/core/tool.ts'
import { storedJson } from '../../src/engines/formats/stored-json.ts'
import { enter, NOTHING } from '../../src/capabilities/memory/space.ts'
import { write } from '../../src/capabilities/memory/values.ts'
import { allMigrations } from '../../src/stores/all.ts'
import { migrate } from '../../src/stores/database/migrate.ts'
import { openSqlite } from '../../src/stores/database/sqlite.ts'

/** Who runs the examples of tools. */
export const EXAMPLE_WALLET = '0x00000000000000000000000000000000000000aa'

/** What examples find in the memory of that wallet. */
const REMEMBERED = { prefs: { lang: 'en' } }

/** A database in memory for a tool that uses anything; a pure one must do without. */
export async function databaseFor({ pure }: Tool, now: number): Promise<Db> {
  if (pure) return null as never
  let opened: Promise<Db> | undefined
  return whenAsked(() => (opened ??= open(now)))
}

/** A database that is made when it is first asked: most tools never do. */
const whenAsked = (opened: () => Promise<Db>): Db => ({
  engine: 'sqlite',
  all: async (...query) => (await opened()).all(...query),
  one: async (...query) => (await opened()).one(...query),
  batch: async (...batch) => (await opened()).batch(...batch),
  run: async (...transaction) => (await opened()).run(...transaction),
  close: async () => (await opened()).close(),
})

async function open(now: number): Promise<Db> {
  const db = openSqlite(':memory:')
  await migrate(db, allMigrations, now)
  await db.run(() => remembered(now))
  return db
}

function* remembered(now: number): Transaction<Commit<void>> {
  const space = yield* enter({ ns: EXAMPLE_WALLET, actor: EXAMPLE_WALLET, now }, NOTHING)
  for (const [key, value] of Object.entries(REMEMBERED)) {
    const entry = { key, value: storedJson(key, value, 1_000), ttlSeconds: undefined }
    yield* write.apply(space, entry)
  }
  return space.done(undefined)
}
