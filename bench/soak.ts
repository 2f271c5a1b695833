import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../src/outside/net/free-port.ts'
import { createCreditStore } from '../src/stores/credits.ts'
import { openDb } from '../src/stores/open.ts'
import { openSqlite } from '../src/stores/database/sqlite.ts'
import { startChain } from '../test/support/chain.ts'
import { issueKeys } from './support/keys.ts'
import * as buyers from './soak/buyers.ts'
import * as books from './soak/books.ts'
import { createServer, type Size, type SoakServer } from './soak/server.ts'
import { openUpstream, writeTools } from './soak/world.ts'

/**
 * `npm run soak`, `SOAK_MINUTES=15 npm run soak`: an hour of buyers who pay by credits, by wallets
 * on a chain and by work, who count in the memory, begin jobs, hang up, and ask an upstream that
 * fails. In the first half the service is killed three times. At the end the books are held
 * against the chain, the balances and the counters, and the second half against itself: whatever
 * is not as it must be is told, and the run fails.
 */
const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 60)
if (!(MINUTES > 0)) throw new Error('SOAK_MINUTES: must be a number of minutes, such as 15.')
const KILLS = 3
const LOOK_MS = 5_000
/** In which the engine gives back what it has taken for the load. */
const REST_MS = 60_000
/** For holds and leases of killed processes to end, and for payments to be looked up. */
const SETTLED_WITHIN_MS = 180_000
/** What the second half may hold more at its end than at its beginning. */
const GROWTH_MAX = 0.15
const FILES_MORE_MAX = 8

const started = performance.now()
const minutes = (): string => ((performance.now() - started) / 60_000).toFixed(1).padStart(5)
const say = (line: string): void => void process.stdout.write(`${minutes()} min  ${line}\n`)

const folder = await mkdtemp(join(tmpdir(), 'farebox-soak-'))
const dataDir = join(folder, 'data')
await mkdir(dataDir)
const chain = await startChain()
const upstream = await openUpstream()
await writeTools(join(folder, 'tools'), upstream.url)
const keys = await issueKeys({ dataDir }, 6)
const server = createServer(
  {
    ...chain.settings,
    DATA_DIR: dataDir,
    TOOLS_DIR: join(folder, 'tools'),
    POW_DIFFICULTY: '8',
    LLM_FIND: 'false',
    SELLER_REGISTRIES: 'off',
    LOG_LEVEL: 'warn',
    FAILED_CALLS_PER_MINUTE: '1000000',
  },
  await freePort('127.0.0.1'),
  await freePort('127.0.0.1'),
)
let faults: string[] = []
try {
  faults = await soak()
} finally {
  await server.kill()
  upstream.closeAllConnections()
  upstream.close()
  await chain.stop()
  if (faults.length === 0) await rm(folder, { recursive: true })
}
for (const fault of faults) say(`BAD: ${fault}`)
if (faults.length > 0) say(`the data stays in ${folder}`)
say(faults.length === 0 ? 'good' : 'bad')
process.exitCode = faults.length === 0 ? 0 : 1

async function soak(): Promise<string[]> {
  await server.start()
  const idle = await server.size()
  say(`begins with ${told(idle)}`)
  const closing = new AbortController()
  const heard = new Map<string, buyers.AnswerCounts>()
  const shopping = Promise.all(await sendBuyers({ service: server, over: closing.signal, heard }))
  const second = await watched(server)
  closing.abort()
  await shopping
  for (const [kind, counts] of heard) say(`${kind}: ${JSON.stringify(Object.fromEntries(counts))}`)
  const found = [...(await settled()), ...grown(second)]
  await sleep(LOOK_MS)
  const end = await server.size()
  say(`ends with ${told(end)}`)
  await sleep(REST_MS)
  say(`and after a while, in which nobody asks, with ${told(await server.size())}`)
  if (end.files > idle.files + FILES_MORE_MAX)
    found.push(`${idle.files} open files became ${end.files}`)
  if ((await server.stop()) !== 0) found.push('the stop was not clean')
  return [...found, ...(await balanced()), ...oddities(heard)]
}

