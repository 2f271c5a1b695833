/** @module-tag long */
import { readFileSync } from 'node:fs'
import { compileSchema } from 'json-schema-library'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { doneAtOnce } from '../../src/selling/call/effects.ts'
import { parseInput } from '../../src/selling/call/input.ts'
import { runTool, trialFor } from '../../src/selling/call/run.ts'
import { openTestService, type TestService } from '../support/service.ts'
import { STOCK_CLIENTS, type StockClient } from '../support/mcp-clients.ts'
import { sampleOf, type JsonSchema } from '../support/schema-sample.ts'
import { worldFor } from '../support/world.ts'

/**
 * What a model goes through: it searches in its own words, has the best tool described, and writes
 * a call from that description alone. The tasks were frozen before anything was measured on them:
 * at first sight 42 of 60 came first, and 54 among five. Words were then added to descriptions.
 */
type Task = readonly [words: string, ...slugs: string[]]

const tasks = JSON.parse(
  readFileSync(new URL('../fixtures/agent-tasks.json', import.meta.url), 'utf8'),
) as readonly Task[]

const FIRST_MIN = 0.7
const FIVE_MIN = 0.95

let service: TestService
let client: StockClient

beforeAll(async () => {
  service = await openTestService()
  client = await STOCK_CLIENTS['client 2, 2026']!(service)
})
afterAll(async () => {
  await client.close()
  await service.stop()
})

async function ask<Answer>(name: string, input: Readonly<Record<string, unknown>>) {
  const { structuredContent } = await client.callTool({ name, arguments: input })
  return structuredContent as Answer
}

async function placeOf([query, ...slugs]: Task): Promise<number> {
  type Found = { readonly results: readonly { readonly slug: string }[] }
  const { results } = await ask<Found>('catalog.search', { query, limit: 5 })
  return results.findIndex(({ slug }) => slugs.includes(slug))
}

test('60 tasks in the words of agents lead to the right tool', async () => {
  expect(tasks).toHaveLength(60)
  const places = await Promise.all(tasks.map(placeOf))
  const share = (fits: (place: number) => boolean) => places.filter(fits).length / tasks.length
  const missed = tasks.flatMap(([words], at) => (places[at] === 0 ? [] : [words])).join('\n')
  const first = share((place) => place === 0)
  const five = share((place) => place >= 0)
  process.stdout.write(`tasks of agents: ${first.toFixed(2)} first, ${five.toFixed(2)} of five\n`)
  expect(first, missed).toBeGreaterThanOrEqual(FIRST_MIN)
  expect(five, missed).toBeGreaterThanOrEqual(FIVE_MIN)
})

describe('a call that a program builds from the described schema alone', () => {
  const slugs = [...new Set(tasks.flatMap(([, ...fitting]) => fitting))]

  test.each(slugs)('fits the schema and runs: %s', async (slug) => {
    type Described = { readonly inputSchema: JsonSchema }
    const { inputSchema } = await ask<Described>('catalog.describe', { slug })
    const params = sampleOf(inputSchema)
    expect(compileSchema(inputSchema).validate(params).errors).toEqual([])
    const tool = service.catalog.bySlug(slug)!
    const [{ at }] = tool.spec.examples
    const world = await worldFor(tool, at ? Date.parse(at) : Date.now())
    const { value } = parseInput(tool, params as Readonly<Record<string, unknown>>)
    const output = await runTool(tool, value, trialFor(PAYER), world)
    expect(await doneAtOnce(tool, output, world.host)).toBeDefined()
  })
})

const PAYER = { rail: 'test', wallet: '0x00000000000000000000000000000000000000aa' } as const
