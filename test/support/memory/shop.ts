import { randomUUID } from 'node:crypto'
import type { Call } from '../../../src/selling/call/call.ts'
import { newCall } from '../../../src/selling/call/call-log.ts'
import { createUnlimited } from '../unlimited.ts'
import { createCallPath } from '../../../src/service/build/calls.ts'
import { runningOn } from '../../../src/selling/call/run.ts'
import { createCatalog, type Catalog } from '../../../src/selling/catalog/catalog.ts'
import { loadTools } from '../../../src/selling/catalog/load.ts'
import type { CallRequest } from '../../../src/base/core/call.ts'
import type { Host } from '../../../src/base/core/capability.ts'
import type { Db } from '../../../src/base/core/db.ts'
import type { Wallet } from '../../../src/base/core/payment.ts'
import { sweepMemory } from '../../../src/capabilities/memory/sweep.ts'
import { createFreeRail } from '../../../src/selling/payments/free.ts'
import { createTill } from '../../../src/selling/payments/till.ts'
import { createStores } from '../../../src/stores/stores.ts'
import { createClock, type Clock } from '../clock.ts'
import { createSlowRail, SLIP, type PaymentEnd, type Slip, type SlowRail } from './slow-rail.ts'
import { UNCOUNTED } from '../uncounted.ts'

/** What a buyer heard. */
export interface MemoryReply {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

export interface Purchase {
  readonly wallet: Wallet
  readonly slug: string
  readonly input?: Readonly<Record<string, unknown>>
  readonly ends?: PaymentEnd
  /** Of the payment; the same one is the same payment. */
  readonly nonce?: string
  readonly idempotencyKey?: string
  readonly resumeToken?: string
}

/** The path of a paid call over a real database, with a rail whose money does as it is told. */
export interface Shop {
  readonly db: Db
  readonly clock: Clock
  readonly rail: SlowRail
  buy(wish: Purchase): Promise<MemoryReply>
  /** The same where nobody pays: the sale and the effect are one transaction. */
  take(wish: Purchase): Promise<MemoryReply>
  /** Finds out what became of payments, and sweeps. */
  tidy(): Promise<void>
}

export const ALICE: Wallet = `0x${'a1'.repeat(20)}`
export const BOB: Wallet = `0x${'b0'.repeat(20)}`

export async function openShop(
  db: Db,
  settings: Readonly<Record<string, string>> = {},
): Promise<Shop> {
  const clock = createClock()
  const { now } = clock
  const rail = createSlowRail()
  const catalog = await memoryCatalog()
  const host: Host = {
    db,
    now,
    setting: (name) => settings[name],
    run: () => Promise.reject(new Error('no tool runs another here')),
    onClose: () => {},
  }
  const running = runningOn(host)
  const paid = pathOf({ host, running, catalog, till: createTill([rail]) })
  const free = pathOf({ host, running, catalog, till: createTill([createFreeRail()]) })

  function requestOf({ wallet, slug, input = {}, ...wish }: Purchase): CallRequest {
    const { method, path } = catalog.bySlug(slug)!
    const { ends = 'settled', nonce = randomUUID(), idempotencyKey, resumeToken } = wish
    const slip: Slip = { nonce, wallet, ends }
    const headers = new Map([[SLIP, JSON.stringify(slip)]])
    if (idempotencyKey) headers.set('idempotency-key', idempotencyKey)
    if (resumeToken) headers.set('x-resume-token', resumeToken)
    const query = new URLSearchParams()
    if (wallet.startsWith('demo:')) query.set('ns', wallet.slice('demo:'.length))
    if (method === 'GET')
      for (const [name, value] of Object.entries(input)) query.set(name, String(value))
    return {
      id: randomUUID(),
      method,
      path,
      query: query.toString(),
      header: (name) => headers.get(name),
      text: async () => JSON.stringify(input),
      client: 'test',
      signal: new AbortController().signal,
    }
  }

  async function ask({ pipeline }: Path, wish: Purchase): Promise<MemoryReply> {
    const { status, body } = await pipeline.handle(requestOf(wish))
    if (body.kind !== 'json') throw new Error('a memory tool answers JSON')
    return { status, body: JSON.parse(body.text) as MemoryReply['body'] }
  }

  return {
    db,
    clock,
    rail,
    buy: (wish) => ask(paid, wish),
    take: (wish) => ask(free, { ...wish, wallet: `demo:${wish.wallet.slice(-8)}` }),
    async tidy() {
      await paid.reconciler.sweep()
      await sweepMemory(db, now())
    },
  }
}

/** The tools of memory alone: loaded quickly, and whatever becomes of the others. */
async function memoryCatalog(): Promise<Catalog> {
  const folder = new URL('../../../src/goods/tools/memory', import.meta.url)
  const { tools } = await loadTools(folder.pathname)
  const family = { title: 'Memory', description: 'Memory.' }
  return createCatalog({
    tools,
    families: Object.fromEntries(tools.map((tool) => [tool.family, family])),
  })
}

type Path = ReturnType<typeof pathOf>

interface Around {
  readonly host: Host
  readonly running: ReturnType<typeof runningOn>
  readonly catalog: Catalog
  readonly till: ReturnType<typeof createTill>
}

function pathOf({ host, running, catalog, till }: Around) {
  const { db, now } = host
  const stores = createStores(db, now)
  const callLog = {
    begin: newCall,
    end({ cause }: Call, status: number) {
      if (status === 500) throw new Error('a bug', { cause })
    },
  }
  const ground = { db, stores }
  const limits = createUnlimited()
  return createCallPath(
    { ground, catalog, till, running, callLog, limits, losses: UNCOUNTED },
    { onLost: () => {}, onReverted: () => {} },
    { now, trouble: onTrouble },
  )
}

function onTrouble(what: string, cause: unknown): never {
  throw new Error(what, { cause })
}

const TABLES = ['values', 'log', 'grants', 'texts', 'tags', 'queue', 'inbox', 'reserved']

/** Everything that the memory tools keep, as it stands. */
export async function memoryOf(db: Db): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const found: Record<string, readonly unknown[]> = {}
  for (const table of TABLES) {
    const rows = await db.all(`select * from memory_${table}`)
    found[table] = rows.map((row) => JSON.stringify(row)).toSorted()
  }
  const spaces = 'select * from memory_spaces where seq > 0 or keys > 0 or bytes > 0 order by ns'
  return { ...found, spaces: await db.all(spaces) }
}
