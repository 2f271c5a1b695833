import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../src/service/settings/config.ts'
import { buildService } from '../src/service/build/service.ts'
import { loadFreeEndpoints } from '../src/front/http/free-endpoints.ts'
import { createSaleStore } from '../src/stores/sales.ts'
import { PAGE_PATHS } from '../src/front/pages/paths.ts'
import { allSurfaces } from '../src/front/surfaces/all.ts'

const freeEndpoints = await loadFreeEndpoints()

/**
 * `node run.mjs bench/free.ts [sales]`: every free endpoint with a million sales. Prints, in
 * milliseconds, the time of one request after the other, sent by another process, and what the
 * service's event loop worked for it, which leaves out whatever else the machine does.
 */
const SALES = Number(process.argv[2] ?? 1_000_000)
const DAYS = 90
const DAY_MS = 86_400_000
const ROWS_AT_ONCE = 5_000
const REQUESTS = 300
const CLIENT = fileURLToPath(new URL('./support/one-request.ts', import.meta.url))

const dataDir = await mkdtemp(join(tmpdir(), 'farebox-free-'))
const config = readConfig({
  DATA_DIR: dataDir,
  PORT: '0',
  METRICS_PORT: '0',
  SANDBOX: 'false',
  LOG_LEVEL: 'silent',
  REPORTS_PER_MINUTE: '100000000',
  POW_CHALLENGES_PER_MINUTE: '100000000',
})
const service = await buildService(config)
const { url } = service.server
const { db } = service.ground
const { catalog } = service.catalog

const slugs = catalog.tools.map(({ slug }) => slug)
const rails = ['x402', 'credits', 'pow', 'mpp']
const now = Date.now()
const sales = createSaleStore(db)
for (let written = 0; written < SALES; written += ROWS_AT_ONCE) {
  const batch = Array.from({ length: Math.min(ROWS_AT_ONCE, SALES - written) }, (_, at) => {
    const number = written + at
    return sales.add({
      callId: randomBytes(12).toString('hex'),
      at: Math.floor(now - DAYS * DAY_MS * (1 - number / SALES)),
      slug: slugs[(number * 7919) % slugs.length] ?? 'hash',
      rail: rails[number % rails.length] ?? 'x402',
      amount: number % 4 === 2 ? 0 : 1_000,
      payer: null,
      network: null,
      reference: null,
    })
  })
  await db.batch(batch)
}
const summingAt = performance.now()
while (await sales.sumHour(Math.floor(now / 3_600_000) - 1));
process.stdout.write(
  `${SALES} sales over ${DAYS} days, summed in ${(performance.now() - summingAt).toFixed(0)} ms\n`,
)

const query: Readonly<Record<string, string>> = { find: '?q=hash+a+text', challenge: '?slug=hash' }
const paths = [
  ...freeEndpoints.map(({ id, path }) => path.replace(/:\w+/, 'none') + (query[id] ?? '')),
  ...allSurfaces.map(({ path }) => path),
  ...PAGE_PATHS,
]
const client = fork(CLIENT)
for (const path of paths) {
  const wall: number[] = []
  const cpu: number[] = []
  for (let number = 0; number < REQUESTS; number += 1) {
    const before = process.threadCpuUsage()
    client.send(url + path)
    const [tookMs] = (await once(client, 'message')) as [number]
    wall.push(tookMs)
    const { user, system } = process.threadCpuUsage(before)
    cpu.push((user + system) / 1000)
  }
  const line = `wall ${figuresOf(wall)}   event loop ${figuresOf(cpu)}`
  process.stdout.write(`${path.padEnd(34)} ${line}\n`)
}
client.kill()
await service.stop()
await rm(dataDir, { recursive: true })

function figuresOf(times: readonly number[]): string {
  const sorted = times.toSorted((x, y) => x - y)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)
  return `p50 ${at(0.5)} p99 ${at(0.99)} max ${(sorted.at(-1) ?? 0).toFixed(1)}`
}
