/** @module-tag long */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bareEnvironment } from '../support/bare-environment.ts'
import { ROOT } from '../support/conventions/source.ts'
import { openTestService, type TestService } from '../support/service.ts'

let service: TestService
let dataDir: string
beforeAll(async () => {
  service = await openTestService()
  dataDir = await mkdtemp(join(tmpdir(), 'farebox-doctor-'))
})
afterAll(async () => {
  await service.stop()
  await rm(dataDir, { recursive: true })
})

function doctor(settings: Readonly<Record<string, string>>) {
  const { HOME = '' } = process.env
  const env = {
    ...bareEnvironment(),
    HOME,
    DATA_DIR: dataDir,
    FAREBOX_URL: service.url,
    SANDBOX: 'false',
    ...settings,
  }
  return new Promise<{ code: number; text: string }>((resolve) => {
    execFile(process.execPath, ['scripts/doctor.ts'], { cwd: ROOT, env }, (failed, stdout) =>
      resolve({ code: failed ? 1 : 0, text: stdout }),
    )
  })
}

test('a sound instance gets a quote and a paid call', { timeout: 120_000 }, async () => {
  const { code, text } = await doctor({ DATA_DIR: service.dataDir })
  expect(text).toContain('ok     the database answers: sqlite, 0 sales')
  expect(text).toMatch(/ok +Node v24\.\S+ at \S+, sha256 [0-9a-f]{64}/)
  expect(text).toContain('a call paid by proof of work answers 200')
  expect(text).toMatch(/warn +\d+ of \d+ tools lack a setting: .*search/)
  expect([code, text.trim().split('\n').at(-1)]).toEqual([0, '0 wrong, 2 to look at'])
  expect(await service.sales()).toHaveLength(1)
})

test('on the sandbox, a wallet pays as well', { timeout: 120_000 }, async () => {
  const sandbox = await openTestService({ settings: { SANDBOX: 'true' } })
  try {
    const { text } = await doctor({
      SANDBOX: 'true',
      DATA_DIR: sandbox.dataDir,
      FAREBOX_URL: sandbox.url,
    })
    expect(text).toMatch(/ok +a call paid over x402 answers 200, and 1000 base units arrived at 0x/)
    expect(text).toContain('\n0 wrong, ')
    // The same tools as the instance itself finds.
    const { tools } = sandbox.catalog
    const lacking = tools.filter(({ unavailable }) => unavailable !== undefined)
    expect(text).toContain(`${lacking.length} of ${tools.length} tools lack a setting`)
    expect(await sandbox.sales()).toHaveLength(2)
  } finally {
    await sandbox.stop()
  }
})

test('problems are named, and the exit code is not 0', { timeout: 120_000 }, async () => {
  const { code, text } = await doctor({
    PAY_TO: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    FACILITATOR_URL: 'http://127.0.0.1:9',
    RPC_URLS: 'eip155:8453=http://127.0.0.1:9',
  })
  expect(text).toMatch(/WRONG +facilitator 127\.0\.0\.1:9/)
  expect(text).toMatch(/WRONG +chain eip155:8453/)
  expect(code).toBe(1)
  expect((await doctor({ PORT: 'x' })).text).toContain('WRONG  Unusable settings:\n  PORT')
})

test(
  'a database that is behind is reported, and stays as it is',
  { timeout: 120_000 },
  async () => {
    const file = join(dataDir, 'farebox.db')
    const before = new Database(file)
    before.exec('create table migrations (name text primary key, at bigint not null)')
    before.close()
    const { text } = await doctor({})
    expect(text).toMatch(/warn +the database lacks \d+ migrations; the start applies them/)
    const after = new Database(file, { readonly: true })
    expect(after.prepare('select count(*) as n from migrations').get()).toEqual({ n: 0 })
    after.close()
    await rm(file)
  },
)

test.each(['/proc/x', 'scripts/doctor.ts'])(
  'DATA_DIR=%s is wrong',
  { timeout: 120_000 },
  async (DATA_DIR) => {
    const { code, text } = await doctor({ DATA_DIR, FAREBOX_URL: 'http://127.0.0.1:9' })
    expect(text).toMatch(/WRONG .*DATA_DIR|WRONG +\/proc\/x cannot be made/)
    expect(code).toBe(1)
  },
)

test(
  'an address that cannot be reached does not end the checks',
  { timeout: 120_000 },
  async () => {
    const { text } = await doctor({ BASE_URL: 'https://nowhere.invalid' })
    expect(text).toMatch(/WRONG +https:\/\/nowhere.invalid cannot be reached from here/)
    expect(text).toContain('a quote: 402')
  },
)
