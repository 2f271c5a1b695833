import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { assertConfigured, runningOn, runTool } from '../../selling/call/run.ts'
import { createCatalog, type Assortment } from '../../selling/catalog/catalog.ts'
import { packsOf } from '../../selling/catalog/entry.ts'
import type { Capability, Host } from '../../base/core/capability.ts'
import { Fault, notFound } from '../../base/core/fault.ts'
import type { Dollars } from '../../base/core/money.ts'
import { packSpec } from '../../base/core/pack.ts'
import { part } from './_results.ts'
import { definePack } from './_runtime.ts'
import { defineTool, nameTool, type Tool } from '../../base/core/tool.ts'
import { callContext } from '../../../test/support/call-context.ts'

const pack = definePack({
  title: 'Day out',
  tagline: 'A day, planned.',
  input: z.object({ town: z.string(), hat: z.string().optional() }),
  steps: [
    { tool: 'map', input: ({ town }) => ({ town }) },
    { tool: 'news', input: ({ town }) => ({ town }) },
    {
      tool: 'route',
      after: ['map'],
      input: (_given, results) => {
        const at = part(results['map'], 'places', 0)
        return at === undefined ? null : { at }
      },
    },
    { tool: 'hat', input: ({ hat }) => (hat === undefined ? null : [{ hat }, { hat }]) },
  ],
  examples: [{ input: { town: 'Ulm' } }],
})

const key: Capability<null> = {
  texts: 'own',
  name: 'news',
  settings: [{ name: 'NEWS_KEY', description: 'Key of the news.', need: 'required' }],
  open: () => () => null,
}

const toolCalled = (slug: string, price: Dollars = '$0.001', isKeyed = slug !== 'hat'): Tool =>
  nameTool(
    defineTool({
      route: `POST /api/${slug}`,
      name: slug,
      description: slug,
      price,
      uses: isKeyed ? { key } : {},
      input: z.object({}),
      output: z.object({}),
      examples: [{ input: {} }],
      run: () => ({}),
    }),
    'farm',
    slug,
  )

const family = { title: 'Farm', description: 'Farm.' }
const catalogWith = (tools: readonly Tool[], offer: Assortment = {}) =>
  createCatalog(
    { tools, packs: { 'day-out': pack }, families: { farm: family, 'skill-pack': family } },
    offer,
  )
const dayOutIn = (...given: Parameters<typeof catalogWith>) =>
  catalogWith(...given).bySlug('skill-day-out')!
const TOOLS = ['map', 'news', 'route', 'hat'].map((slug) => toolCalled(slug))

type Answers = Readonly<Record<string, unknown>>

/** Runs the pack with tools that answer or throw the given values. */
async function run(
  answers: Answers,
  given: Record<string, unknown> = { town: 'Ulm' },
  tool = dayOutIn(TOOLS),
) {
  const asked: [string, unknown][] = []
  const host = {
    now: () => 0,
    setting: () => undefined,
    onClose: () => {},
    async run(slug: string, input: unknown) {
      asked.push([slug, input])
      await new Promise(setImmediate)
      const answer = answers[slug]
      if (answer instanceof Error) throw answer
      return answer
    },
  } as unknown as Host
  const running = runningOn(host)
  const payer = { rail: 'test', wallet: null }
  return { answer: await runTool(tool, given, callContext({ payer }), running), asked }
}

const down = new Fault('upstream_timeout', 'Map took too long.', { retryAfterSeconds: 9 })

