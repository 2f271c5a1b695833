import { parseInput } from '../src/selling/call/input.ts'
import { assertConfigured, runTool, trialFor } from '../src/selling/call/run.ts'
import { Fault } from '../src/base/core/fault.ts'
import { openTools } from './_tools.ts'
import { allRecordings } from '../test/support/recordings/form.ts'
import { createListener, differencesOf } from './_live-shapes.ts'
import { askedUpstreams, type AskedUpstream, type UpstreamCall } from './_upstreams.ts'

/**
 * `npm run canary`: asks every provider that this instance can ask, live, by an example of a tool,
 * and prints what came of it. An answer counts if it has the shape that the tool promises and names
 * the provider. Shapes of answers that differ from the recorded ones are printed. What costs money
 * costs it here too. `npm run canary -- nominatim exa` asks these.
 */
const AT_ONCE = 6
/** A provider may be asked only after another; more examples than this tell nothing new. */
const CALLS_MAX = 3

interface Row {
  readonly upstream: string
  readonly tool: string
  readonly ms: number | null
  readonly result: string
  /** How old the data of the answer was. */
  readonly age: string
}

const names = new Set(process.argv.slice(2))
const { heard, part } = createListener()
const { catalog, running, close } = await openTools({ part })

try {
  const known = await askedUpstreams(catalog.tools)
  const unknown = [...names].filter((name) => !known.some((one) => one.name === name))
  if (unknown.length > 0) {
    process.stderr.write(
      `canary: no tool asks ${unknown.join(', ')}; without a name, all are asked\n`,
    )
    process.exitCode = 1
  } else {
    const asked = known.filter(({ name }) => names.size === 0 || names.has(name))
    const waiting = [...asked]
    const rows: Row[] = []
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) rows.push(await rowOf(next))
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    printTable(rows.toSorted((one, other) => (one.upstream < other.upstream ? -1 : 1)))
    await printDifferences(asked)
    printCounts(rows)
  }
} finally {
  await close()
}

async function rowOf({ name, providers, calls }: AskedUpstream): Promise<Row> {
  const able = calls.filter(({ tool }) => tool.unavailable === undefined)
  const [first] = able
  const row = { upstream: name, tool: calls[0]?.tool.slug ?? '', ms: null, age: '' }
  if (!first) return { ...row, result: `not configured: ${calls[0]?.tool.unavailable ?? ''}` }
  let others = ''
  for (const one of able.slice(0, CALLS_MAX)) {
    const startedAt = performance.now()
    const said = await answerTo(one).catch((thrown: unknown) => failureOf(thrown))
    const ms = Math.round(performance.now() - startedAt)
    const told = { ...row, tool: one.tool.slug, ms }
    if (typeof said === 'string') return { ...told, result: said }
    const { source, asOf } = said
    if (providers.some(({ title }) => source?.includes(title)))
      return { ...told, result: 'ok', age: ageOf(asOf) }
    others = source ?? ''
  }
  return { ...row, tool: first.tool.slug, result: `not asked: ${others || 'nobody'} answered` }
}

interface Answered {
  readonly source?: string | null
  readonly asOf?: string
}

async function answerTo({ tool, example }: UpstreamCall): Promise<Answered> {
  assertConfigured(tool)
  const { value } = parseInput(tool, example.input as Readonly<Record<string, unknown>>)
  const payer = { rail: 'free', wallet: 'demo:canary' } as const
  return (await runTool(tool, value, trialFor(payer), running)) as Answered
}

function failureOf(thrown: unknown): string {
  const fault = Fault.from(thrown)
  return fault.code === 'internal' ? `BUG: ${String(thrown)}` : `${fault.status} ${fault.message}`
}

function ageOf(asOf: string | undefined): string {
  const minutes = asOf ? Math.round((Date.now() - Date.parse(asOf)) / 60_000) : 0
  if (minutes < 60) return `${minutes} min`
  return minutes < 2 * 1_440 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1_440)} d`
}

function printTable(rows: readonly Row[]): void {
  const cells = rows.map(({ upstream, tool, ms, age, result }) =>
    [upstream, tool, ms === null ? '' : String(ms), age, result].map((cell) => cell.slice(0, 200)),
  )
  const table = [['provider', 'tool', 'ms', 'age', 'result'], ...cells]
  const widths = [0, 1, 2, 3].map((at) => Math.max(...table.map((row) => row[at]?.length ?? 0)))
  for (const row of table)
    process.stdout.write(`${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}\n`)
}

function printCounts(rows: readonly Row[]): void {
  const count = (start: string) => rows.filter(({ result }) => result.startsWith(start)).length
  const [good, idle] = [count('ok'), count('not configured')]
  process.stdout.write(
    `\n${good} ok, ${idle} not configured, ${rows.length - good - idle} to look at\n`,
  )
}

async function printDifferences(asked: readonly AskedUpstream[]): Promise<void> {
  const recordings = await allRecordings()
  for (const { name, providers } of asked) {
    const live = heard.filter(({ title }) => providers.some((one) => one.title === title))
    const own = recordings.filter(({ provider }) => provider === name)
    const lines = differencesOf(live, own)
    if (lines.length > 0)
      process.stdout.write(`\n${name} differs from its recordings:\n${lines.join('\n')}\n`)
  }
}
