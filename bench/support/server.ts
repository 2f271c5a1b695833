import { spawn, type ChildProcess } from 'node:child_process'
import { openSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SandboxFile } from '../../scripts/_buyer.ts'
import { freePort } from '../../src/outside/net/free-port.ts'

export interface Server {
  readonly url: string
  readonly dataDir: string
  readonly pid: number
  sandbox(): Promise<SandboxFile>
  stop(): Promise<void>
}

const LOOPBACK = '127.0.0.1'

/** The real server as its operator starts it, in a process and a folder of its own. */
export async function startService(
  settings: Readonly<Record<string, string>> = {},
): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), 'farebox-bench-'))
  const port = await freePort(LOOPBACK)
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    METRICS_PORT: '0',
    POW_CHALLENGES_PER_MINUTE: '1000000',
    QUOTES_PER_MINUTE: '100000000',
    ...settings,
  }
  const log = openSync(join(dataDir, 'log'), 'a')
  const child = spawn(process.execPath, await startArguments(), {
    env,
    stdio: ['ignore', log, 'inherit'],
  })
  const url = `http://${LOOPBACK}:${port}`
  await answering(`${url}/health`, child)
  return {
    url,
    dataDir,
    pid: child.pid ?? 0,
    sandbox: async () =>
      JSON.parse(await readFile(join(dataDir, 'sandbox.json'), 'utf8')) as SandboxFile,
    async stop() {
      await stopped(child)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** What `npm start` hands to Node; `run.mjs` has given its options to this process as well. */
export async function startArguments(): Promise<string[]> {
  const file = new URL('../../package.json', import.meta.url)
  const { scripts } = JSON.parse(await readFile(file, 'utf8')) as { scripts: { start: string } }
  return [...process.execArgv, ...scripts.start.split(' ').slice(2)]
}

/** A script of this folder that prints its address when it listens. */
export async function startBaseline(script: string, args: readonly string[] = []): Promise<Server> {
  const file = new URL(`../${script}`, import.meta.url).pathname
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)))
    child.stdout.on('data', (text: Buffer) => {
      const found = /http:\/\/\S+/.exec(text.toString())
      if (found) resolve(found[0])
    })
  })
  return {
    url,
    dataDir: '',
    pid: child.pid ?? 0,
    sandbox: () => Promise.reject(new Error('no sandbox here')),
    stop: () => stopped(child),
  }
}

async function answering(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

function stopped(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}
