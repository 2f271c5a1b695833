import { doneAtOnce } from '../src/call/answer.ts'
import { parseInput } from '../src/call/input.ts'
import { runTool, trialFor } from '../src/call/run.ts'
import { createRunning } from '../src/call/running.ts'
import { loadTools } from '../src/catalog/load.ts'
import type { Db } from '../src/core/db.ts'
import { Fault } from '../src/core/fault.ts'
import { isPayload } from '../src/core/payload.ts'
import { allMigrations } from '../src/stores/all.ts'
import { migrate } from '../src/stores/migrate.ts'
import { openSqlite } from '../src/stores/sqlite.ts'

/** `npm run try -- hash '{"text":"hi"}'`: runs one tool here, without a server or a payment. */
process.env['FONTCONFIG_FILE'] ??= new URL('../src/ops/fonts.conf', import.meta.url).pathname
const [slug, text = '{}'] = process.argv.slice(2)
const folders = ['../src/tools', '../src/packs']
const { tools } = await loadTools(
  ...folders.map((folder) => new URL(folder, import.meta.url).pathname),
)
const tool = tools.find((candidate) => candidate.slug === slug)
if (!tool)
  fail(
    `No tool is called ${slug ?? '(nothing)'}. There are: ${tools.map((each) => each.slug).join(', ')}.`,
  )

const closing: (() => Promise<void>)[] = []
const running = createRunning({
  db: await emptyDb(),
  now: Date.now,
  setting: (name) => process.env[name],
  toolOf: (name) => tools.find((candidate) => candidate.slug === name),
  onTrouble: (what, cause) => void process.stderr.write(`${what}: ${String(cause)}\n`),
  onClose: (close) => void closing.push(close),
})

try {
  const input = parseInput(tool, JSON.parse(text))
  const payer = { rail: 'free', wallet: 'demo:try' } as const
  const output = await runTool(tool, input.value, trialFor(payer), running)
  const answer = await doneAtOnce(tool, output, running.host)
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
} finally {
  for (const close of closing) await close()
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
