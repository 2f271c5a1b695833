import { doneAtOnce } from '../src/call/answer.ts'
import { parseInput } from '../src/call/input.ts'
import { createOpener, runTool } from '../src/call/run.ts'
import { loadTools } from '../src/catalog/load.ts'
import type { Host } from '../src/core/capability.ts'
import type { Db } from '../src/core/db.ts'
import { Fault } from '../src/core/fault.ts'
import { isPayload } from '../src/core/payload.ts'
import { allMigrations } from '../src/stores/all.ts'
import { migrate } from '../src/stores/migrate.ts'
import { openSqlite } from '../src/stores/sqlite.ts'

/** `npm run try -- hash '{"text":"hi"}'`: runs one tool here, without a server or a payment. */
const [slug, text = '{}'] = process.argv.slice(2)
const { tools } = await loadTools(new URL('../src/tools', import.meta.url).pathname)
const tool = tools.find((candidate) => candidate.slug === slug)
if (!tool)
  fail(
    `No tool is called ${slug ?? '(nothing)'}. There are: ${tools.map((each) => each.slug).join(', ')}.`,
  )

const host: Host = {
  db: await emptyDb(),
  now: Date.now,
  setting: (name) => process.env[name],
  run: async () => fail('A tool made of tools needs the server.'),
  onClose: () => {},
}

try {
  const input = parseInput(tool, JSON.parse(text))
  const running = { host, open: createOpener(host) }
  const payer = { rail: 'free', wallet: 'demo:try' } as const
  const output = await runTool(tool, input.value, payer, running, new AbortController().signal)
  const answer = await doneAtOnce(tool, output, host)
  process.stdout.write(
    `${isPayload(answer) ? `(${answer.payload})` : JSON.stringify(answer, null, 2)}\n`,
  )
} catch (thrown) {
  const fault = Fault.from(thrown)
  if (fault.code === 'internal') throw thrown
  process.stderr.write(
    `${fault.status} ${JSON.stringify({ error: fault.message, ...fault.detail.body }, null, 2)}\n`,
  )
  process.exitCode = 1
}

/** Nothing is remembered from one try to the next. */
async function emptyDb(): Promise<Db> {
  const db = openSqlite(':memory:')
  await migrate(db, allMigrations, Date.now())
  return db
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
