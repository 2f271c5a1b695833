import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCatalog } from '../src/selling/catalog/catalog.ts'
import { namesIn } from '../src/service/ops/check-settings.ts'
import { call } from './support/calls.ts'
import { catalogOfTools } from './support/catalog.ts'
import { openTestService, type TestService } from './support/service.ts'

/** Families that had another name in the version before. */
const RENAMED = [
  ['date-time', 'calendar'],
  ['ai', 'ai-compute'],
  ['llm', 'llm-gateway'],
  ['x402', 'x402-sellers'],
] as const

let service: TestService
beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.stop())

test.each(RENAMED)('TOOLS_OFF=%s takes the tools of %s off sale', async (former, family) => {
  const loaded = { ...(await catalogOfTools()), packs: {} }
  const { tools, families } = createCatalog(loaded, { off: [former] })
  expect(Object.keys(loaded.families)).toContain(family)
  expect(Object.keys(families)).not.toContain(family)
  expect(tools.filter((tool) => tool.family === family)).toEqual([])
  expect(namesIn(loaded)).toContain(former)
})

test.each(RENAMED)('?family=%s shows the tools of %s', async (former, family) => {
  const [named, before] = await Promise.all(
    [family, former].map((name) => call(service, `/tools?family=${name}`)),
  )
  expect(before?.status).toBe(200)
  expect(before?.text).toBe(named?.text)
  expect((await call(service, `/tools?family=${family}-no`)).status).toBe(404)
})

test.each(RENAMED)('/mcp?family=%s lists the tools of %s', async (former, family) => {
  const list = async (name: string) => {
    const { text } = await call(service, `/mcp?family=${name}`, {
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
      headers: { accept: 'application/json, text/event-stream' },
    })
    return [...text.matchAll(/"name":"([a-z0-9.-]+)","title"/g)].map(([, tool]) => tool)
  }
  const [named, before] = await Promise.all([list(family), list(former)])
  expect(before).toEqual(named)
  expect(named.length).toBeGreaterThan(5)
})
