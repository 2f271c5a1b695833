/** @module-tag long */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Db } from '../../src/base/core/db.ts'
import { createChannelStore } from '../../src/stores/channels.ts'
import { openDb } from '../../src/stores/open.ts'
import { createChannelBuyer, type ChannelBuyer } from '../support/channel-buyer.ts'
import { startChain } from '../support/chain.ts'
import { startPostgres } from '../support/postgres.ts'
import { startServer, type ServerProcess } from '../support/server-process.ts'

/** Payment channels of processes that are killed, and of several that share a database. */
const closing: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const PRICE = 1_000
const BUYERS = 4
const ROUNDS = 5

const buy = async ({ fetch: reach }: ChannelBuyer, { url }: ServerProcess, text: string) => {
  const answer = await reach(`${url}/api/hash`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  })
  await answer.text()
  return answer.status
}

interface Books {
  readonly charged: number
  readonly signed: number
  readonly sales: number
}

async function booksOf(db: Db, { address }: ChannelBuyer): Promise<Books> {
  const [channel] = await createChannelStore(db).of(address.toLowerCase())
  const row = await db.one<{ count: number }>(
    'select count(*) as count from sales where lower(payer) = $1',
    [address.toLowerCase()],
  )
  return {
    charged: channel?.charged ?? 0,
    signed: channel?.signed ?? 0,
    sales: Number(row?.count ?? 0),
  }
}

describe('payment channels', () => {
  test('of a process that is killed charge what was sold, and go on', async () => {
    const chain = await startChain({ escrow: true })
    closing.push(() => chain.stop())
    const dataDir = await mkdtemp(join(tmpdir(), 'farebox-channels-'))
    closing.push(() => rm(dataDir, { recursive: true, force: true }))
    const settings = { MPP: 'false', ...chain.settings, DATA_DIR: dataDir }
    const buyers = await Promise.all(
      Array.from({ length: BUYERS }, (_, at) => createChannelBuyer(chain, `killed ${at}`)),
    )
    const answered = new Map(buyers.map((buyer) => [buyer, 0]))
    let broken = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      const server = await startServer(settings)
      const killed = new AbortController()
      const calls = buyers.map(async (buyer, at) => {
        for (let made = 0; !killed.signal.aborted; made += 1) {
          const status = await buy(buyer, server, `${round} ${at} ${made}`).catch(() => null)
          if (status === 200) answered.set(buyer, answered.get(buyer)! + 1)
          else if (status === null) broken += 1
          else expect.soft([round, at, made, status]).toEqual([round, at, made, 200])
        }
      })
      await expect
        .poll(() => [...answered.values()].every((count) => count > round * 3), { timeout: 60_000 })
        .toBe(true)
      killed.abort()
      await server.kill()
      await Promise.all(calls)
    }
    const last = await startServer(settings)
    for (const [at, buyer] of buyers.entries()) expect(await buy(buyer, last, `${at}`)).toBe(200)
    await last.kill()
    const db = await openDb({ dataDir, now: Date.now, onError: () => {} })
    closing.push(() => db.close())
    let unanswered = 0
    for (const buyer of buyers) {
      const { charged, signed, sales } = await booksOf(db, buyer)
      expect(charged).toBe(sales * PRICE)
      expect(signed).toBeGreaterThanOrEqual(charged)
      unanswered += sales - 1 - answered.get(buyer)!
    }
    expect(unanswered).toBeGreaterThanOrEqual(0)
    expect(unanswered).toBeLessThanOrEqual(broken)
  }, 240_000)

  test('are shared by replicas', async () => {
    const chain = await startChain({ escrow: true })
    closing.push(() => chain.stop())
    const postgres = await startPostgres()
    closing.push(() => postgres.stop())
    const databaseUrl = await postgres.freshDatabase()
    const settings = { MPP: 'false', ...chain.settings, DATABASE_URL: databaseUrl }
    const servers = [await startServer(settings), await startServer(settings)] as const
    for (const server of servers) closing.push(() => server.kill())
    const buyers = await Promise.all(
      Array.from({ length: BUYERS }, (_, at) => createChannelBuyer(chain, `shared ${at}`)),
    )
    const made = 20
    const statuses = await Promise.all(
      buyers.map(async (buyer, at) => {
        const all: number[] = []
        for (let call = 0; call < made; call += 1)
          all.push(await buy(buyer, servers[(at + call) % 2]!, `${at} ${call}`))
        return all
      }),
    )
    expect(new Set(statuses.flat())).toEqual(new Set([200]))
    const db = await openDb({ databaseUrl, dataDir: '', now: Date.now, onError: () => {} })
    closing.push(() => db.close())
    for (const buyer of buyers)
      expect(await booksOf(db, buyer)).toEqual({
        charged: made * PRICE,
        signed: made * PRICE,
        sales: made,
      })
  }, 240_000)
})
