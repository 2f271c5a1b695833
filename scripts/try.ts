import { fileURLToPath } from 'node:url'
import { doneAtOnce } from '../src/call/effects.ts'
import { parseInput } from '../src/call/input.ts'
import { assertConfigured, runTool, trialFor } from '../src/call/run.ts'
import { createRunning } from '../src/call/running.ts'
import { createCatalog } from '../src/catalog/catalog.ts'
import { createFind } from '../src/catalog/find.ts'
import { loadAll } from '../src/catalog/load.ts'
import { badInput, Fault } from '../src/core/fault.ts'
import { isSpecialOutput } from '../src/core/tool-output.ts'
import { withOwn } from '../src/open-ground.ts'
import { emptyDb } from './_empty-db.ts'

/** `npm run try -- hash '{"text":"hi"}'`: runs one tool here, without a server or a payment. */
const USAGE = `usage: npm run try -- <tool> '<input as JSON>'`
const SUGGESTIONS = 5

process.env['FONTCONFIG_FILE'] ??= fileURLToPath(new URL('../src/ops/fonts.conf', import.meta.url))
const [slug, text = '{}'] = process.argv.slice(2)
if (!slug) fail(USAGE)

const setting = (name: string) => process.env[name] || undefined
const catalog = createCatalog(await withOwn(loadAll(), { TOOLS_DIR: setting('TOOLS_DIR') }), {
  setting,
})
const tool =
  catalog.bySlug(slug) ?? fail(`No tool is called ${slug}.${await similarTo(slug)}\n${USAGE}`)

const closing: (() => Promise<void>)[] = []
const running = createRunning({
  db: await emptyDb(),
  now: Date.now,
  setting,
  toolOf: catalog.bySlug,
  onTrouble: (what, cause) => void process.stderr.write(`${what}: ${String(cause)}\n`),
  onClose: (close) => void closing.push(close),
})

try {
  assertConfigured(tool)
  const input = parseInput(tool, parsed(text))
  const payer = { rail: 'free', wallet: 'demo:try' } as const
  const output = await runTool(tool, input.value, trialFor(payer), running)
  const answer = await doneAtOnce(tool, output, running.host)
  process.stdout.write(
    `${isSpecialOutput(answer) ? `(${answer.payload})` : JSON.stringify(answer, null, 2)}\n`,
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

function parsed(json: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(json) as Readonly<Record<string, unknown>>
  } catch (thrown) {
    throw badInput(`The input is not JSON: ${(thrown as Error).message}.`)
  }
}

async function similarTo(name: string): Promise<string> {
  const site = { name: 'Farebox', baseUrl: '', build: '' }
  const { results } = await createFind(catalog, site)(name.replaceAll('-', ' '), SUGGESTIONS)
  const alike = catalog.tools.filter((each) => each.slug.startsWith(name.slice(0, 4)))
  const slugs = [...new Set([...alike, ...results].map((each) => each.slug))].slice(0, SUGGESTIONS)
  return slugs.length > 0 ? ` Similar: ${slugs.join(', ')}.` : ''
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
