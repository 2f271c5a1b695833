import { chmodSync, existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { readConfig } from '../src/service/settings/config.ts'

/**
 * `npm run backup -- <file>`: a copy of the SQLite database as it stands, while the service runs.
 */
const { DATA_DIR, DATABASE_URL } = readConfig(process.env).serving
const source = join(DATA_DIR, 'farebox.db')
const [file] = process.argv.slice(2)

/** In one go, because a copy begins anew whenever somebody writes between two of its steps. */
const ALL_PAGES = 1_000_000_000

if (!file) fail('usage: npm run backup -- <file>')
if (DATABASE_URL) fail('This instance is on PostgreSQL: pg_dump backs it up while it runs.')
if (!existsSync(source)) fail(`${source} is not there: DATA_DIR names the folder of the instance.`)
if (!existsSync(dirname(file))) fail(`there is no folder ${dirname(file)} for the copy.`)
if (existsSync(file)) fail(`${file} is there already.`)

const db = new Database(source, { readonly: true })
try {
  await db.backup(file, { progress: () => ALL_PAGES })
} finally {
  db.close()
}
chmodSync(file, 0o600)
const copy = new Database(file, { readonly: true })
const verdict = copy.pragma('integrity_check', { simple: true })
copy.close()
if (verdict !== 'ok') fail(`the copy is damaged: ${String(verdict)}`)
process.stdout.write(`${file} is written, and sound.\n`)

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
