import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Tool } from '../src/base/core/tool.ts'
import { catalogOfTools } from '../test/support/catalog.ts'
import { createRandom } from '../test/support/simulation/random.ts'
import { spoilt } from '../test/support/spoilt-inputs.ts'
import type { StandIn } from '../test/support/upstreams/define.ts'
import { startService, type Server } from './support/server.ts'

/**
 * `node run.mjs bench/random-calls.ts [calls] [seed] [free]`: random calls of all tools, some in
 * flight at a time, while the providers fail at random. Credits pay for them; with `free` nobody
 * pays, so that tools run too which credits do not buy. Its checks fail the script.
 */
const CALLS = Number(process.argv[2] ?? 1_000)
const SEED = Number(process.argv[3] ?? 7)
const IS_FREE = process.argv[4] === 'free'
const IN_FLIGHT = 16
const RESIDENT_MB_MAX = 450
const SPOILT_OF_TEN = 2
const CALL_MS = 120_000
const STOP_MS = 20_000
/** Sockets of the pool and files of threads stay open for a while. */
const HANDLES_MORE = 24

type Draw = (below: number) => number

/** Stand-ins of all providers, behind a proxy that fails one time in three. */
async function failingProviders(draw: Draw): Promise<Record<string, string>> {
  const folder = new URL('../test/support/upstreams/', import.meta.url)
  const files = (await readdir(folder)).filter((file) => /^[a-z0-9-]+\.ts$/.test(file))
  const settings: Record<string, string> = {}
  for (const file of files.filter((name) => name !== 'define.ts')) {
    const { default: start } = (await import(new URL(file, folder).href)) as { default?: StandIn }
    if (start) Object.assign(settings, await start())
  }
  const proxy = createServer((asked, reply) => passOn(asked, reply, draw)).listen(0, '127.0.0.1')
  await new Promise((resolve) => proxy.once('listening', resolve))
  proxy.unref()
  const { port } = proxy.address() as AddressInfo
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => {
      const local = /^http:\/\/127\.0\.0\.1:(\d+)(.*)$/.exec(value)
      return [name, local ? `http://127.0.0.1:${port}/${local[1]}${local[2]}` : value]
    }),
  )
}

function passOn(asked: IncomingMessage, reply: ServerResponse, draw: Draw): void {
  reply.setHeader('connection', 'close')
  const [, port = '', path = '/'] = /^\/(\d+)(.*)$/.exec(asked.url ?? '') ?? []
  const drawn = draw(18)
  if (drawn === 0) return void asked.socket.destroy()
  if (drawn === 1) return void reply.writeHead(429, { 'retry-after': '1' }).end('slow down')
  if (drawn === 2) return void reply.writeHead(500).end('oops')
  if (drawn === 3)
    return void reply.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Back soon</h1>')
  if (drawn === 4) {
    reply.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    return void reply.write('{"results":[', () => reply.destroy())
  }
  const { method, headers } = asked
  const delay = drawn === 5 ? 2_000 : 0
  setTimeout(() => {
    const inner = request({
      port,
      host: '127.0.0.1',
      path: path || '/',
      method,
      headers,
      agent: false,
    })
    inner.once('response', (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    })
    inner.once('error', () => reply.destroy())
    asked.pipe(inner)
  }, delay)
}

interface Ended {
  readonly slug: string
  readonly status: number
  readonly ms: number
  readonly body: string
}

