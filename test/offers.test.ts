/** @module-tag long */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCatalog } from '../src/selling/catalog/catalog.ts'
import type { Loaded } from '../src/selling/catalog/load.ts'
import { parseInput } from '../src/selling/call/input.ts'
import { createOpener, createTurns, runTool, trialFor } from '../src/selling/call/run.ts'
import type { Host } from '../src/base/core/capability.ts'
import { Fault } from '../src/base/core/fault.ts'
import { createParts } from '../src/base/core/parts.ts'
import { problemOf, type Setting } from '../src/base/core/setting.ts'
import type { Tool } from '../src/base/core/tool.ts'
import { loadedGoods } from './support/catalog.ts'
import { databaseFor } from './support/database.ts'
import { staged } from './support/internet.ts'
import { standIn } from './support/upstreams/define.ts'

/**
 * What is on offer can be served: for each setting alone that opens tools, each of them reaches a
 * provider, or fails for another reason than a missing setting.
 */
let loaded: Loaded
let url: string
let asked = 0
const closing: (() => Promise<void>)[] = []

beforeAll(async () => {
  loaded = await loadedGoods()
  const everybody = standIn({
    at: 'url',
    answer() {
      asked += 1
      return new Response('{"error":"a stand-in"}', { status: 400 })
    },
  })
  url = (await everybody())['url'] ?? ''
})
afterAll(async () => {
  for (const close of closing) await close()
})

/** All settings that open a tool, by name. */
const opening = (): readonly Setting[] => [
  ...new Map(
    loaded.tools
      .flatMap(({ spec }) => Object.values(spec.uses).flatMap(({ settings }) => settings))
      .filter(({ need }) => need !== undefined)
      .map((setting) => [setting.name, setting]),
  ).values(),
]

/** Texts that the setting takes: any key, or each of these that its schema accepts. */
const texts = (setting: Setting): readonly string[] =>
  setting.schema === undefined
    ? ['a-key']
    : ['true', 'false', 'extractive', url].filter(
        (text) => problemOf(setting, (name) => (name === setting.name ? text : undefined)) === null,
      )

/** Addresses of providers open nothing by themselves; they lead to the stand-in. */
const ADDRESS = /^(UPSTREAM_.*_URL|.*_BASE_URL|EVM_RPC_.*|SOLANA_RPC_URL)$/

const settingsWith =
  (given: Readonly<Record<string, string>>, needed: ReadonlySet<string>) =>
  (name: string): string | undefined =>
    given[name] ?? (ADDRESS.test(name) && !needed.has(name) ? url : undefined)

async function outcomeOf(tool: Tool, setting: (name: string) => string | undefined) {
  const { input, at = '2026-06-01T00:00:00Z' } = tool.spec.examples[0]
  const now = (): number => Date.parse(at)
  const host = {
    db: await databaseFor(tool, now()),
    now,
    setting,
    ...createParts(),
    toolOf: async () => undefined,
    run: async () => ({}),
    onClose: (close: () => Promise<void>) => void closing.push(close),
  } as unknown as Host
  const open = createOpener(host)
  const uses = await staged(tool.spec.uses)
  const running = {
    host,
    turns: createTurns(),
    open: (wanted: Tool['spec']['uses'], call: never) =>
      open(wanted === tool.spec.uses ? uses : wanted, call),
  }
  const payer = { rail: 'test', wallet: `0x${'a'.repeat(40)}` } as const
  try {
    await runTool(tool, parseInput(tool, input).value, trialFor(payer), running as never)
    return 'answered'
  } catch (thrown) {
    return Fault.from(thrown).code
  }
}

test('for each setting alone, what it opens can be served', { timeout: 300_000 }, async () => {
  const settings = opening()
  const needed = new Set(settings.map(({ name }) => name))
  const before = new Set(offeredWith(settingsWith({}, needed)).map(({ slug }) => slug))
  const broken: string[] = []
  const opened = new Map<string, number>()
  for (const one of settings)
    for (const text of texts(one)) {
      const setting = settingsWith({ [one.name]: text }, needed)
      const offered = offeredWith(setting).filter(({ slug }) => !before.has(slug))
      opened.set(`${one.name}=${text}`, offered.length)
      for (const tool of offered) {
        const code = await outcomeOf(tool, setting)
        if (code === 'not_configured') broken.push(`${one.name}=${text}: ${tool.slug}`)
      }
    }
  expect(broken).toEqual([])
  expect(opened.get('OPENAI_API_KEY=a-key')).toBeGreaterThan(10)
  expect(opened.get('LLM_ECHO=false')).toBe(0)
  expect(asked).toBeGreaterThan(20)
})

const offeredWith = (setting: (name: string) => string | undefined): readonly Tool[] =>
  createCatalog(loaded, { setting }).tools.filter(
    ({ unavailable, spec }) => unavailable === undefined && spec.pack === undefined,
  )
