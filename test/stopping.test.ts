/** @module-tag long */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { Agent, request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { bareEnvironment } from './support/bare-environment.ts'
import { bearer } from './support/buyer.ts'
import { call } from './support/calls.ts'
import { createFixtures } from './support/fixture-tools.ts'
import { openTestService } from './support/service.ts'
import { eventually } from './support/wait.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SLOW = 120_000
const STOP_SECONDS = 60

describe('a service that stops', () => {
  test('finishes calls in flight, refuses new ones and closes every connection', async () => {
    const fixtures = createFixtures()
    const service = await openTestService({
      tools: fixtures.tools,
      settings: { STOP_SECONDS: String(STOP_SECONDS) },
    })
    const key = await service.issueKey('$1')
    const agent = new Agent({ keepAlive: true, maxSockets: 2 })
    const get = (path: string) => ask(service.url, path, agent)
    await Promise.all([get('/health'), get('/health')])
    const inFlight = call(service, '/api/fixture-slow', {
      body: { gate: 'stop' },
      headers: bearer(key),
    })
    await until(() => fixtures.runs('fixture-slow') > 0)
    const idle = connect(Number(new URL(service.url).port), '127.0.0.1')
    await once(idle, 'connect')
    idle.resume()
    const busy = connect(Number(new URL(service.url).port), '127.0.0.1')
    busy.write('GET /health HTTP/1.1\r\nhost: x\r\n')
    await once(busy, 'connect')
    const stoppedAt = performance.now()
    const stopped = service.stop()
    busy.write('\r\n')
    const refused = await text(busy)
    expect(refused).toMatch(/^HTTP\/1.1 503 /)
    expect(refused).toMatch(/retry-after: \d/i)
    expect(refused).toMatch(/connection: close/i)
    fixtures.open('stop')
    const { status, headers } = await inFlight
    expect(status).toBe(200)
    expect(headers['connection']).toBe('close')
    // Who has connected and said nothing does not hold the stop up.
    await once(idle, 'close')
    await stopped
    expect(performance.now() - stoppedAt).toBeLessThan(STOP_SECONDS * 1_000)
    agent.destroy()
  })
})

describe('slow connections', () => {
  test('are closed after a refusal, even if nobody reads it', async () => {
    const service = await openTestService()
    const { port } = new URL(service.url)
    const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true })
    socket.write('this is no HTTP\r\n\r\n')
    socket.on('error', () => {})
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.once('end', () => {})
    expect(await text(socket)).toMatch(/^HTTP\/1.1 400 /)
    await until(async () => {
      socket.write('x')
      return socket.destroyed
    })
    await closed
    await service.stop()
  })
})

interface Started {
  readonly child: ChildProcess
  readonly stdout: () => string
  readonly stderr: () => string
}

