/** @module-tag long */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../src/service/settings/config.ts'
import type { Db } from '../src/base/core/db.ts'
import { usd } from '../src/base/core/money.ts'
import { freePort } from '../src/outside/net/free-port.ts'
import { processCount } from '../src/service/process/crew.ts'
import { hashKey, mintKey } from '../src/selling/payments/credits.ts'
import { createCreditStore } from '../src/stores/credits.ts'
import { openDb } from '../src/stores/open.ts'
import { bareEnvironment } from './support/bare-environment.ts'
import { bearer } from './support/buyer.ts'
import { freshPostgres } from './support/postgres.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const BUYERS = 6
const LOADED = usd('$100')
const PRICE = 1_000

test.each([
  [{ PROCESSES: '2' }, /PROCESSES: 2 processes need DATABASE_URL/],
  [{ PROCESSES: '2', DATABASE_URL: 'postgres://x', SANDBOX: 'true' }, /PROCESSES: the sandbox/],
])('%j is refused', (environment, words) => {
  expect(() => processCount(readConfig(environment))).toThrow(words)
})

test.each(['0', '1.5', 'many', '257'])('PROCESSES=%s is not usable', (text) => {
  expect(() => readConfig({ PROCESSES: text })).toThrow(/PROCESSES: must be /)
})

describe('two idle processes', () => {
  let folder: string
  let first: ChildProcess
  let said = ''

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'farebox-crew-'))
    await writeFile(join(folder, 'stuck'), '')
    first = spawn(process.execPath, ['test/support/bare-crew.ts'], {
      cwd: ROOT,
      env: {
        ...bareEnvironment(),
        BROKEN: join(folder, 'broken'),
        STUCK: join(folder, 'stuck'),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    first.stdout!.on('data', (piece: Buffer) => (said += piece.toString()))
  })
  afterAll(async () => {
    const ended = once(first, 'exit')
    first.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  })

  test('that do not end when asked are killed', async () => {
    await expect.poll(() => said).toContain('open')
    await rm(join(folder, 'stuck'))
    first.kill('SIGHUP')
    await expect.poll(() => said).toContain('Restarted: 2 processes.')
    expect(said.match(/has not ended within 0\.3 s, and is killed/g)).toHaveLength(2)
    expect(said).not.toContain('another one starts')
  }, 240_000)

  test('keep running when a restart fails', async () => {
    said = ''
    await writeFile(join(folder, 'broken'), '')
    first.kill('SIGHUP')
    await expect.poll(() => said).toContain('The restart stops here')
    expect(said).not.toContain('another one starts')
    await rm(join(folder, 'broken'))
    first.kill('SIGHUP')
    await expect.poll(() => said).toContain('Restarted: 2 processes.')
  }, 240_000)
})

