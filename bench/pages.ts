import { readFile } from 'node:fs/promises'
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { savedPages } from '../test/support/saved-pages.ts'
import { report } from './support/load.ts'
import { startArguments } from './support/server.ts'

const CALLS = 200
const AT_ONCE = 16

/** Calls of `extract` per second through a whole server, and the most memory that it held. */
async function benchPages(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'farebox-bench-'))
  const file = new URL('./support/staged-service.ts', import.meta.url).pathname
  const settings = { PORT: '0', METRICS_PORT: '0', LOG_LEVEL: 'silent', SANDBOX: 'false' }
  const flags = (await startArguments()).slice(0, -1)
  const child = spawn(process.execPath, [...flags, file], {
    env: { ...process.env, ...settings, FREE_MODE: 'true', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [line] = (await child.stdout.take(1).toArray()) as Buffer[]
    const service = String(line).trim()
    const urls = [...(await savedPages()).map(({ url }) => url), 'https://long.example/']
    let sent = 0
    const started = performance.now()
    const work = async () => {
      while (sent < CALLS) await extracted(service, urls[sent++ % urls.length] ?? '')
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    const perSecond = CALLS / ((performance.now() - started) / 1_000)
    const memory = await peakMbOf(child.pid ?? 0)
    report(
      `extract, ${AT_ONCE} at once`,
      `${perSecond.toFixed(1)} calls/s`,
      `peak ${memory.toFixed(0)} MB`,
      'bar 500 MB',
    )
  } finally {
    child.kill()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function extracted(service: string, url: string): Promise<void> {
  const answer = await fetch(`${service}/api/extract`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  })
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  await answer.arrayBuffer()
}

async function peakMbOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024
}

if (import.meta.main) await benchPages()