describe('a call', () => {
  test('runs every step after the steps that it waits for', async () => {
    const answers = { map: { places: [7] }, news: { untrustedContent: true }, route: 1, hat: 2 }
    const { answer, asked } = await run(answers, { town: 'Ulm', hat: 'red' })
    expect(answer).toEqual({
      pack: 'day-out',
      args: { town: 'Ulm', hat: 'red' },
      steps: [
        { slug: 'map', ok: true, tookMs: 0, result: { places: [7] } },
        { slug: 'news', ok: true, tookMs: 0, result: { untrustedContent: true } },
        { slug: 'route', ok: true, tookMs: 0, result: 1 },
        { slug: 'hat', ok: true, tookMs: 0, result: [2, 2] },
      ],
      summary: '4/4 steps succeeded',
    })
    expect(asked.map(([slug]) => slug)).toEqual(['map', 'news', 'hat', 'hat', 'route'])
    expect(asked.at(-1)).toEqual(['route', { at: 7 }])
  })

  test('reports failed steps, and steps without input', async () => {
    const { answer } = await run({ map: down, news: {} })
    const skipped = { ok: false, skipped: true, error: 'Skipped: no input for it.' }
    expect(answer).toMatchObject({
      steps: [
        { slug: 'map', ok: false, error: 'Map took too long.', statusCode: 504 },
        { slug: 'news', ok: true },
        { slug: 'route', ...skipped },
        { slug: 'hat', ...skipped },
      ],
      summary: '1/4 steps succeeded',
    })
  })

  test('hides the details of a bug', async () => {
    const { answer } = await run({ map: new TypeError('secret'), news: {} })
    expect(answer).toMatchObject({
      steps: [{ error: 'Internal error.', statusCode: 500 }, {}, {}, {}],
    })
  })

  test('fails when no step succeeds', async () => {
    await expect(run({ map: down, news: notFound('No news.') })).rejects.toMatchObject({
      code: 'upstream_timeout',
      message: 'No step succeeded; map: Map took too long.',
      detail: { retryAfterSeconds: 9, body: { steps: [{}, { statusCode: 404 }, {}, {}] } },
    })
  })
})

describe('in a catalog', () => {
  test('it is listed with the price of its tools', () => {
    const site = { name: 'Shop', baseUrl: 'https://shop.example', build: '1' }
    expect(packsOf(catalogWith(TOOLS), site)).toEqual([
      {
        slug: 'day-out',
        title: 'Day out',
        tagline: 'A day, planned.',
        toolSlugs: ['map', 'news', 'route', 'hat'],
        url: 'https://shop.example/tools/skill-day-out',
        promptName: 'skill-day-out',
        method: 'POST',
        route: '/api/skill/day-out',
        callUrl: 'https://shop.example/api/skill/day-out',
        price: '$0.004',
        aLaCarteUsd: 0.004,
        oneCall: expect.stringContaining('map, news, route, hat'),
      },
    ])
  })
  test('a tool that no rail can charge for answers 503, and so does a pack of such tools', () => {
    const tool = dayOutIn(TOOLS, { isPayable: () => false })
    expect(() => assertConfigured(tool)).toThrow('no wallet can pay on this instance')
  })
  test('an unknown tool stops the start', () => {
    expect(() => catalogWith(TOOLS.slice(1))).toThrow('the pack day-out runs map, which is no tool')
  })
  test('a step whose tool is not configured is left out of the call and of the price', async () => {
    const setting = () => undefined
    const tools = ['map', 'news', 'route', 'hat'].map((slug) =>
      toolCalled(slug, '$0.001', slug === 'news'),
    )
    const tool = dayOutIn(tools, { setting })
    expect([tool.price, tool.spec.pack?.tools, tool.unavailable]).toEqual([
      3_000,
      ['map', 'route', 'hat'],
      undefined,
    ])
    expect(tool.spec.pack?.oneCall).toContain('This instance is not set up for news.')
    const { answer } = await run({ map: { places: [7] } }, { town: 'Ulm' }, tool)
    expect(answer).toMatchObject({ summary: '2/3 steps succeeded', leftOut: ['news'] })
  })
  test('without any configured tool it names the missing setting', () => {
    const keyed = TOOLS.map(({ slug }) => toolCalled(slug, '$0.001', true))
    const tool = dayOutIn(keyed, { setting: () => undefined })
    expect(() => assertConfigured(tool)).toThrow('NEWS_KEY is not set.')
    expect(tool.price).toBe(4_000)
  })
  test('a tool that is not sold is left out, and a pack of only such tools is not sold', () => {
    expect(dayOutIn(TOOLS, { off: ['news'] }).spec.pack?.tools).toEqual(['map', 'route', 'hat'])
    expect(catalogWith(TOOLS, { off: ['farm'] }).tools).toEqual([])
    expect(dayOutIn(TOOLS, { off: ['skill-day-out'] })).toBeUndefined()
  })
  test('a step is left out if a step that it waits for is left out', async () => {
    const setting = () => undefined
    const unset = TOOLS.map(({ slug }) => toolCalled(slug, '$0.001', slug === 'map'))
    for (const tool of [dayOutIn(TOOLS, { off: ['map'] }), dayOutIn(unset, { setting })]) {
      expect([tool.spec.pack?.tools, tool.price]).toEqual([['news', 'hat'], 2_000])
      const { answer, asked } = await run({ news: {} }, { town: 'Ulm' }, tool)
      expect(answer).toMatchObject({ leftOut: ['map', 'route'] })
      expect(asked.map(([slug]) => slug)).toEqual(['news'])
    }
  })
  test('a pack is not sold if all steps wait for one without its setting', () => {
    const setting = () => undefined
    const unset = TOOLS.map(({ slug }) => toolCalled(slug, '$0.001', slug === 'map'))
    const tool = dayOutIn(unset, { setting, off: ['news', 'hat'] })
    expect(() => assertConfigured(tool)).toThrow('NEWS_KEY is not set.')
    expect(dayOutIn(TOOLS, { off: ['map', 'news', 'hat'] })).toBeUndefined()
  })
  test('it is paid by proof of work if all of its tools are', () => {
    const pure = TOOLS.map(({ slug }) => toolCalled(slug, '$0.001', false))
    expect([dayOutIn(TOOLS).pure, dayOutIn(pure).pure]).toEqual([false, true])
  })
})

