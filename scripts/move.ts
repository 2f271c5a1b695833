import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import Database from 'better-sqlite3'
import { readConfig } from '../src/service/settings/config.ts'
import { copyAll } from '../src/stores/database/copy.ts'
import { createLeaseStore } from '../src/stores/leases.ts'
import { openDb } from '../src/stores/open.ts'

/**
 * `npm run move -- --to postgres://...`: everything in `DATA_DIR` goes to an empty PostgreSQL
 * database.
 */
const { DATA_DIR: dataDir } = readConfig({ ...process.env, DATABASE_URL: undefined }).serving
const USAGE = 'usage: npm run move -- --to postgres://user:password@host/database'
const to = addressIn(process.argv.slice(2))
const file = join(dataDir, 'farebox.db')
const place = { dataDir, now: Date.now, onError: (thrown: Error) => fail(thrown.message) }

if (!existsSync(file)) fail(`${file} is not there: DATA_DIR names the folder of the instance.`)
await move(to).catch((thrown: unknown) => fail(`--to: ${messageOf(thrown)}`))

function addressIn(args: string[]): string {
  let address: string | undefined
  try {
    address = parseArgs({ args, options: { to: { type: 'string' } } }).values.to
  } catch (thrown) {
    fail(`${messageOf(thrown)}\n${USAGE}`)
  }
  if (!address) fail(USAGE)
  const isPostgres = URL.canParse(address) && /^postgres(ql)?:$/.test(new URL(address).protocol)
  if (!isPostgres) fail(`--to: must be an address such as postgres://user:password@host/database`)
  return address
}

async function move(databaseUrl: string): Promise<void> {
  const source = await openDb(place)
  const target = await openDb({ ...place, databaseUrl })
  const lock = new Database(file)
  try {
    if ((await createLeaseStore(source).held(Date.now())).length > 0)
      throw new Error('a server works on this database: stop it first, or wait half a minute')
    lock.exec('begin immediate')
    for (const { table, rows } of await copyAll(source, target)) {
      process.stdout.write(`${table.padEnd(20)} ${rows}\n`)
    }
    process.stdout.write('Everything is there. Start the service with DATABASE_URL from now on.\n')
  } catch (thrown) {
    process.stderr.write(`${messageOf(thrown)}\n`)
    process.exitCode = 1
  } finally {
    lock.close()
    await Promise.all([source.close(), target.close()])
  }
}

function messageOf(thrown: unknown): string {
  const { message = '', code } = thrown as {
    readonly message?: string
    readonly code?: unknown
  }
  return message || String(code ?? thrown)
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
