import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../src/outside/net/free-port.ts'
import { median, report } from './support/load.ts'
import { startArguments } from './support/server.ts'

const ROUNDS = 5
const BARE = `require('node:http').createServer((q, r) => r.end('{}')).listen(+process.env.PORT, '127.0.0.1')`

/**
 * From the start of a process to its first 200, and what it then holds, without the sandbox chain.
 */
async function benchBoot(): Promise<void> {
  const ours: Started[] = []
  const bare: Started[] = []
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await started(await startArguments()))
    bare.push(await started(['-e', BARE]))
  }
  const ms = (rows: readonly Started[]) => median(rows.map((row) => row.ms))
  const mb = (rows: readonly Started[]) => median(rows.map((row) => row.residentMb))
  const ratio = (ms(ours) / ms(bare)).toFixed(1)
  report(
    'cold start to first 200',
    `${ms(ours).toFixed(0)} ms`,
    `node:http ${ms(bare).toFixed(0)} ms`,
    `ratio ${ratio}`,
  )
  report(
    'resident after it',
    `${mb(ours).toFixed(0)} MB`,
    `node:http ${mb(bare).toFixed(0)} MB`,
    `ratio ${(mb(ours) / mb(bare)).toFixed(1)}`,
  )
}

interface Started {
  readonly ms: number
  readonly residentMb: number
}

async function started(args: readonly string[]): Promise<Started> {
  const dataDir = await mkdtemp(join(tmpdir(), 'farebox-boot-'))
  const port = String(await freePort('127.0.0.1'))
  const settings = { PORT: port, DATA_DIR: dataDir, METRICS_PORT: '0', SANDBOX: 'false' }
  const begun = performance.now()
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...settings },
    stdio: 'ignore',
  })
  while (!(await fetch(`http://127.0.0.1:${port}/health`).catch(() => null))?.ok) {
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  const ms = performance.now() - begun
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  const residentMb = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
  await new Promise((resolve) => {
    child.once('exit', resolve)
    child.kill('SIGKILL')
  })
  await rm(dataDir, { recursive: true, force: true })
  return { ms, residentMb }
}

if (import.meta.main) await benchBoot()
