/** @module-tag long */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import { usd } from '../src/base/core/money.ts'
import { hashKey, mintKey } from '../src/selling/payments/credits.ts'
import { createCreditStore } from '../src/stores/credits.ts'
import { openDb } from '../src/stores/open.ts'
import { bearer } from './support/buyer.ts'
import { atOnce, call, type CallAnswer } from './support/calls.ts'
import { openTestService } from './support/service.ts'
import { startPostgres } from './support/postgres.ts'
import { startServer } from './support/server-process.ts'
import { eventually } from './support/wait.ts'

const PRICE = 1_000
const TOGETHER = 12
const LOADED = usd('$5')

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

type Place = { readonly url: string }

const buy = (place: Place, key: string) =>
  atOnce(TOGETHER, (at) =>
    call(place, '/api/hash', { body: { text: `${at}` }, headers: bearer(key) }),
  )

function expectAway(heard: readonly CallAnswer[]): void {
  for (const { status, headers, body } of heard) {
    expect([status, body['error']]).toEqual([503, expect.stringMatching(/^The database of this/)])
    expect(headers['retry-after']).toBe('5')
  }
}

/** Sells, cannot, and sells again: what was paid is what was delivered. */
async function expectAwayAndBack(
  place: Place,
  key: string,
  turn: (how: 'off' | 'on') => Promise<void>,
): Promise<void> {
  const statuses = (heard: readonly CallAnswer[]) => heard.map(({ status }) => status)
  const good = Array.from({ length: TOGETHER }, () => 200)
  expect(statuses(await buy(place, key))).toEqual(good)
  expect((await call(place, '/health')).status).toBe(200)
  await turn('off')
  expectAway(await buy(place, key))
  await eventually(async () => expectAway([await call(place, '/health')]))
  await turn('on')
  await eventually(async () => expect((await call(place, '/health')).status).toBe(200), 20_000)
  expect(statuses(await buy(place, key))).toEqual(good)
}

const paid = { balance: LOADED - 2 * TOGETHER * PRICE, held: 0, calls: 2 * TOGETHER }

describe('a store that is away', () => {
  test('PostgreSQL is down: calls and /health say when to come again, uncharged', async () => {
    const postgres = await startPostgres({ durable: true })
    closing.push(() => postgres.stop())
    const troubles: string[] = []
    const log = {
      info: () => {},
      warn: () => {},
      error: (_: unknown, message: string) => void troubles.push(message),
    }
    const settings = { DATABASE_URL: await postgres.freshDatabase() }
    const service = await openTestService({ settings, log })
    closing.push(() => service.stop())
    const key = await service.issueKey('$5')
    await expectAwayAndBack(service, key, async (how) => {
      postgres.turn(how)
      const isOn = async () =>
        expect(
          await service.db.one('select 1 as one').then(
            () => 'on',
            () => 'off',
          ),
        ).toBe(how)
      await eventually(isOn, 20_000)
    })
    expect(await service.account(key)).toMatchObject(paid)
    expect(troubles).not.toContain('bug')
    expect(troubles).toContain('trouble')
  })

  test('the disk is full: the same, with SQLite', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'farebox-full-'))
    closing.push(() => rm(dataDir, { recursive: true }))
    const server = await startServer({ DATA_DIR: dataDir, MPP: 'false' })
    closing.push(() => server.kill())
    const db = await openDb({ dataDir, now: Date.now, onError: () => {} })
    closing.push(() => db.close())
    const { key, keyHash, keyId } = mintKey()
    const credits = createCreditStore(db)
    await credits.issue({ keyHash, keyId, label: 'test' }, LOADED, Date.now())
    const pid = await serverOf(dataDir)
    await expectAwayAndBack(server, key, async (how) => {
      const limit = how === 'off' ? '4096:' : 'unlimited:'
      await promisify(execFile)('prlimit', ['--pid', String(pid), `--fsize=${limit}`])
    })
    await eventually(async () => expect(await credits.account(hashKey(key))).toMatchObject(paid))
  })
})

/** The process that has the database of this folder, not its launcher. */
async function serverOf(dataDir: string): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  for (const pid of pids) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (!/node\0.*main\.ts/.test(command) || command.includes('run.mjs')) continue
    const descriptors = await readdir(`/proc/${pid}/fd`).catch(() => [])
    const links = await Promise.all(
      descriptors.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')),
    )
    if (links.includes(join(dataDir, 'farebox.db'))) return Number(pid)
  }
  throw new Error('no server has this folder')
}
