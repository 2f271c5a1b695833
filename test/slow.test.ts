import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { usd } from '../src/base/core/money.ts'
import { hashKey, mintKey } from '../src/selling/payments/credits.ts'
import { createCreditStore } from '../src/stores/credits.ts'
import { openDb } from '../src/stores/open.ts'
import { bearer } from './support/buyer.ts'
import { atOnce, call } from './support/calls.ts'
import { createFixtures } from './support/fixture-tools.ts'
import { openTestService } from './support/service.ts'
import { startServer } from './support/server-process.ts'
import { openShop, PRICE } from './support/x402-shop.ts'

/**
 * What is slow holds up those who wait for it, and nobody else.
 *
 * @module-tag long
 */
const SLOW_ONES = 20
const OTHERS = 20
/** Far more than these calls take beside each other, and far less than what is slow. */
const SOON_MS = 2_000
/** How much longer than before the slow ones came, on a machine that does other work as well. */
const LONGER = 10

interface Place {
  readonly url: string
}

/** Calls and quotes of others; how long they took. */
async function serveOthers(service: Place, key: string): Promise<number> {
  const begun = performance.now()
  const statuses = await atOnce(OTHERS, async (at) => {
    const headers = at % 2 === 0 ? bearer(key) : {}
    return (await call(service, '/api/hash', { body: { text: 'hi' }, headers })).status
  })
  expect(statuses).toEqual(Array.from({ length: OTHERS }, (_, at) => (at % 2 === 0 ? 200 : 402)))
  expect((await call(service, '/health')).status).toBe(200)
  return performance.now() - begun
}

/** Others are served while every slow one still waits, and about as soon as without them. */
async function othersAreServed(
  service: Place,
  key: string,
  { aloneMs, isSlow }: { readonly aloneMs: number; readonly isSlow: () => boolean },
): Promise<void> {
  expect(isSlow()).toBe(true)
  expect(await serveOthers(service, key)).toBeLessThan(SOON_MS + LONGER * aloneMs)
  expect(isSlow()).toBe(true)
}

/** Whether none of these has ended. */
function noneEnded(all: readonly Promise<unknown>[]): () => boolean {
  let ended = 0
  const count = () => (ended += 1)
  for (const each of all) each.then(count, count)
  return () => ended === 0
}

describe('a slow buyer', () => {
  const LENGTH = 1_000_000

  test('that does not read, or does not write, delays nobody else', async () => {
    const fixtures = createFixtures()
    const service = await openTestService({ tools: fixtures.tools })
    const [slow, key] = [await service.issueKey('$1'), await service.issueKey('$1')]
    const aloneMs = await serveOthers(service, key)
    const sockets: Socket[] = []
    const open = async (words: string): Promise<void> => {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
      sockets.push(socket.on('error', () => {}))
      await once(socket, 'connect')
      socket.pause().write(words)
    }
    const body = JSON.stringify({ length: LENGTH })
    const head = (length: number): string =>
      `POST /api/fixture-long HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${slow}\r\ncontent-length: ${length}\r\n\r\n`
    await atOnce(SLOW_ONES, () => open(`${head(body.length)}${body}`))
    await atOnce(SLOW_ONES, () => open(head(1_000)))
    const sold = async () => (await service.account(slow)).calls
    await expect.poll(sold).toBe(SLOW_ONES)
    const isSlow = () => sockets.every(({ destroyed }) => !destroyed)
    await othersAreServed(service, key, { aloneMs, isSlow })
    for (const socket of sockets) socket.destroy()
    await service.stop()
  })
})

describe('a slow upstream', () => {
  test('delays only calls that wait for its answer, and they get it', async () => {
    const fixtures = createFixtures()
    const service = await openTestService({ tools: fixtures.tools })
    const [slow, key] = [await service.issueKey('$1'), await service.issueKey('$1')]
    const aloneMs = await serveOthers(service, key)
    const waiting = Array.from({ length: SLOW_ONES }, () =>
      call(service, '/api/fixture-gate', { body: { gate: 'upstream' }, headers: bearer(slow) }),
    )
    await expect.poll(() => fixtures.runs('fixture-gate')).toBe(SLOW_ONES)
    await othersAreServed(service, key, { aloneMs, isSlow: noneEnded(waiting) })
    fixtures.open('upstream')
    for (const { status } of await Promise.all(waiting)) expect(status).toBe(200)
    expect(await service.account(slow)).toMatchObject({ calls: SLOW_ONES, held: 0 })
    await service.stop()
  })
})

