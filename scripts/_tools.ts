import { fileURLToPath } from 'node:url'
import { createStepRunner } from '../src/selling/call/step-runner.ts'
import { createCatalog } from '../src/selling/catalog/catalog.ts'
import type { Host } from '../src/base/core/capability.ts'
import type { Db } from '../src/base/core/db.ts'
import { loadTools } from '../src/service/build/goods.ts'
import { allMigrations } from '../src/stores/all.ts'
import { migrate } from '../src/stores/database/migrate.ts'
import { openSqlite } from '../src/stores/database/sqlite.ts'

const setting = (name: string) => process.env[name] || undefined

/** All tools with the settings of the environment, for scripts that run them without a service. */
export async function openTools(heard: Pick<Host, 'part'> = {}) {
  process.env['FONTCONFIG_FILE'] ??= fileURLToPath(
    new URL('../src/service/ops/fonts.conf', import.meta.url),
  )
  const loaded = await loadTools({
    serving: { TOOLS_DIR: setting('TOOLS_DIR') },
  })
  const catalog = createCatalog(loaded, { setting })
  const closing: (() => Promise<void>)[] = []
  const running = createStepRunner({
    db: await emptyDb(),
    now: Date.now,
    setting,
    toolOf: catalog.bySlug,
    onTrouble: (what, cause) => void process.stderr.write(`${what}: ${String(cause)}\n`),
    onClose: (close) => void closing.push(close),
    ...heard,
  })
  async function close(): Promise<void> {
    for (const each of closing) await each()
  }
  return { catalog, running, close }
}

/** Nothing is remembered. */
async function emptyDb(): Promise<Db> {
  const db = openSqlite(':memory:')
  await migrate(db, allMigrations, Date.now())
  return db
}