async function called(url: string, key: string, tool: Tool, draw: Draw): Promise<Ended> {
  const { examples } = tool.spec
  const input =
    draw(10) < SPOILT_OF_TEN
      ? spoilt(tool, draw)
      : (examples[draw(examples.length)]?.input as Record<string, unknown>)
  const target = new URL(tool.path, url)
  const isGet = tool.method === 'GET'
  if (isGet)
    for (const [name, value] of Object.entries(input))
      if (value !== undefined)
        target.searchParams.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  const began = performance.now()
  const ended = (status: number, body: string): Ended => ({
    slug: tool.slug,
    status,
    ms: performance.now() - began,
    body,
  })
  try {
    const answer = await fetch(target, {
      method: tool.method,
      headers: {
        ...bearer(key),
        ...(!isGet && { 'content-type': 'application/json' }),
      },
      ...(!isGet && { body: JSON.stringify(input) }),
      signal: AbortSignal.timeout(CALL_MS),
    })
    return ended(answer.status, (await answer.text()).slice(0, 300))
  } catch (thrown) {
    return ended(0, String(thrown))
  }
}

interface Account {
  readonly heldUsd: number
  readonly spentUsd: number
  readonly calls: number
}

const bearer = (key: string) => ({ ...(key !== '' && { authorization: `Bearer ${key}` }) })

async function accountOf({ url }: Server, key: string): Promise<Account> {
  if (IS_FREE) return { heldUsd: 0, spentUsd: 0, calls: 0 }
  const headers = bearer(key)
  return (await (await fetch(`${url}/api/credits/balance`, { headers })).json()) as Account
}

const residentMb = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024

/** What the process holds open, by kind: `socket`, `pipe`, or the file. */
function handlesOf(pid: number): readonly string[] {
  const folder = `/proc/${pid}/fd`
  return readdirSync(folder).flatMap((name) => {
    try {
      return [readlinkSync(`${folder}/${name}`).replace(/:\[\d+\]$/, '')]
    } catch {
      // Closed since the folder was read.
      return []
    }
  })
}

/** Kinds of which more are open than before. */
function moreOf(before: readonly string[], later: readonly string[]): string {
  const counted = Map.groupBy(later, (kind) => kind)
  for (const kind of before) counted.get(kind)?.pop()
  const more = [...counted].filter(([, all]) => all.length > 0)
  return more.map(([kind, all]) => `${all.length} ${kind}`).join(', ')
}

interface Rise {
  readonly fromMb: number
  readonly toMb: number
  readonly atSeconds: number
  readonly inFlight: string
}

const SAMPLE_MS = 100
/** Of samples: a rise is over within a second or it is no rise. */
const RISE_OF = 10
const RISES = 8

/** Notes where memory rises, and which calls were in flight then. */
function watchRises(pid: number, inFlight: ReadonlySet<{ readonly slug: string }>) {
  const began = performance.now()
  const lately: number[] = []
  const rises: Rise[] = []
  const timer = setInterval(() => {
    const held = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    const nowMb = Math.round(Number(held?.[1] ?? 0) / 1_024)
    const fromMb = Math.min(...lately, nowMb)
    lately.push(nowMb)
    if (lately.length > RISE_OF) lately.shift()
    rises.push({
      fromMb,
      toMb: nowMb,
      atSeconds: (performance.now() - began) / 1_000,
      inFlight: [...inFlight].map(({ slug }) => slug).join(' '),
    })
  }, SAMPLE_MS)
  return {
    stop(): readonly Rise[] {
      clearInterval(timer)
      const chosen: Rise[] = []
      for (const rise of rises.toSorted((a, b) => b.toMb - b.fromMb - (a.toMb - a.fromMb)))
        if (chosen.every(({ atSeconds }) => Math.abs(atSeconds - rise.atSeconds) > 1))
          if (chosen.push(rise) === RISES) break
      return chosen.toSorted((a, b) => a.atSeconds - b.atSeconds)
    },
  }
}