test('a process that is told to stop while it starts ends when it can hear it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'farebox-crew-'))
  const late = join(folder, 'late')
  const first = spawn(process.execPath, ['test/support/bare-crew.ts'], {
    cwd: ROOT,
    env: { ...bareEnvironment(), LATE: late, END_WITHIN_MS: '60000' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  first.stdout.on('data', (piece: Buffer) => (said += piece.toString()))
  await expect.poll(() => said).toContain('open')
  await writeFile(late, '')
  first.kill('SIGHUP')
  await expect.poll(() => said).toContain('starts late')
  const ended = once(first, 'exit')
  first.kill('SIGTERM')
  expect((await ended)[0]).toBe(0)
  expect(said).not.toContain('is killed')
  await rm(folder, { recursive: true, force: true })
}, 240_000)

describe('two processes behind one port, on one PostgreSQL', () => {
  const { key, keyHash, keyId } = mintKey()
  let folder: string
  let port: number
  let metricsPort: number
  let server: ChildProcess
  let said = ''
  let db: Db
  let sold = 0
  /** How long the start of both takes on this machine. */
  let openedInMs = 0

  beforeAll(async () => {
    const databaseUrl = await freshPostgres()
    folder = await mkdtemp(join(tmpdir(), 'farebox-crew-'))
    db = await openDb({ databaseUrl, dataDir: folder, now: Date.now, onError: () => {} })
    await createCreditStore(db).issue({ keyHash, keyId, label: 'test' }, LOADED, Date.now())
    ;[port, metricsPort] = [await freePort('127.0.0.1'), await freePort('127.0.0.1')]
    const since = performance.now()
    server = spawn(process.execPath, ['src/main.ts'], {
      cwd: ROOT,
      env: {
        ...bareEnvironment(),
        PROCESSES: '2',
        PORT: String(port),
        METRICS_PORT: String(metricsPort),
        DATABASE_URL: databaseUrl,
        DATA_DIR: folder,
        SANDBOX: 'false',
        LLM_FIND: 'false',
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    process.once('exit', () => server.kill('SIGKILL'))
    server.stdout!.on('data', (piece: Buffer) => (said += piece.toString()))
    await hear('2 processes; their metrics')
    openedInMs = performance.now() - since
  }, 240_000)

  afterAll(async () => {
    if (server.exitCode === null) server.kill('SIGKILL')
    await db.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** Resolves when the server has said so. */
  async function hear(words: string): Promise<void> {
    while (!said.includes(words)) {
      if (server.exitCode !== null) throw new Error(`the server ended; it said: ${said}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  /** One paid call; the status, or the code of what broke. */
  function buy(agent: Agent): Promise<number | string> {
    const { promise, resolve } = Promise.withResolvers<number | string>()
    const headers = { ...bearer(key), 'content-type': 'application/json' }
    const sent = request(
      { host: '127.0.0.1', port, path: '/api/hash', method: 'POST', headers, agent },
      (answer) => answer.resume().once('end', () => resolve(answer.statusCode ?? 0)),
    )
    sent.once('error', (thrown: NodeJS.ErrnoException) => resolve(thrown.code ?? 'broken'))
    sent.end('{"text":"hello"}')
    return promise
  }

  /** Buyers who keep their connections, and others who make a new one each time, until the end. */
  async function shopUntil(end: Promise<unknown>): Promise<readonly (number | string)[]> {
    const odd: (number | string)[] = []
    const over = new AbortController()
    void end.finally(() => over.abort())
    async function shop(keepAlive: boolean): Promise<void> {
      const agent = new Agent({ keepAlive, maxSockets: 1 })
      while (!over.signal.aborted) {
        const heard = await buy(agent)
        if (heard === 200) sold += 1
        else odd.push(heard)
      }
      agent.destroy()
    }
    await Promise.all(Array.from({ length: BUYERS }, (_, at) => shop(at % 2 === 0)))
    return odd
  }

  const members = async (): Promise<readonly number[]> => {
    const file = `/proc/${server.pid}/task/${server.pid}/children`
    return (await readFile(file, 'utf8')).trim().split(' ').filter(Boolean).map(Number)
  }

  async function counted(): Promise<number> {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    const found = /farebox_calls_total\{[^}]*slug="hash"[^}]*outcome="settled"[^}]*\} (\d+)/
    return Number(found.exec(text)?.[1] ?? 0)
  }

  test('both serve, and their metrics are added up', async () => {
    expect(await members()).toHaveLength(2)
    const odd = await shopUntil(new Promise((resolve) => setTimeout(resolve, 500)))
    expect(odd).toEqual([])
    expect(await counted()).toBe(sold)
  })

  test('a restart under load replaces both, and refuses no request', async () => {
    const before = await members()
    server.kill('SIGHUP')
    expect(await shopUntil(hear('Restarted: 2 processes.'))).toEqual([])
    const after = await members()
    expect(after).toHaveLength(2)
    expect(after.filter((pid) => before.includes(pid))).toEqual([])
  }, 240_000)

  test('a killed process is replaced', async () => {
    const [victim] = await members()
    process.kill(victim!, 'SIGKILL')
    await expect.poll(() => said).toContain(`Process ${victim} ended with SIGKILL; another one`)
    const agent = new Agent()
    for (let at = 0; at < 4; at += 1) {
      expect(await buy(agent)).toBe(200)
      sold += 1
    }
    await expect.poll(async () => (await members()).length).toBe(2)
  }, 240_000)

  test('a stop is heard by one that starts, and every call was paid once', async () => {
    const [victim, other] = await members()
    process.kill(victim!, 'SIGKILL')
    const born = async () => (await members()).find((pid) => pid !== victim && pid !== other)
    await expect.poll(born).toBeDefined()
    const all = await members()
    const [ended, since] = [once(server, 'exit'), performance.now()]
    server.kill('SIGTERM')
    expect((await ended)[0]).toBe(0)
    // One that hears nothing is killed after 50 s; whoever hears is gone before it could be open.
    expect(performance.now() - since).toBeLessThan(openedInMs)
    expect(said).not.toContain('is killed')
    for (const pid of all) expect(() => process.kill(pid, 0)).toThrow()
    const account = await createCreditStore(db).account(hashKey(key))
    expect(account).toMatchObject({ held: 0, calls: sold, balance: LOADED - sold * PRICE })
  }, 240_000)
})