test('a tool runs in two steps under labels', async () => {
  const twice = definePack({
    title: 'Twice',
    tagline: 'Twice.',
    input: z.object({}),
    steps: [
      { tool: 'map', label: 'start', input: () => ({ at: 'a' }) },
      { tool: 'map', label: 'end', after: ['start'], input: (_given, { start }) => ({ start }) },
    ],
    examples: [{ input: {} }],
  })
  const families = { farm: family, 'skill-pack': family }
  const catalog = createCatalog({ tools: TOOLS, packs: { twice }, families })
  const tool = catalog.bySlug('skill-twice')!
  const { answer, asked } = await run({ map: 7 }, {}, tool)
  expect(answer).toMatchObject({
    steps: [
      { slug: 'map', label: 'start', ok: true },
      { slug: 'map', label: 'end', ok: true },
    ],
  })
  expect(asked.at(-1)).toEqual(['map', { start: 7 }])
  expect([tool.price, tool.spec.pack?.tools]).toEqual([2_000, ['map']])
  const site = { name: 'Shop', baseUrl: 'https://shop.example', build: '1' }
  expect(packsOf(catalog, site)[0]).toMatchObject({ toolSlugs: ['map', 'map'], aLaCarteUsd: 0.002 })
})

test('a step that waits for a later one is a bug', async () => {
  const odd = definePack({
    title: 'Odd',
    tagline: 'Odd.',
    input: z.object({}),
    steps: [
      { tool: 'map', after: ['route'], input: () => ({}) },
      { tool: 'route', input: () => ({}) },
    ],
    examples: [{ input: {} }],
  })
  const context = {
    toolRunner: async () => ({}),
    now: () => 0,
    signal: new AbortController().signal,
  }
  const spec = packSpec(odd, { slug: 'odd', parts: TOOLS, leftOut: [] })
  await expect(spec.run({}, context as never)).rejects.toThrow('does not come before it')
})
