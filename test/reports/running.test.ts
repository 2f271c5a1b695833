import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCatalog } from '../../src/selling/catalog/catalog.ts'
import { assertConfigured, runTool } from '../../src/selling/call/run.ts'
import { Fault } from '../../src/base/core/fault.ts'
import { bearer } from '../support/buyer.ts'
import { callContext } from '../support/call-context.ts'
import { call } from '../support/calls.ts'
import { catalogOfTools, loadedGoods } from '../support/catalog.ts'
import { openTestService, type TestService } from '../support/service.ts'
import { worldFor } from '../support/world.ts'

const { tools } = await catalogOfTools()
const toolOf = (slug: string) => tools.find((tool) => tool.slug === slug)!

describe('a report that is not set up', async () => {
  const loaded = await loadedGoods()
  const has =
    (names: readonly string[]) =>
    (name: string): string | undefined =>
      names.includes(name) ? 'https://set.example' : undefined
  const refusalOf = (slug: string, names: readonly string[], off: readonly string[] = []) => {
    const catalog = createCatalog(loaded, { setting: has(names), off })
    return catalog.bySlug(slug)?.unavailable
  }

  test('says which search is missing', () => {
    const refusal = refusalOf('research', ['LLM_URL'])
    for (const name of ['BRAVE_SEARCH_API_KEY', 'EXA_API_KEY', 'SEARXNG_URL'])
      expect(refusal).toContain(name)
    const catalog = createCatalog(loaded, { setting: has(['LLM_URL']) })
    expect(() => assertConfigured(catalog.bySlug('research')!)).toThrow('SEARXNG_URL')
  })
  test('needs one search, and a model or leave to do without one', () => {
    expect(refusalOf('research', ['LLM_URL', 'SEARXNG_URL'])).toBeUndefined()
    expect(refusalOf('research', ['SEARXNG_URL'])).toContain('REPORTS_WITHOUT_MODEL')
    const off = (name: string) => (name === 'REPORTS_WITHOUT_MODEL' ? 'off' : 'set')
    const only = (name: string) => (/REPORTS|SEARXNG/.test(name) ? off(name) : undefined)
    const catalog = createCatalog(loaded, { setting: only })
    expect(catalog.bySlug('research')?.unavailable).toContain('is not set')
  })
  test('is not sold without the tools that it runs', () => {
    expect(refusalOf('fund', ['UPSTREAM_EDGAR_URL'], ['edgar-13f-holdings'])).toBeDefined()
  })
})

test('every report has its three minutes, and can be asked for as a job', () => {
  const reports = tools.filter(
    ({ family, path }) => family === 'workflow' && path.startsWith('/v1/'),
  )
  expect(reports.length).toBeGreaterThan(18)
  const quick = reports.filter(({ spec }) => spec.pace !== 'slow').map(({ slug }) => slug)
  expect(quick).toEqual([])
})

describe('a report that runs', () => {
  const at = Date.parse('2026-01-01T00:00:00Z')

  test('ends after its time with a slow search, and says whose time it was', async () => {
    const tool = toolOf('research')
    const world = await worldFor(tool, at)
    Object.assign(world.host, { run: () => new Promise(() => {}) })
    const hurried = { ...tool, limits: { ...tool.limits, firstEventMs: 300 } }
    const run = runTool(
      hurried,
      { query: 'Agent payments', focus: [], recency: 'any' },
      callContext(),
      world,
    )
    await expect(run).rejects.toMatchObject({ code: 'upstream_timeout' })
  })

  test('searches and reads for a share of its time, whatever fraction that leaves', async () => {
    const tool = toolOf('research')
    const world = await worldFor(tool, at)
    const odd = { ...tool, limits: { ...tool.limits, firstEventMs: 100_000 } }
    const asked: string[] = []
    const run = async (slug: string) => {
      asked.push(slug)
      throw new Fault('upstream_unreachable', 'It cannot be reached.')
    }
    Object.assign(world.host, { run })
    const input = { query: 'Agent payments', focus: [], recency: 'any' }
    await expect(runTool(odd, input, callContext(), world)).rejects.toBeInstanceOf(Fault)
    expect(asked).not.toEqual([])
  })

  test('goes on without a page that fails, and names it', async () => {
    const tool = toolOf('research')
    const world = await worldFor(tool, at)
    const { run } = world.host
    Object.assign(world.host, {
      run: async (...given: Parameters<typeof run>) => {
        if (String(given[1]['url']).includes('openrails.example'))
          throw new Fault('upstream_unreachable', 'It cannot be reached.')
        return run(...given)
      },
    })
    const heard: string[] = []
    const context = callContext({ progress: ({ stage }) => void heard.push(stage) })
    const input = {
      query: 'State of agent payment protocols',
      focus: [],
      recency: 'any',
      format: 'markdown',
    }
    const answer = (await runTool(tool, input, context, world)) as { readonly report: string }
    expect(answer.report).toMatch(/^\*Made without a language model/)
    expect(answer.report).toContain('Page of openrails.example')
    expect(answer.report).not.toContain('https://openrails.example')
    expect([...new Set(heard)]).toEqual(['gather', 'plan', 'retrieve', 'compose'])
    // A thread reads the pages, and gives way to whatever else this machine does.
  }, 90_000)

  test('fails where too little is found, with what there was', async () => {
    const tool = toolOf('research')
    const world = await worldFor(tool, at)
    const input = { query: 'Who opened the harbour', focus: [], recency: 'any', format: 'json' }
    await expect(runTool(tool, input, callContext(), world)).rejects.toMatchObject({
      code: expect.stringMatching(/upstream_failed|not_found/),
      detail: { body: { sourcesConsulted: expect.any(Number) } },
    })
  })
})

describe('the events of a job', () => {
  let service: TestService
  beforeAll(async () => {
    service = await openTestService({ settings: { FREE_MODE: 'true' } })
  })
  afterAll(() => service.stop())

  test('tell of it until it has ended', async () => {
    const headers = { prefer: 'respond-async', ...bearer(await service.issueKey('$1')) }
    const body = { domain: 'example.invalid' }
    const accepted = await call(service, '/v1/domain-audit', { body, headers })
    expect(accepted.status).toBe(202)
    const response = await fetch(`${service.url}${String(accepted.body['statusUrl'])}/events`)
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const text = await response.text()
    const jobs = Array.from(
      text.matchAll(/^event: job\ndata: (.*)$/gm),
      ([, data = '']) => JSON.parse(data) as { readonly status: string },
    )
    expect(jobs.at(-1)?.status).toMatch(/^(completed|failed)$/)
    expect((await call(service, '/api/jobs/none/events')).status).toBe(404)
  })
})