async function sendBuyers(shopping: buyers.Shopping): Promise<readonly Promise<void>[]> {
  const { service } = shopping
  const [one, two, three, four, five, six] = keys as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const [a, b, c] = await Promise.all(
    ['a', 'b', 'c'].map((name) => chain.wallet(name, 10_000_000_000n)),
  )
  const incr = { key: 'n' }
  const rounds: readonly (readonly [string, Parameters<typeof buyers.shop>[2]])[] = [
    ['credits', buyers.byCredits(service, one)],
    ['credits', buyers.byCredits(service, two)],
    ['credits', buyers.byCredits(service, three)],
    ['x402', buyers.byWallet(service, a!, '/api/hash', { text: 'hello' })],
    ['x402', buyers.byWallet(service, b!, '/api/base32', { text: 'hello', mode: 'encode' })],
    ['memory', buyers.byWallet(service, c!, '/api/memory/incr', incr)],
    ['memory', buyers.byWallet(service, a!, '/api/memory/incr', incr)],
    ['work', buyers.byWork(service)],
    ['jobs', buyers.byJobs(service, four)],
    ['upstream', buyers.ofUpstream(service, five)],
    ['upstream', buyers.ofUpstream(service, five)],
    ['leaving', buyers.leaving(service, six)],
    ['leaving', buyers.leaving(service, six)],
    ['looking', buyers.looking(service)],
  ]
  return rounds.map(([kind, round]) => buyers.shop(kind, shopping, round))
}

/** Kills and starts again, then lets be; answers what the process held in the second half. */
async function watched(service: SoakServer): Promise<readonly Size[]> {
  const halfMs = (MINUTES * 60_000) / 2
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await sleep(halfMs / KILLS)
    const { residentMb } = await service.size()
    await service.kill()
    await service.start()
    say(`killed at ${residentMb} MB, and started again`)
  }
  const sizes: Size[] = []
  let sayAt = performance.now()
  for (const until = performance.now() + halfMs; performance.now() < until;) {
    await sleep(LOOK_MS)
    sizes.push(await service.size())
    if (performance.now() < sayAt) continue
    say(told(sizes.at(-1)!))
    sayAt = performance.now() + halfMs / 10
  }
  return sizes
}

function told({ residentMb, heapMb, files, threads }: Size): string {
  return `${residentMb} MB, of which ${heapMb} are heap, ${files} open files, ${threads} threads`
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((x, y) => x - y)[Math.floor(numbers.length / 2)] ?? 0
}

/** The first quarter of these warms up, the last is held against the second. */
function grown(sizes: readonly Size[]): string[] {
  const quarter = Math.floor(sizes.length / 4)
  const [before, after] = [sizes.slice(quarter, 2 * quarter), sizes.slice(3 * quarter)]
  const rows = (['residentMb', 'files', 'threads'] as const).map((name) => ({
    name,
    was: median(before.map((size) => size[name])),
    is: median(after.map((size) => size[name])),
  }))
  for (const { name, was, is } of rows)
    say(`${name}: ${was} in the second quarter, ${is} in the last`)
  return rows
    .filter(({ was, is }) => is > was * (1 + GROWTH_MAX) + FILES_MORE_MAX)
    .map(({ name, was, is }) => `${name} has grown from ${was} to ${is}`)
}

/** Waits until nothing is under way. */
async function settled(): Promise<string[]> {
  const db = openSqlite(join(dataDir, 'farebox.db'), { readonly: true })
  const late = performance.now() + SETTLED_WITHIN_MS
  let left = await books.underWay(db)
  while (left.length > 0 && performance.now() < late) {
    await sleep(1_000)
    left = await books.underWay(db)
  }
  await db.close()
  return left
}

async function balanced(): Promise<string[]> {
  const db = await openDb({ dataDir, now: Date.now, onError: () => {} })
  for (const { rail, calls, amount } of await books.sales(db))
    say(`sold on ${rail}: ${calls} calls, $${(Number(amount) / 1e6).toFixed(6)}`)
  const received = await chain.received()
  say(`arrived on the chain: $${(Number(received) / 1e6).toFixed(6)}`)
  const found = [
    ...(await books.creditFaults(db, createCreditStore(db), keys)),
    ...(await books.chainFaults(db, received)),
    ...(await books.memoryFaults(db)),
  ]
  await db.close()
  return found
}

/** A buyer is answered, refused for a reason of its upstream, or cut by a kill; nothing else. */
function oddities(heard: ReadonlyMap<string, buyers.AnswerCounts>): string[] {
  const allowed: Readonly<Record<string, RegExp>> = {
    upstream: /^(200|502|503|504|cut)$/,
    looking: /^(200|402|429|cut)$/,
    leaving: /^(200|left .*|cut)$/,
    jobs: /^(job completed|cut)$/,
  }
  const usual = /^(200(, again 200)?|cut)$/
  return [...heard].flatMap(([kind, counts]) =>
    [...counts.keys()]
      .filter((what) => !(allowed[kind] ?? usual).test(what))
      .map((what) => `${kind} heard ${what} ${counts.get(what)} times`),
  )
}
