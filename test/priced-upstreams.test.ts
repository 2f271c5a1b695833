/** @module-tag long */
import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseInput } from '../src/selling/call/input.ts'
import { runTool, trialFor } from '../src/selling/call/run.ts'
import type { Capability } from '../src/base/core/capability.ts'
import { usdOf, type Usd } from '../src/base/core/money.ts'
import type { Spending } from '../src/base/core/spending.ts'
import type { Tool } from '../src/base/core/tool.ts'
import { PROVIDERS } from '../src/capabilities/llm/providers/all.ts'
import { isKey } from '../src/capabilities/upstreams/_billing.ts'
import { defineUpstream } from '../src/capabilities/upstreams/define.ts'
import { catalogOfTools } from './support/catalog.ts'
import { startBillingProvider, type BillingProvider } from './support/llm/billing-provider.ts'
import { worldFor } from './support/world.ts'

/**
 * Whatever has a key of the operator may bill requests: it says that they are free, or announces
 * what they cost before they are sent. Derived from what tools use, so that nothing is forgotten.
 */
const { tools } = await catalogOfTools()
const FOLDER = new URL('../src/capabilities/upstreams/', import.meta.url)

/** Keys whose owner is not billed for requests. */
const freeKeys = new Set<string>()
for (const file of await readdir(FOLDER)) {
  if (file.startsWith('_') || file.endsWith('.test.ts')) continue
  const unit = (await import(new URL(file, FOLDER).href)) as Record<string, unknown>
  for (const { isFree, settings } of Object.values(unit).filter(isCapability))
    if (isFree) for (const { name } of settings) freeKeys.add(name)
}

function isCapability(value: unknown): value is Capability<unknown> {
  return typeof value === 'object' && value !== null && 'open' in value && 'settings' in value
}

const asksAPrice = ({ settings, isFree }: Capability<unknown>): boolean =>
  settings.some((setting) => isKey(setting) && !freeKeys.has(setting.name)) && !isFree

/** The tools that use each capability that asks a price. */
const priced = Map.groupBy(
  tools
    .flatMap((tool) => Object.values(tool.spec.uses).map((used) => ({ tool, used })))
    .filter(({ used }) => asksAPrice(used)),
  ({ used }) => used.name,
)

let provider: BillingProvider
beforeAll(async () => void (provider = await startBillingProvider()))
afterAll(async () => provider.stop())

/** What a call of the example announces. */
async function announcedBy(tool: Tool) {
  const announced: { readonly provider: string; readonly most: Usd }[] = []
  const spending: Spending = {
    async begin(provider, most) {
      announced.push({ provider, most })
      return { costs() {} }
    },
  }
  const world = await worldFor(tool, Date.now(), { ...provider.settings, ...NO_SERVER })
  const [example] = tool.spec.examples
  const { value } = parseInput(tool, example?.input ?? {})
  const payer = { rail: 'test', wallet: null }
  const context = { ...trialFor(payer), budget: usdOf(tool.price), spending }
  await runTool(tool, value, context, world).catch(() => {})
  return announced
}

/** The stand-ins of models are servers of the operator, which ask no price. */
const NO_SERVER = { LLM_URL: undefined as unknown as string }

test('the providers of models, search, pictures and people are among them', () => {
  expect([...priced.keys()]).toEqual(
    expect.arrayContaining(['llm', 'llm-model', 'llm-images', 'exa', 'brave-search', 'hunter']),
  )
})

test.each([...priced])('%s announces what its requests cost', async (_name, users) => {
  for (const { tool } of users) {
    const announced = await announcedBy(tool)
    for (const { most } of announced) expect(most).toBeGreaterThan(0)
    if (announced.length > 0) return
  }
  throw new Error('no tool that uses it has announced a price')
})

test('an upstream with a key that forgets its price is refused', () => {
  const forgetful = () =>
    defineUpstream({
      name: 'forgetful',
      title: 'Forgetful',
      terms: 'https://forgetful.example/terms',
      base: 'https://forgetful.example',
      settings: [{ name: 'FORGETFUL_API_KEY', description: 'A key.' }],
      limits: { timeoutMs: 1_000, bytesMax: 1_000 },
      texts: 'own',
      api: () => ({}),
    })
  expect(forgetful).toThrow(/asks must say what a request costs/)
})

test('every provider of models but the servers of the operator has a key', () => {
  for (const { name, settings, open } of PROVIDERS) {
    const opened = open((setting) => (isKey({ name: setting }) ? 'key' : undefined))
    if (settings.some(isKey)) expect(opened?.isOwn, name).toBeUndefined()
  }
})
