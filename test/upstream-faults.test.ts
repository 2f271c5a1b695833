import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import timers from 'node:timers'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { askedUpstreams, type AskedUpstream, type UpstreamCall } from '../scripts/_upstreams.ts'
import { call, type Heard } from './support/calls.ts'
import { catalogOfTools } from './support/catalog.ts'
import { openTestHouse, type TestHouse } from './support/house.ts'
import { settingsFor } from './support/world.ts'

/**
 * Every provider fails in every way, all of them at once, and a tool that asks it is bought. Its
 * buyer hears who has failed and pays nothing.
 */
const FAULTS: Readonly<Record<string, RequestListener>> = {
  slow: () => {},
  cut(_request, response) {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write('{"results":[', () => response.destroy())
  },
  html(_request, response) {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<!doctype html><title>Service</title><h1>Back soon</h1>')
  },
  'another shape': (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"unexpected":[]}')
  },
  empty(_request, response) {
    response.writeHead(200, { 'content-type': 'application/json' }).end()
  },
  // Last, because providers are left alone after it.
  'too many requests': (_request, response) => {
    response.writeHead(429, { 'retry-after': '7' }).end('slow down')
  },
}

/** By how much the time limits of providers, ten seconds or more, are shortened. */
const SHORTER = 50
const BUDGET = '$50'
/** The wait for an answer that other calls have brought about. */
const QUICK_MS = 4_000

let fault: RequestListener = () => {}
let asked: Set<string>
let house: TestHouse
let key: string
let upstreams: readonly AskedUpstream[]

beforeAll(async () => {
  const server = createServer((request, response) => {
    asked.add(request.url?.split('/')[1] ?? '')
    response.setHeader('connection', 'close')
    fault(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { tools } = await catalogOfTools()
  upstreams = await askedUpstreams(tools)
  const used = upstreams.flatMap(({ calls }) => Object.values(calls[0]!.tool.spec.uses))
  const addresses = upstreams.flatMap(({ name, providers }) =>
    providers.map(({ setting }) => [setting, `${base}/${name}`]),
  )
  const settings = { ...(await settingsFor(used)), ...Object.fromEntries(addresses) }
  house = await openTestHouse({ settings })
  key = await house.issueKey(BUDGET)
})
afterAll(async () => house.stop())
afterEach(() => vi.restoreAllMocks())

test('every provider has a stand-in', async () => {
  for (const { name } of upstreams)
    await expect(import(`./support/upstreams/${name}.ts`), name).resolves.toHaveProperty('default')
})

test.each(Object.keys(FAULTS))('%s', async (name) => {
  fault = FAULTS[name]!
  asked = new Set()
  if (name === 'slow') hurry()
  const heard = await Promise.all(upstreams.map(heardOf))
  const wrong = heard.flatMap((problem) => problem ?? [])
  expect(wrong).toEqual([])
  expect(await house.account(key)).toMatchObject({ balance: 50_000_000, held: 0 })
})

/** What is wrong with the answer of one provider; null if nothing is. */
async function heardOf({ name, providers, calls }: AskedUpstream): Promise<string | null> {
  const startedAt = performance.now()
  for (const each of calls) {
    const heard = await bought(each)
    const told = `${name}, by ${each.tool.slug}: ${heard.status} ${heard.text.slice(0, 300)}`
    if (!asked.has(name)) continue
    const isNamed = providers.some(({ title }) => heard.text.includes(title))
    if (![502, 503, 504].includes(heard.status)) return told
    if (!isNamed) return `${told}: no name`
    return performance.now() - startedAt > QUICK_MS ? `${told}: late` : null
  }
  return `${name}: no example of a tool asks it`
}

async function bought({ tool, example }: UpstreamCall): Promise<Heard> {
  const headers = { authorization: `Bearer ${key}` }
  if (tool.method === 'POST') return call(house, tool.path, { headers, body: example.input })
  const query = new URLSearchParams(example.input as Record<string, string>)
  return call(house, `${tool.path}?${query.toString()}`, { headers })
}

/** Shortens all time limits in proportion, so that the first to be reached stays the first. */
function hurry(): void {
  for (const holder of [globalThis, timers]) {
    const { setTimeout } = holder
    const shortened = (work: () => void, forMs = 0) => setTimeout(work, forMs / SHORTER)
    vi.spyOn(holder, 'setTimeout').mockImplementation(shortened as typeof setTimeout)
  }
}
