import { parseInput } from '../src/call/input.ts'
import { createOpener, runTool } from '../src/call/run.ts'
import { loadTools } from '../src/catalog/load.ts'
import type { Host } from '../src/core/capability.ts'
import { Fault } from '../src/core/fault.ts'
import { isPayload } from '../src/core/payload.ts'

/** `npm run try -- hash '{"text":"hi"}'`: runs one tool here, without a server or a payment. */
const [slug, text = '{}'] = process.argv.slice(2)
const { tools } = await loadTools(new URL('../src/tools', import.meta.url).pathname)
const tool = tools.find((candidate) => candidate.slug === slug)
if (!tool)
  fail(
    `No tool is called ${slug ?? '(nothing)'}. There are: ${tools.map((each) => each.slug).join(', ')}.`,
  )

const host: Host = {
  db: null as never,
  now: Date.now,
  setting: (name) => process.env[name],
  run: async () => fail('A tool made of tools needs the server.'),
  onClose: () => {},
}

try {
  const input = parseInput(tool, JSON.parse(text))
  const running = { host, open: createOpener(host) }
  const payer = { rail: 'free', wallet: null }
  const answer = await runTool(tool, input.value, payer, running, new AbortController().signal)
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

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
