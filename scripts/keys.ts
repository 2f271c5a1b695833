import { readConfig } from '../src/service/settings/config.ts'
import { openDb } from '../src/stores/open.ts'
import { createKeyRing, publicJwk } from '../src/stores/signing-keys.ts'

/** The operator's hand on the signing keys; works beside a running server, on its database. */
const USAGE = `usage:
  npm run keys -- list
  npm run keys -- rotate            signs with a new key from now on; what was signed stays good
  npm run keys -- rotate --revoke   the same, and what was signed is not to be believed any more`

const [command = '', option] = process.argv.slice(2)
const config = readConfig(process.env).serving
const db = await openDb({
  databaseUrl: config.DATABASE_URL,
  dataDir: config.DATA_DIR,
  now: Date.now,
  onError: (thrown) => fail(thrown.message),
})
try {
  const keys = createKeyRing(db, Date.now)
  const isRevoking = option === '--revoke'
  if (command === 'rotate' && (option === undefined || isRevoking))
    await keys.rotate({ revokes: isRevoking })
  else if (command !== 'list') fail(USAGE)
  for (const key of await keys.published())
    process.stdout.write(`${JSON.stringify(publicJwk(key))}\n`)
} finally {
  await db.close()
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