describe('a process', { timeout: SLOW }, () => {
  let dataDir: string
  const started: ChildProcess[] = []
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'farebox-stop-'))
  })
  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGKILL')
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  function start(settings: Readonly<Record<string, string>> = {}): Started {
    const base = {
      PORT: '0',
      METRICS_PORT: '0',
      LOG_LEVEL: 'silent',
      DATA_DIR: dataDir,
      HOME: dataDir,
    }
    const child = spawn(process.execPath, ['src/main.ts'], {
      cwd: ROOT,
      env: { ...bareEnvironment(), ...base, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    started.push(child)
    let [out, err] = ['', '']
    child.stdout.on('data', (piece: Buffer) => (out += piece.toString()))
    child.stderr.on('data', (piece: Buffer) => (err += piece.toString()))
    return { child, stdout: () => out, stderr: () => err }
  }

  const opened = ({ stdout }: Started) => until(() => /tools at http/.test(stdout()), SLOW)
  const ended = async ({ child }: Started): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    return child.exitCode
  }

  test('refuses a folder that another process uses, and changes nothing', async () => {
    const first = start()
    await opened(first)
    const before = await chains()
    const second = start()
    expect(await ended(second)).toBe(1)
    expect(second.stderr()).toMatch(/^DATA_DIR: .* is used by process \d+\./)
    expect(await chains()).toEqual(before)
    expect(before.length).toBeGreaterThan(0)
    const url = /tools at (http:[^\s,]+)/.exec(first.stdout())?.[1] ?? ''
    expect((await call({ url }, '/health')).status).toBe(200)
    first.child.kill('SIGTERM')
    expect(await ended(first)).toBe(0)
    expect(await chains()).toEqual([])
  })

  test.each(['SIGHUP', 'SIGINT'] as const)(
    'leaves no child process after %s, also when nobody reads its output',
    async (signal) => {
      const one = start()
      await opened(one)
      expect((await chains()).length).toBeGreaterThan(0)
      one.child.stdout?.destroy()
      one.child.stderr?.destroy()
      one.child.kill(signal)
      expect(await ended(one)).toBe(0)
      expect(await chains()).toEqual([])
    },
  )

  test('ends on Ctrl-C together with the reader of its output', async () => {
    const base = {
      PORT: '0',
      METRICS_PORT: '0',
      DATA_DIR: dataDir,
      SANDBOX: 'false',
      LLM_FIND: 'false',
    }
    const env = {
      ...bareEnvironment(),
      ...base,
      NODE: process.execPath,
      SAID: join(dataDir, 'said'),
    }
    const command = 'cd "$0"; "$NODE" src/main.ts 2>&1 | tee "$SAID" > /dev/null'
    const shell = spawn('bash', ['-c', command, ROOT], { env, detached: true, stdio: 'ignore' })
    started.push(shell)
    const said = () => readFile(env.SAID, 'utf8').catch(() => '')
    await until(async () => /tools at http/.test(await said()), 60_000)
    const out = await said()
    const url = /tools at (http:[^\s,]+)/.exec(out)?.[1] ?? ''
    const slow = call({ url }, '/api/key-derive', { body: {} }).catch(() => null)
    const members = await groupOf(shell.pid!)
    process.kill(-shell.pid!, 'SIGINT')
    await slow
    await until(async () => (await groupOf(shell.pid!)).length === 0, 30_000).finally(() => {
      for (const pid of members) if (existsSync(`/proc/${pid}`)) process.kill(pid, 'SIGKILL')
    })
  })

  test('that is stopped while it loads its code ends before it opens anything', async () => {
    const folder = join(dataDir, 'never')
    const one = start({ DATA_DIR: folder })
    await until(() => hears(one.child.pid!, SIGHUP), SLOW)
    one.child.kill('SIGTERM')
    expect(await ended(one)).toBe(0)
    expect(one.stdout()).toMatch(/^Stopping: .*\n$/)
    expect(existsSync(folder)).toBe(false)
  })

  test('that is stopped during its start leaves no child process', async () => {
    const one = start()
    await until(async () => (await chains()).length > 0, SLOW)
    one.child.kill('SIGINT')
    expect(await ended(one)).toBe(0)
    expect(await chains()).toEqual([])
  })

  test('that finds no database says so in one line, and leaves no child process', async () => {
    const one = start({
      DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none',
      SANDBOX: 'true',
    })
    expect(await ended(one)).toBe(1)
    expect(one.stderr()).toMatch(/^DATABASE_URL: the database cannot be used: .*\n$/)
    expect(one.stderr()).not.toContain('secret')
    expect(await chains()).toEqual([])
  })

  /** Test chains that were begun for this folder, whoever looks after them by now. */
  async function chains(): Promise<readonly number[]> {
    const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
    const mine = await Promise.all(
      names.map(async (pid) => {
        const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
        // A chain gets no setting of the service, but its home.
        const isMine = environment.split('\0').includes(`HOME=${dataDir}`)
        return isMine && (await nameOf(pid)) === 'anvil' ? [Number(pid)] : []
      }),
    )
    return mine.flat()
  }
})

/** The processes that a terminal would stop together. */
async function groupOf(group: number): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const inGroup = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      const [state, , of] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return state !== 'Z' && Number(of) === group
    }),
  )
  return pids.filter((_, at) => inGroup[at]).map(Number)
}

/**
 * The last that is listened to. Node itself catches SIGTERM from the first moment, and ends by it.
 */
const SIGHUP = 1

/** Whether a process catches a signal. */
async function hears(pid: number, signal: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const [, caught = '0'] = /^SigCgt:\s*([0-9a-f]+)$/m.exec(status) ?? []
  return ((BigInt(`0x${caught}`) >> BigInt(signal - 1)) & 1n) === 1n
}

const nameOf = (pid: string): Promise<string> =>
  readFile(`/proc/${pid}/comm`, 'utf8').then(
    (name) => name.trim(),
    () => '',
  )

const until = (holds: () => unknown, timeoutMs?: number): Promise<unknown> =>
  eventually(async () => expect(await holds()).toBe(true), timeoutMs)

function ask(url: string, path: string, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(new URL(path, url), { agent }, (answer) => {
      answer.resume().once('end', () => resolve(answer))
    })
      .once('error', reject)
      .end()
  })
}
