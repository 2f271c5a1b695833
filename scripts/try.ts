import { doneAtOnce } from '../src/selling/call/effects.ts'
import { parseInput } from '../src/selling/call/input.ts'
import { assertConfigured, runTool, trialFor } from '../src/selling/call/run.ts'
import { createFind } from '../src/selling/catalog/find.ts'
import { badInput, Fault } from '../src/base/core/fault.ts'
import { isSpecialOutput } from '../src/base/core/tool-output.ts'
import { openTools } from './_tools.ts'

/** `npm run try -- hash '{"text":"hi"}'`: runs one tool here, without a server or a payment. */
const USAGE = `usage: npm run try -- <tool> '<input as JSON>'`
const SUGGESTIONS = 5

const [slug, text = '{}'] = process.argv.slice(2)
if (!slug) fail(USAGE)

const { catalog, running, close } = await openTools()
const tool =
  catalog.bySlug(slug) ?? fail(`No tool is called ${slug}.${await similarTo(slug)}\n${USAGE}`)

try {
  assertConfigured(tool)
  const input = parseInput(tool, readJson(text))
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
  await close()
}

function readJson(json: string): Readonly<Record<string, unknown>> {
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
