import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { assertConfigured, createOpener, runTool } from '../call/run.ts'
import { createCatalog } from '../catalog/catalog.ts'
import { packsOf } from '../catalog/entry.ts'
import type { Capability, Host } from './capability.ts'
import { Fault, notFound } from './fault.ts'
import type { Dollars } from './money.ts'
import { definePack, part } from './pack.ts'
import { defineTool, nameTool, type Tool } from './tool.ts'
import { callContext } from '../../test/support/call-context.ts'

const pack = definePack({
  route: 'POST /api/skill/day-out',
  title: 'Day out',
  tagline: 'A day, planned.',
  price: '$0.003',
  input: z.object({ town: z.string(), hat: z.string().optional() }),
  steps: [
    { tool: 'map', input: ({ town }) => ({ town }) },
    { tool: 'news', input: ({ town }) => ({ town }) },
    {
      tool: 'route',
      after: () => ['map'],
      input: (_given, results) => {
        const at = part(results['map'], 'places', 0)
        return at === undefined ? null : { at }
      },
    },
    { tool: 'hat', input: ({ hat }) => (hat === undefined ? null : [{ hat }, { hat }]) },
  ],
  examples: [{ input: { town: 'Ulm' } }],
})

const key: Capability<null> = { name: 'news', settings: ['NEWS_KEY'], open: () => () => null }

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
const packTool = nameTool(pack, 'farm', 'skill-day-out')
const catalogWith = (tools: readonly Tool[]) =>
  createCatalog({ tools: [packTool, ...tools], families: { farm: family } })
const TOOLS = ['map', 'news', 'route', 'hat'].map((slug) => toolCalled(slug))

type Answers = Readonly<Record<string, unknown>>

/** Runs the pack in a world in which each tool answers or throws what is given. */
async function run(answers: Answers, given: Record<string, unknown> = { town: 'Ulm' }) {
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
  const running = { host, open: createOpener(host) }
  const payer = { rail: 'test', wallet: null }
  return { answer: await runTool(packTool, given, callContext({ payer }), running), asked }
}

const down = new Fault('upstream_timeout', 'Map took too long.', { retryAfterSeconds: 9 })

describe('a call', () => {
  test('runs every step, those that wait on what they wait for', async () => {
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
      untrustedContent: true,
    })
    expect(asked.map(([slug]) => slug)).toEqual(['map', 'news', 'hat', 'hat', 'route'])
    expect(asked.at(-1)).toEqual(['route', { at: 7 }])
  })

  test('tells what failed, and what that left without work', async () => {
    const { answer } = await run({ map: down, news: {} })
    const skipped = { ok: false, skipped: true, error: 'Skipped: nothing to work on.' }
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

  test('tells of a bug no more than that it is one', async () => {
    const { answer } = await run({ map: new TypeError('secret'), news: {} })
    expect(answer).toMatchObject({
      steps: [{ error: 'Internal error.', statusCode: 500 }, {}, {}, {}],
    })
  })

  test('of which nothing comes is a failure', async () => {
    await expect(run({ map: down, news: notFound('No news.') })).rejects.toMatchObject({
      code: 'upstream_timeout',
      message: 'No step succeeded; map: Map took too long.',
      detail: { retryAfterSeconds: 9, body: { steps: [{}, { statusCode: 404 }, {}, {}] } },
    })
  })
})

describe('in a catalog', () => {
  test('it is listed with what its tools would cost', () => {
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
        price: '$0.003',
        aLaCarteUsd: 0.004,
        oneCall: expect.stringContaining('map, news, route, hat'),
      },
    ])
  })
  test('a tool that is missing stops the start', () => {
    expect(() => catalogWith(TOOLS.slice(1))).toThrow('skill-day-out runs map, which is no tool')
  })
  test('a price above the sum of the tools stops the start', () => {
    const cheap = TOOLS.map(({ slug }) => toolCalled(slug, '$0.000001'))
    expect(() => catalogWith(cheap)).toThrow('skill-day-out costs more than its tools')
  })
  test('it is configured as long as one of its tools is', () => {
    const nothing = { setting: () => undefined } as unknown as Host
    const dayOut = catalogWith(TOOLS).bySlug('skill-day-out')!
    expect(() => assertConfigured(dayOut, nothing)).not.toThrow()
    const keyed = TOOLS.map(({ slug }) => toolCalled(slug, '$0.001', true))
    const other = catalogWith(keyed).bySlug('skill-day-out')!
    expect(() => assertConfigured(other, nothing)).toThrow('NEWS_KEY is not set.')
  })
})

test('a step that waits for a later one is a bug', async () => {
  const odd = definePack({
    route: 'POST /api/skill/odd',
    title: 'Odd',
    tagline: 'Odd.',
    price: '$0.001',
    input: z.object({}),
    steps: [{ tool: 'map', after: () => ['route'], input: () => ({}) }],
    examples: [{ input: {} }],
  })
  const context = { house: async () => ({}), now: () => 0, signal: new AbortController().signal }
  await expect(odd.run({}, context as never)).rejects.toThrow('does not come before it')
})
