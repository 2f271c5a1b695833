/** @module-tag long */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../src/base/core/db.ts'
import { usd } from '../../src/base/core/money.ts'
import { hashKey, mintKey } from '../../src/selling/payments/credits.ts'
import { createCreditStore } from '../../src/stores/credits.ts'
import { createLeaseStore } from '../../src/stores/leases.ts'
import { openDb } from '../../src/stores/open.ts'
import { ownSecret } from '../../src/stores/secrets.ts'
import { ALICE, BOB, openShop } from '../support/memory/shop.ts'
import { emptyPostgres } from '../support/postgres.ts'

const ROOT = new URL('../../', import.meta.url).pathname
const run = promisify(execFile)

interface Said {
  readonly code: number
  readonly out: string
}

/** A script as an operator runs it. */
async function script(name: string, args: readonly string[], dataDir: string): Promise<Said> {
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir }
  const command = ['run.mjs', `scripts/${name}.ts`, ...args]
  return run(process.execPath, command, { cwd: ROOT, env }).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout + stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      out: stdout + stderr,
    }),
  )
}

const TABLES = ['credits', 'secrets', 'sales', 'payments', 'idempotency']
const MEMORY = ['spaces', 'values', 'log', 'grants', 'texts', 'tags', 'queue', 'inbox'].map(
  (name) => `memory_${name}`,
)

/**
 * Every row of every table, whatever the order; numbers that one engine gives by itself left out.
 */
async function contents(db: Db): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, readonly string[]> = {}
  for (const table of [...TABLES, ...MEMORY]) {
    const rows = await db.all<Record<string, unknown>>(`select * from ${table}`)
    found[table] = rows
      .map(({ serial: _serial, index: _index, ...row }) =>
        JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))),
      )
      .toSorted()
  }
  return found
}

describe('an instance on SQLite', () => {
  const { key, keyHash, keyId } = mintKey()
  let dataDir: string
  let before: Readonly<Record<string, readonly string[]>>
  const open = (databaseUrl?: string): Promise<Db> =>
    openDb({ databaseUrl, dataDir, now: Date.now, onError: () => {} })

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'farebox-move-'))
    const db = await open()
    await createCreditStore(db).issue({ keyHash, keyId, label: 'kept' }, usd('$12.34'), 5)
    await ownSecret(db, 'challenges')
    await furnish(db)
    before = await contents(db)
    await db.close()
  })
  afterEach(() => rm(dataDir, { recursive: true }))

  /** Something in every table that memory has, and more rows than are copied at once. */
  async function furnish(db: Db): Promise<void> {
    const shop = await openShop(db)
    const buy = (slug: string, input: Readonly<Record<string, unknown>>) =>
      shop.buy({ wallet: ALICE, slug: `memory-${slug}`, input })
    for (let page = 0; page < 6; page++) {
      const entries = Array.from({ length: 100 }, (_, at) => ({ key: `k${page}.${at}`, value: at }))
      await buy('batch-write', { entries })
    }
    await buy('incr', { key: '漢' })
    await buy('grant', { grantee: BOB, mode: 'read' })
    await buy('remember', { text: 'Invoices in EUR', tags: ['billing'], meta: { a: 1 } })
    await buy('queue-push', { queue: 'q', items: [{ a: 1 }] })
    await buy('inbox-send', { to: BOB, body: 'hello' })
  }

  test.each([
    ['foo', /^--to: must be an address such as postgres:/],
    ['postgres://127.0.0.1:1/nobody', /^--to: .*ECONNREFUSED/],
  ])('that is told to move to %s says what is wrong, and nothing else', async (to, says) => {
    const { code, out } = await script('move', ['--to', to], dataDir)
    expect([code, out]).toEqual([1, expect.stringMatching(says)])
    expect(out).not.toMatch(/\n {4}at /)
  })

  describe('that moves to PostgreSQL', () => {
    test('loses nothing, and continues there', async () => {
      const databaseUrl = await emptyPostgres()
      const { code, out } = await script('move', ['--to', databaseUrl], dataDir)
      expect([code, out]).toEqual([0, expect.stringContaining('memory_values        601')])
      const db = await open(databaseUrl)
      expect(await contents(db)).toEqual(before)
      expect((await createCreditStore(db).account(hashKey(key)))?.balance).toBe(usd('$12.34'))
      const shop = await openShop(db)
      const buy = (slug: string, input: Readonly<Record<string, unknown>>) =>
        shop.buy({ wallet: ALICE, slug: `memory-${slug}`, input })
      expect((await buy('incr', { key: '漢' })).body).toMatchObject({ value: 2 })
      expect((await buy('recall', { query: 'invoice' })).body).toMatchObject({ count: 1 })
      expect((await buy('log', { limit: 500 })).body).toMatchObject({ verified: true })
      await db.close()
    })

    test('refuses a database that is not empty', async () => {
      const databaseUrl = await emptyPostgres()
      const db = await open(databaseUrl)
      await ownSecret(db, 'challenges')
      const there = await contents(db)
      const { code, out } = await script('move', ['--to', databaseUrl], dataDir)
      expect([code, out]).toEqual([1, 'the target is not empty: secrets has 1 rows\n'])
      expect(await contents(db)).toEqual(there)
      await db.close()
    })

    test('refuses to move while a server runs on it', async () => {
      const db = await open()
      const term = { now: Date.now(), until: Date.now() + 60_000 }
      await createLeaseStore(db).take('sweep', 'a server', term)
      await db.close()
      const { code, out } = await script('move', ['--to', await emptyPostgres()], dataDir)
      expect([code, out]).toEqual([1, expect.stringContaining('stop it first')])
    })

    test('prints its usage without a target', async () => {
      expect((await script('move', [], dataDir)).out).toContain('npm run move -- --to postgres://')
      const nowhere = await script(
        'move',
        ['--to', 'postgres://x@127.0.0.1:1/x'],
        join(dataDir, 'no'),
      )
      expect(nowhere).toEqual({ code: 1, out: expect.stringContaining('is not there') })
    })
  })

  describe('that is backed up while it runs', () => {
    test('copies everything', async () => {
      const running = await open()
      const shop = await openShop(running)
      const incr = { wallet: BOB, slug: 'memory-incr', input: { key: 'n' } }
      await shop.buy(incr)
      const now = await contents(running)
      const copies = await mkdtemp(join(tmpdir(), 'farebox-backup-'))
      const { code, out } = await script('backup', [join(copies, 'farebox.db')], dataDir)
      expect([code, out]).toEqual([0, expect.stringContaining('sound')])
      expect((await shop.buy(incr)).body).toMatchObject({ value: 2 })
      const copy = await openDb({ dataDir: copies, now: Date.now, onError: () => {} })
      expect(await contents(copy)).toEqual(now)
      await Promise.all([copy.close(), running.close()])
      await rm(copies, { recursive: true })
    })

    test('overwrites nothing', { tags: 'long' }, async () => {
      const file = join(dataDir, 'farebox.db')
      const { code, out } = await script('backup', [file], dataDir)
      expect([code, out]).toEqual([1, `${file} is there already.\n`])
    })
  })
})
