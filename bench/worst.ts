import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../src/service/settings/config.ts'
import type { Tool } from '../src/base/core/tool.ts'
import { buildService } from '../src/service/build/service.ts'
import { collect } from '../src/engines/threads/garbage.ts'
import { PAGE_PATHS } from '../src/front/pages/paths.ts'
import { allSurfaces } from '../src/front/surfaces/all.ts'
import { loadFreeEndpoints } from '../src/front/http/free-endpoints.ts'
import { catalogOfTools } from '../test/support/catalog.ts'
import { worstOfEndpoint, worstOfTool, type WorstRequest } from '../test/support/worst-inputs.ts'
import { startLoopProbe, type Blocks } from './support/loop-probe.ts'

const freeEndpoints = await loadFreeEndpoints()

/**
 * `node run.mjs bench/worst.ts [slug ...]`: sends the worst input of each tool and each free
 * endpoint to a service in this process, from another process, and prints for how long the event
 * loop was held and how much memory was. `worked` is processor time, so that a busy machine is no
 * excuse and no fault.
 */
const BLOCK_MS_MAX = 100
const RESIDENT_MB_MAX = 400
const ROWS = 25
const HEAVIEST = 10
/** Tools that reach out find nobody in a sandbox without the internet. */
const CALL_MS = 4_000

interface Row extends Blocks {
  readonly name: string
  readonly status: number
  /** Most that the process held until it was answered. */
  readonly residentMb: number
}

type Message =
  | { readonly kind: 'begin' }
  | { readonly kind: 'end'; readonly name: string; readonly status: number }

async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'farebox-worst-'))
  const settings = {
    PORT: '0',
    METRICS_PORT: '0',
    LOG_LEVEL: 'silent',
    FREE_MODE: 'true',
    DATA_DIR: dataDir,
    REFUSALS_PER_MINUTE: '1000000000',
    FAILED_CALLS_PER_MINUTE: '1000000000',
  }
  const service = await buildService(readConfig(settings), { onBuilt: () => collect() })
  const probe = startLoopProbe()
  const rows: Row[] = []
  const sender = fork(import.meta.filename, process.argv.slice(2), {
    env: { ...process.env, WORST_OF: service.server.url },
  })
  sender.on('message', (message: Message) => {
    if (message.kind === 'begin') probe.reset()
    else {
      const { name, status } = message
      rows.push({ name, status, residentMb: probe.residentMb(), ...probe.longest() })
    }
    sender.send('go')
  })
  // Whoever stops it sees what was measured by then; `run.mjs` may pass on the same signal again.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => sender.kill())
  await once(sender, 'exit')
  probe.stop()
  await service.stop()
  await rm(dataDir, { recursive: true, force: true })
  print(rows)
}

/** Requests leave from a process of their own, so that what they cost is not measured. */
async function sendAll(url: string, only: readonly string[]): Promise<void> {
  const { tools } = await catalogOfTools()
  for (const [name, worst] of cases(tools, only)) {
    await told({ kind: 'begin' })
    const status = await statusOf(url, worst)
    await new Promise((resolve) => setTimeout(resolve, 10))
    await told({ kind: 'end', name: `${name}: ${worst.what}`, status })
  }
  process.disconnect()
}

async function told(message: Message): Promise<void> {
  process.send?.(message)
  await once(process, 'message')
}

function statusOf(url: string, { method, path, body }: WorstRequest): Promise<number> {
  const { hostname, port } = new URL(url)
  const headers = { 'content-type': 'application/json' }
  const signal = AbortSignal.timeout(CALL_MS)
  const outgoing = request({ hostname, port, method, path, headers, signal, agent: false })
  return new Promise((resolve) => {
    outgoing.once('response', (incoming) => {
      incoming.resume().once('close', () => resolve(incoming.statusCode ?? 0))
    })
    outgoing.once('error', () => resolve(0))
    outgoing.end(body)
  })
}

function* cases(
  tools: readonly Tool[],
  only: readonly string[],
): Iterable<readonly [string, WorstRequest]> {
  for (const tool of tools) {
    if (only.length > 0 && !only.includes(tool.slug)) continue
    for (const worst of worstOfTool(tool)) yield [tool.slug, worst]
  }
  if (only.length > 0) return
  const free = freeEndpoints.flatMap(({ path, methods }) =>
    methods.map((method) => [method, path] as const),
  )
  const documents = [...allSurfaces.map(({ path }) => path), ...PAGE_PATHS].map(
    (path) => ['GET', path] as const,
  )
  for (const [method, path] of [...free, ...documents])
    for (const worst of worstOfEndpoint(method, path)) yield [path, worst]
}

function print(rows: readonly Row[]): void {
  const worst = rows.toSorted((a, b) => b.worked - a.worked)
  for (const { name, status, worked, passed } of worst.slice(0, ROWS)) {
    const times = `${worked.toFixed(0).padStart(6)} ms worked ${passed.toFixed(0).padStart(6)} ms passed`
    process.stdout.write(`${times}  ${String(status).padStart(3)}  ${name}\n`)
  }
  const heaviest = rows.toSorted((a, b) => b.residentMb - a.residentMb)
  for (const { name, status, residentMb } of heaviest.slice(0, HEAVIEST))
    process.stdout.write(
      `${residentMb.toFixed(0).padStart(6)} MB resident  ${String(status).padStart(3)}  ${name}\n`,
    )
  const residentMb = heaviest[0]?.residentMb ?? 0
  const most = worst[0]?.worked ?? 0
  const over = rows.filter(({ worked }) => worked >= BLOCK_MS_MAX).length
  const isGood = over === 0 && residentMb < RESIDENT_MB_MAX
  process.stdout.write(
    `${rows.length} requests: longest block ${most.toFixed(0)} ms (${over} of ${BLOCK_MS_MAX} ms and more), ` +
      `resident ${residentMb.toFixed(0)} MB at most; ${isGood ? 'good' : 'too much'}\n`,
  )
  if (!isGood) process.exitCode = 1
}

const target = process.env['WORST_OF']
if (target === undefined) await main()
else await sendAll(target, process.argv.slice(2))