async function main(): Promise<void> {
  const draw = createRandom(SEED).below
  // Before the service starts: loading takes seconds, in which it would close idle connections.
  const { tools } = await catalogOfTools()
  const service = await startService({
    ...(await failingProviders(createRandom(SEED + 1).below)),
    LOG_LEVEL: 'error',
    REFUSALS_PER_MINUTE: '1000000000',
    FAILED_CALLS_PER_MINUTE: '1000000000',
    ...(IS_FREE && { FREE_MODE: 'true' }),
  })
  const creditsKey = IS_FREE ? '' : (await service.sandbox()).creditsKey
  const before = await accountOf(service, creditsKey)
  const handles = handlesOf(service.pid)
  const ends: Ended[] = []
  const inFlight = new Set<{ readonly slug: string }>()
  const watch = watchRises(service.pid, inFlight)
  let left = CALLS
  const caller = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      const tool = tools[draw(tools.length)]
      if (!tool) continue
      const { slug } = tool
      const call = { slug }
      inFlight.add(call)
      ends.push(await called(service.url, creditsKey, tool, draw))
      inFlight.delete(call)
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: IN_FLIGHT }, caller))
  const seconds = (performance.now() - began) / 1_000
  const rises = watch.stop()
  await new Promise((resolve) => setTimeout(resolve, 8_000))
  const after = await accountOf(service, creditsKey)
  const facts = { resident: residentMb(service.pid), handles, later: handlesOf(service.pid), rises }
  const stopping = performance.now()
  await service.stop()
  report(ends, before, after, { ...facts, seconds, stopMs: performance.now() - stopping })
}

const write = (line: string): void => void process.stdout.write(`${line}\n`)

interface Facts {
  readonly resident: number
  readonly handles: readonly string[]
  readonly later: readonly string[]
  readonly rises: readonly Rise[]
  readonly seconds: number
  readonly stopMs: number
}

function report(ends: readonly Ended[], before: Account, after: Account, facts: Facts): void {
  const byStatus = Map.groupBy(ends, ({ status }) => status)
  const counts = [...byStatus]
    .toSorted(([a], [b]) => a - b)
    .map(([status, all]) => `${status}: ${all.length}`)
  write(
    `${ends.length} calls of ${new Set(ends.map(({ slug }) => slug)).size} tools, ${IN_FLIGHT} in flight, ${facts.seconds.toFixed(1)} s`,
  )
  write(`status ${counts.join(', ')}`)
  const slowest = ends.toSorted((a, b) => b.ms - a.ms).slice(0, 5)
  write(`slowest ${slowest.map(({ slug, ms }) => `${slug} ${Math.round(ms)} ms`).join(', ')}`)
  write(
    `resident at most ${Math.round(facts.resident)} MB; handles ${facts.handles.length} before, ` +
      `${facts.later.length} after; stopped in ${Math.round(facts.stopMs)} ms`,
  )
  write(`more handles: ${moreOf(facts.handles, facts.later)}`)
  for (const { fromMb, toMb, atSeconds, inFlight } of facts.rises)
    write(`rise at ${atSeconds.toFixed(1)} s: ${fromMb} to ${toMb} MB; ${inFlight}`)
  const charged = after.calls - before.calls
  const good = byStatus.get(200)?.length ?? 0
  write(
    `charged ${charged} calls, $${(after.spentUsd - before.spentUsd).toFixed(3)}; ` +
      `held $${after.heldUsd}`,
  )
  const checks: readonly (readonly [boolean, string])[] = [
    [!ends.some(({ status }) => status === 500), 'no call reads 500'],
    [!ends.some(({ status }) => status === 0), 'every call is answered'],
    [IS_FREE || charged === good, `as many calls are charged as are answered with 200 (${good})`],
    [after.heldUsd === 0, 'nothing is held'],
    [facts.resident < RESIDENT_MB_MAX, `memory stays under ${RESIDENT_MB_MAX} MB`],
    [facts.later.length <= facts.handles.length + HANDLES_MORE, 'no handle is left'],
    [facts.stopMs < STOP_MS, 'it stops in time'],
  ]
  for (const [holds, what] of checks) write(`${holds ? 'holds' : 'FAILS'}: ${what}`)
  for (const { slug, status, body } of ends)
    if (status === 500 || status === 0) write(`  ${slug} ${status}: ${body}`)
  if (checks.some(([holds]) => !holds)) process.exitCode = 1
}

await main()
process.exit()