describe('a slow chain', () => {
  test('delays only payments on it, and each of them is sold once', async () => {
    const shop = await openShop()
    const key = await shop.service().issueKey('$1')
    const payments = await atOnce(5, async (at) =>
      shop.pay(await shop.chain.wallet(`slow ${at}`), 'fixture-echo', { text: 'hi' }),
    )
    const aloneMs = await serveOthers(shop.service(), key)
    await shop.chain.pause()
    const waiting = payments.map((headers) => shop.send('fixture-echo', headers, { text: 'hi' }))
    await expect.poll(() => shop.fixtures.runs('fixture-echo')).toBe(5)
    await othersAreServed(shop.service(), key, { aloneMs, isSlow: noneEnded(waiting) })
    await shop.chain.resume()
    for (const { status } of await Promise.all(waiting)) expect(status).toBe(200)
    expect(await shop.chain.received()).toBe(5n * PRICE)
    await shop.close()
  })
})

describe('a slow disk', () => {
  const SYNC_MS = 400

  /** Loaded before each thread of the server: from a moment on, to wait for the disk takes long. */
  const slowed = (mark: string): string => `
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    import threads from 'node:worker_threads'
    const sync = fs.fdatasyncSync
    fs.fdatasyncSync = (file) => {
      if (fs.existsSync(${JSON.stringify(mark)}))
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${SYNC_MS})
      sync(file)
    }
    const { Worker } = threads
    threads.Worker = class extends Worker {
      constructor(code, options) {
        const first = 'import(' + JSON.stringify(import.meta.url) + ').then(() => {'
        super(options?.eval ? first + code + '})' : code, options)
      }
    }
    syncBuiltinESMExports()`

  test('delays sales that it stores, but no quotes', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'farebox-disk-'))
    const [mark, patch] = [join(dataDir, 'slow'), join(dataDir, 'slow.mjs')]
    const place = { dataDir, now: Date.now, onError: () => {} }
    const { key, keyHash, keyId } = mintKey()
    const before = await openDb(place)
    await createCreditStore(before).issue({ keyHash, keyId, label: 'test' }, usd('$1'), Date.now())
    await before.close()
    await writeFile(patch, slowed(mark))
    const server = await startServer({ DATA_DIR: dataDir, NODE_OPTIONS: `--import=${patch}` })
    const buy = () => call(server, '/api/hash', { body: { text: 'hi' }, headers: bearer(key) })
    await writeFile(mark, '')
    let sold = 0
    /** How long quotes take that are asked for one after another while so many buy. */
    async function quotesBeside(buyers: number): Promise<readonly number[]> {
      const took: number[] = []
      const over = new AbortController()
      const buying = atOnce(buyers, buy).finally(() => over.abort())
      while (!over.signal.aborted) {
        const asked = performance.now()
        expect((await call(server, '/api/hash', { body: { text: 'hi' } })).status).toBe(402)
        took.push(performance.now() - asked)
      }
      for (const { status } of await buying) expect(status).toBe(200)
      sold += buyers
      return took.toSorted((one, other) => one - other)
    }
    try {
      // The first sales show that the disk is slow, until the thread is there that waits for it.
      const longest = async () => (await quotesBeside(1)).at(-1)
      await expect.poll(longest).toBeLessThan(SYNC_MS / 2)
      const begun = performance.now()
      const took = await quotesBeside(SLOW_ONES)
      expect(performance.now() - begun).toBeGreaterThanOrEqual(SYNC_MS)
      expect(took[Math.floor(took.length * 0.9)]).toBeLessThan(SYNC_MS / 4)
    } finally {
      await server.kill()
    }

    const after = await openDb(place)
    expect(await createCreditStore(after).account(hashKey(key))).toMatchObject({
      held: 0,
      calls: sold,
    })
    await after.close()
    await rm(dataDir, { recursive: true, force: true })
  }, 60_000)
})
