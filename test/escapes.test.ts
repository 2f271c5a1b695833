/** @module-tag ci */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseInput } from '../src/selling/call/input.ts'
import { Fault } from '../src/base/core/fault.ts'
import type { Tool } from '../src/base/core/tool.ts'
import { catalogOfTools } from './support/catalog.ts'
import { EVALUATED, textWays } from './support/escapes/text-ways.ts'
import { places, withValue } from './support/odd-values.ts'

const { tools } = await catalogOfTools()
/** Whatever a caller sends is all that they work on. */
const pure = tools.filter(({ spec: { uses } }) => Object.keys(uses).length === 0)

const SECRET = 'planted-secret-of-the-service'
const VARIABLE = 'ESCAPE_TEST_SECRET'
/** Fields come before what lies within them. */
const PLACES_MAX = 3
/** One tool takes a tenth of a second for each text. */
const SLOW_MS = 120_000

let folder: string
let ways: readonly string[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farebox-text-ways-'))
  const canary = join(folder, 'canary.txt')
  await writeFile(canary, SECRET)
  ways = textWays(canary)
  process.env[VARIABLE] = SECRET
})
afterAll(async () => {
  delete process.env[VARIABLE]
  await rm(folder, { recursive: true, force: true })
})

/** Whether something of ours ran a text, or wrote on a prototype; and puts it right. */
function isEscaped(): boolean {
  const marked = globalThis as { escaped?: unknown }
  const shared = Object.prototype as { escaped?: unknown }
  const found = marked.escaped !== undefined || shared.escaped !== undefined
  delete marked.escaped
  delete shared.escaped
  return found
}

/** The texts of the first example, each replaced by each way that its schema allows. */
function inputsOf(tool: Tool): readonly Readonly<Record<string, unknown>>[] {
  const [{ input }] = tool.spec.examples
  return places(input)
    .filter((path) => typeof path.reduce<unknown>(within, input) === 'string')
    .toSorted((one, other) => one.length - other.length)
    .slice(0, PLACES_MAX)
    .flatMap((path) => ways.map((way) => withValue(input, path, way) as Record<string, unknown>))
}

const within = (value: unknown, key: string): unknown => (value as Record<string, unknown>)[key]

async function answerOf(tool: Tool, input: Readonly<Record<string, unknown>>): Promise<string> {
  try {
    const { value } = parseInput(tool, input)
    const { signal } = new AbortController()
    const answer: unknown = await tool.spec.run(value as never, { signal, now: () => 0 })
    return JSON.stringify(answer, (_, one: unknown) => (typeof one === 'bigint' ? `${one}` : one))
  } catch (thrown) {
    if (thrown instanceof Fault) return thrown.message
    throw thrown
  }
}

const each = pure.map((tool) => [tool.slug, tool] as const)

describe('no tool runs what it is sent, writes on a prototype, or reads what is ours', () => {
  test.each(each)('%s', { timeout: SLOW_MS }, async (_, tool) => {
    for (const input of inputsOf(tool)) {
      const answer = await answerOf(tool, input)
      expect([input, isEscaped()]).toEqual([input, false])
      expect(answer).not.toContain(SECRET)
    }
  })
})

test('what is evaluated is noticed', () => {
  for (const way of EVALUATED) {
    // oxlint-disable-next-line no-eval -- it shows that the ways work
    ;(0, eval)(way)
    expect([way, isEscaped()]).toEqual([way, true])
  }
})
