import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bareEnvironment } from './support/bare-environment.ts'
import { BUYER_KEYS, type Buyer } from './support/buyer.ts'
import { atOnce, call, type CallAnswer } from './support/calls.ts'
import { startChain, type TestChain } from './support/chain.ts'
import { createFixtures } from './support/fixture-tools.ts'
import { openTestService, type TestService } from './support/service.ts'
import { startPostgres } from './support/postgres.ts'
import { receiptOf } from './support/x402-shop.ts'

/**
 * Payments that a restored database does not know.
 *
 * @module-tag long
 */
const ROOT = fileURLToPath(new URL('../', import.meta.url))
const PATH = '/api/memory/incr'
const BEFORE = 4
const AFTER = 12
const run = promisify(execFile)
type Headers = Readonly<Record<string, string>>

const fixtures = createFixtures()
let chain: TestChain
let dataDir: string
let service: TestService
let buyers: readonly Buyer[]
let lost: readonly Headers[]
let settings: Headers

/** Pays for a memory call. */
async function bought(buyer: Buyer): Promise<Headers> {
  const body = { key: 'count' }
  const headers = await buyer.payFor(service, PATH, { body })
  expect((await call(service, PATH, { body, headers })).status).toBe(200)
  return headers
}

const ask = (headers: Headers, path = PATH): Promise<CallAnswer> =>
  call(service, path, { body: { key: 'count' }, headers })

async function unsold(...args: readonly string[]): Promise<string> {
  const env = { ...bareEnvironment(), ...settings }
  const script = [join(ROOT, 'run.mjs'), 'scripts/unsold.ts', ...args]
  return (await run(process.execPath, script, { cwd: ROOT, env })).stdout
}

beforeAll(async () => {
  chain = await startChain()
  dataDir = await mkdtemp(join(tmpdir(), 'farebox-restored-'))
  settings = { ...chain.settings, DATA_DIR: dataDir }
  const open = () => openTestService({ tools: fixtures.tools, settings })
  service = await open()
  const names = Array.from({ length: BEFORE + AFTER }, (_, at) => `restored ${at}`)
  buyers = await Promise.all(names.map((name) => chain.wallet(name)))
  for (const buyer of buyers.slice(0, BEFORE)) await bought(buyer)
  const backup = join(dataDir, 'backup.db')
  const source = new Database(join(dataDir, 'farebox.db'), { readonly: true })
  await source.backup(backup)
  source.close()
  const paid: Headers[] = []
  for (const buyer of buyers.slice(BEFORE)) paid.push(await bought(buyer))
  lost = paid
  // A stranger's transfer to the same address, and one that was signed for another service.
  const stranger = await openTestService({
    tools: fixtures.tools,
    settings: { ...chain.settings, SETTLEMENT_KEY: BUYER_KEYS[0] },
  })
  const other = await chain.wallet('of another service')
  const headers = await other.payFor(stranger, PATH, { body: { key: 'count' } })
  expect((await call(stranger, PATH, { body: { key: 'count' }, headers })).status).toBe(200)
  await stranger.stop()
  await service.stop()
  for (const end of ['-wal', '-shm']) await rm(join(dataDir, `farebox.db${end}`), { force: true })
  await copyFile(backup, join(dataDir, 'farebox.db'))
  service = await open()
}, 60_000)
afterAll(async () => {
  await service.stop()
  await chain.stop()
  await rm(dataDir, { recursive: true, force: true })
})

describe('after a backup was restored', () => {
  test('the command lists what the books lack, and offers none by itself', async () => {
    const said = await unsold()
    expect(said.match(/not in the books/g)).toHaveLength(AFTER)
    expect(said).toMatch(/1 were submitted by others/)
    for (const buyer of buyers.slice(0, BEFORE))
      expect(said).not.toContain(buyer.address.toLowerCase())
    expect((await ask(lost[0]!)).status).toBe(402)
  }, 60_000)

  test('it offers them once, however often it runs', async () => {
    for (const said of [await unsold('--offer'), await unsold('--offer')])
      expect(said.match(/\$0\.\d+ .* offered$/gm)).toHaveLength(AFTER)
  }, 60_000)

  test('a used payment itself proves nobody: it says what to do, and buys nothing', async () => {
    await service.stop()
    service = await openTestService({ tools: fixtures.tools, settings })
    const refused = await ask(lost[0]!)
    expect([refused.status, refused.body['error']]).toEqual([
      402,
      expect.stringMatching(/Sign a new payment for the same price with the same wallet/),
    ])
    const known = await buyers[0]!.payFor(service, PATH, { body: { key: 'count' } })
    expect((await ask(known)).status).toBe(200)
    expect((await ask(known)).body['error']).toMatch(/used already/)
  }, 60_000)

  test('each payer gets the call that was paid for, and no new money moves', async () => {
    const before = await chain.received()
    const sold = (await service.sales()).length
    for (const buyer of buyers.slice(BEFORE)) {
      const headers = await buyer.payFor(service, PATH, { body: { key: 'count' } })
      const answer = await ask(headers)
      expect(answer.status).toBe(200)
      expect(receiptOf(answer).success).toBe(true)
      expect((await ask(headers)).status).toBe(402)
    }
    expect(await chain.received()).toBe(before)
    expect(await service.sales()).toHaveLength(sold + AFTER)
    const said = await unsold()
    expect(said.match(/sold, call /g)).toHaveLength(AFTER)
    expect(said).not.toContain('not in the books')
  }, 60_000)

  test('the next call of such a payer costs again', async () => {
    const before = await chain.received()
    await bought(buyers[BEFORE]!)
    expect(await chain.received()).toBeGreaterThan(before)
  })
})

describe('two replicas on a restored database', () => {
  test('sell one call for one transfer, however many its payer makes at once', async () => {
    const postgres = await startPostgres()
    const databaseUrl = await postgres.freshDatabase()
    const shared = { ...chain.settings, DATABASE_URL: databaseUrl, REFUSALS_PER_MINUTE: '1000' }
    const open = () => openTestService({ tools: fixtures.tools, settings: shared })
    const services = [await open(), await open()]
    try {
      const buyer = await chain.wallet('of two replicas')
      const pay = () => buyer.payFor(services[0]!, PATH, { body: { key: 'count' } })
      const send = (at: number, headers: Headers) =>
        call(services[at % 2]!, PATH, { body: { key: 'count' }, headers })
      const { db } = services[0]!
      expect((await send(0, await pay())).status).toBe(200)
      // As a backup from before that call has it.
      for (const table of ['sales', 'payments'])
        await db.batch([{ sql: `delete from ${table}`, values: [] }])
      const since = new Date(Date.now() - 60_000).toISOString()
      settings = shared
      expect(await unsold('--offer', '--since', since)).toMatch(/offered/)
      for (const service of services.splice(0)) await service.stop()
      services.push(await open(), await open())
      const payments = [await pay(), await pay(), await pay(), await pay(), await pay()]
      const before = await chain.received()
      const answers = await atOnce(payments.length, (at) => send(at, payments[at]!))
      expect(answers.map(({ status }) => status)).toEqual(payments.map(() => 200))
      const paid = Number((await chain.received()) - before)
      const [sale] = await services[0]!.sales()
      expect(paid).toBe(sale!.amount * (payments.length - 1))
      expect(await services[0]!.sales()).toHaveLength(payments.length)
    } finally {
      for (const service of services) await service.stop()
      await postgres.stop()
    }
  }, 90_000)
})
