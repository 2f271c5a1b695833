/** @module-tag long */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import timers from 'node:timers'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { askedUpstreams, type AskedUpstream, type UpstreamCall } from '../scripts/_upstreams.ts'
import { Fault } from '../src/base/core/fault.ts'
import { catalogOfTools } from './support/catalog.ts'
import { runExample } from './support/run-tool.ts'
import type { Settings } from './support/upstreams/define.ts'

/**
 * Every provider fails in every way while a tool asks it. The tool then fails under its name, which
 * costs nothing, or says that another one answered.
 */
const FAULTS: Readonly<Record<string, RequestListener>> = {
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
  'too many requests': (_request, response) => {
    response.writeHead(429, { 'retry-after': '60' }).end('slow down')
  },
  // Last, because time is short then, and what tools load is loaded by now.
  slow: () => {},
}

/** By how much the limits of providers are shortened: for many at once, and for one alone. */
const SHORTER = { amongMany: 20, alone: 5 }
/** The least limit of a tool. */
const TOOL_MS = 30_000
const QUICK_MS = 10_000
const LATE = 'late'
const AT_ONCE = 12
const STATUSES = [502, 503, 504]

let fault: RequestListener = () => {}
/** The first part of the path says who is meant. */
let base: string
let asked: Set<string>
/** Even a sound provider is then too slow. */
let isHurried = false
let upstreams: readonly AskedUpstream[]

beforeAll(async () => {
  const server = createServer((request, response) => {
    asked.add(request.url?.split('/')[1] ?? '')
    response.setHeader('connection', 'close')
    fault(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  upstreams = await askedUpstreams((await catalogOfTools()).tools)
})
afterEach(() => vi.restoreAllMocks())

test('every provider has a stand-in', async () => {
  for (const { name } of upstreams)
    await expect(import(`./support/upstreams/${name}.ts`), name).resolves.toHaveProperty('default')
})

test.each(Object.keys(FAULTS))('%s', async (name) => {
  fault = FAULTS[name]!
  asked = new Set()
  isHurried = name === 'slow'
  if (isHurried) hurry(SHORTER.amongMany)
  const problems: string[] = []
  const again: AskedUpstream[] = []
  const waiting = [...upstreams]
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const problem = await problemWith(next)
      // A wrong answer to a quick fault may be one that only many at once bring about.
      if (problem && (isHurried || problem.endsWith(LATE))) again.push(next)
      else if (problem) problems.push(problem)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  // On a busy machine, many hold each other up: what is too slow is so when it is alone.
  vi.restoreAllMocks()
  if (isHurried) hurry(SHORTER.alone)
  for (const one of again) problems.push(...[(await problemWith(one)) ?? []].flat())
  expect(problems).toEqual([])
})

/** What is wrong when one provider fails; undefined if nothing is. */
async function problemWith(upstream: AskedUpstream): Promise<string | undefined> {
  const { name, calls } = upstream
  for (const one of calls) {
    // Some are asked only after others have failed.
    const others = upstreams.filter((other) => other.calls.some(({ tool }) => tool === one.tool))
    const choices = isHurried ? [others] : [[upstream], others]
    for (const failing of choices) {
      const startedAt = performance.now()
      const outcome = await outcomeOf(one, Object.assign({}, ...failing.map(inTrouble)) as Settings)
      const problem = problemIn(outcome, failing)
      const isLate = performance.now() - startedAt > QUICK_MS
      if (problem || isLate) return `${name}, by ${one.tool.slug}: ${problem ?? LATE}`
      if (asked.has(name) || isNamedIn(outcome, upstream)) return undefined
    }
  }
  return `${name}: no example of a tool asks it`
}

const inTrouble = ({ name, providers }: AskedUpstream): Settings =>
  Object.fromEntries(providers.map(({ setting }) => [setting, `${base}/${name}`]))

type ToolOutcome = Readonly<Record<string, unknown>> | { readonly thrown: unknown }

const outcomeOf = async (
  { tool, example }: UpstreamCall,
  settings: Settings,
): Promise<ToolOutcome> =>
  runExample(tool.spec, example.input as Settings, example.at, settings).catch(
    (thrown: unknown) => ({ thrown }),
  )

function problemIn(outcome: ToolOutcome, failing: readonly AskedUpstream[]): string | undefined {
  const isNamed = failing.some((one) => isNamedIn(outcome, one))
  if (!('thrown' in outcome)) {
    const { source } = outcome as { source?: unknown }
    return source && !isNamed ? undefined : `200 by ${String(source)}`
  }
  const { thrown } = outcome
  if (!(thrown instanceof Fault)) return `500: ${String(thrown)}`
  const told = `${thrown.status}: ${thrown.message}`
  return STATUSES.includes(thrown.status) && isNamed ? undefined : told
}

/** Whether an answer has it as a source, or a fault tells of it. */
function isNamedIn(outcome: ToolOutcome, { providers }: AskedUpstream): boolean {
  const said = 'thrown' in outcome ? String(outcome.thrown) : String(outcome['source'])
  return providers.some(({ title }) => said.includes(title))
}

/** Shortens the time limits of providers in proportion, so that their order stays as it is. */
function hurry(shorter: number): void {
  for (const holder of [globalThis, timers]) {
    const { setTimeout } = holder
    const shortened = (work: (...given: unknown[]) => void, forMs = 0, ...given: unknown[]) =>
      setTimeout(work, forMs < TOOL_MS ? forMs / shorter : forMs, ...given)
    vi.spyOn(holder, 'setTimeout').mockImplementation(shortened as typeof setTimeout)
  }
}
