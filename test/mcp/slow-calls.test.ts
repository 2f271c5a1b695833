import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Capability } from '../../src/base/core/capability.ts'
import { binary } from '../../src/base/core/tool-output.ts'
import { defineTool, nameTool } from '../../src/base/core/tool.ts'
import { whileWaiting } from '../../src/front/mcp/progress.ts'
import { bearer } from '../support/buyer.ts'
import { createFixtures } from '../support/fixture-tools.ts'
import { openTestService, type TestService } from '../support/service.ts'
import { STOCK_CLIENTS, type StockClient, type McpResult } from '../support/mcp-clients.ts'

const BYTES = Buffer.from('52494646', 'hex')

/** Answers bytes of that kind. */
const answering = (slug: string, contentType: string) =>
  nameTool(
    defineTool({
      route: `POST /api/${slug}`,
      name: slug,
      description: 'Answers bytes.',
      price: '$0.001',
      uses: {},
      input: z.object({}),
      output: z.object({}),
      examples: [{ input: {} }],
      run: () => binary(contentType, BYTES),
    }),
    'fixture',
    slug,
  )

const fixtures = createFixtures()

/** Brings something from outside, which is free to nobody. */
const web: Capability<string> = {
  name: 'fixture-outside',
  texts: 'own',
  settings: [],
  open: () => () => 'outside',
}

const waiting = nameTool(
  defineTool({
    route: 'POST /api/fixture-outside',
    name: 'Outside',
    description: 'Waits at a gate, and costs money.',
    price: '$0.020',
    uses: { web },
    input: z.object({}),
    output: z.object({}),
    examples: [{ input: {} }],
    async run() {
      await fixtures.pass('never opened')
      return {}
    },
  }),
  'fixture',
  'fixture-outside',
)

const kinds = [
  answering('fixture-sound', 'audio/wav'),
  answering('fixture-file', 'application/zip'),
  answering('fixture-page', 'text/csv; charset=utf-8'),
]
let service: TestService

beforeAll(async () => {
  const settings = { CONNECTOR_PER_MINUTE: '1000', CONNECTOR_PER_HOUR: '1000' }
  service = await openTestService({ tools: [...fixtures.tools, ...kinds, waiting], settings })
})
afterAll(() => service.stop())

describe.each(Object.entries(STOCK_CLIENTS))('%s', (name, open) => {
  let client: StockClient

  beforeAll(async () => {
    client = await open(service)
  })
  afterAll(() => client.close())

  test('gets sound, files and texts as parts of their kinds', async () => {
    const data = BYTES.toString('base64')
    const partOf = async (slug: string) => (await client.callTool({ name: slug })).content[0]
    expect(await partOf('fixture-sound')).toMatchObject({
      type: 'audio',
      mimeType: 'audio/wav',
      data,
    })
    expect(await partOf('fixture-file')).toMatchObject({
      type: 'resource',
      resource: { mimeType: 'application/zip', blob: data },
    })
    expect(await partOf('fixture-page')).toMatchObject({ type: 'text', text: 'RIFF' })
  })

  test('runs a slow call as a job, and hears of its end', async () => {
    const gate = `job of ${name}`
    const call = { slug: 'fixture-slow', params: { gate }, async: true }
    const begun = await client.callTool({ name: 'catalog.call', arguments: call })
    const { result } = begun.structuredContent as { result: { jobId: string } }
    const { jobId } = result
    const state = async (): Promise<McpResult> =>
      client.callTool({ name: 'job.get', arguments: { jobId } })
    expect((await state()).structuredContent).toMatchObject({ status: 'working' })
    fixtures.open(gate)
    await expect
      .poll(async () => (await state()).structuredContent)
      .toMatchObject({ status: 'completed', result: { body: { done: true } } })
    const unknown = await client.callTool({ name: 'job.get', arguments: { jobId: 'none' } })
    expect(unknown.isError).toBe(true)
  })
})

const heldOf = async (key: string): Promise<number> => (await service.account(key)).held

test('a call that its client gives up is not charged', async () => {
  const key = await service.issueKey('$1')
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: 'auto' } },
  )
  const requestInit = { headers: bearer(key) }
  const transport = new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), {
    requestInit,
  })
  await client.connect(transport)
  const given = new AbortController()
  const answer = client.callTool({ name: 'fixture-outside' }, { signal: given.signal })
  await fixtures.reached('never opened')
  await expect.poll(() => heldOf(key)).toBe(20_000)
  given.abort()
  await expect(answer).rejects.toThrow()
  await expect.poll(() => heldOf(key)).toBe(0)
  expect((await service.account(key)).balance).toBe(1_000_000)
  await client.close()
})

describe('progress', () => {
  const contextWith = (progressToken?: string) => {
    const notify = vi.fn(async (_told: { readonly params: unknown }) => {})
    const _meta = progressToken === undefined ? {} : { progressToken }
    return { notify, context: { mcpReq: { _meta, notify } } as never }
  }

  test('is told every ten seconds until the work is done, to whoever asked for it', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const { promise, resolve } = Promise.withResolvers<string>()
      const asked = contextWith('token')
      const silent = contextWith()
      const both = [asked, silent].map(({ context }) => whileWaiting(() => promise, context))
      await vi.advanceTimersByTimeAsync(35_000)
      const told = asked.notify.mock.calls.map(([{ params }]) => params)
      expect(told).toMatchObject(
        [1, 2, 3].map((progress) => ({ progressToken: 'token', progress })),
      )
      resolve('done')
      expect(await Promise.all(both)).toEqual(['done', 'done'])
      await vi.advanceTimersByTimeAsync(30_000)
      expect(asked.notify).toHaveBeenCalledTimes(3)
      expect(silent.notify).not.toHaveBeenCalled()
    } finally {
      vi.useRealTimers()
    }
  })
})
