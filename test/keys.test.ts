/** @module-tag long */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bareEnvironment } from './support/bare-environment.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const SLOW_MS = 120_000
const KEYS = {
  OPERATOR_TOKEN: 'planted-operator-token-0123456789abcdef',
  OPENAI_API_KEY: 'planted-provider-key',
  A_KEY_OF_OWN_TOOLS: 'planted-own-key',
}
/** By the part that all of them have in common. */
const PLANTED = 'planted-'

/** A process and all that it has started, as far as they live. */
function family(pid: number): readonly number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8')
      .split(' ')
      .filter(Boolean)
      .map(Number),
  )
  return [pid, ...children.flatMap(family)]
}

const isPlanted = (pid: number): boolean =>
  ['environ', 'cmdline'].some((file) =>
    readFileSync(`/proc/${pid}/${file}`, 'latin1').includes(PLANTED),
  )

describe.runIf(process.platform === 'linux')('a service that is started with keys', () => {
  let service: ChildProcess
  let folder: string
  let url = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'farebox-keys-'))
    const settings = { PORT: '0', METRICS_PORT: '0', LOG_LEVEL: 'silent', SANDBOX: 'true' }
    service = spawn(process.execPath, ['run.mjs', 'src/main.ts'], {
      cwd: ROOT,
      env: {
        ...bareEnvironment(),
        ...settings,
        ...KEYS,
        DATA_DIR: folder,
        FREE_MODE: 'true',
        LLM_FIND: 'false',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    for await (const piece of service.stdout!) {
      said += String(piece)
      url = /tools at (http:[\w.:/-]+\w)/.exec(said)?.[1] ?? ''
      if (url) break
    }
  }, SLOW_MS)
  afterAll(async () => {
    const ended = once(service, 'exit')
    service.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  })

  const run = async (code: string) => {
    const response = await fetch(new URL('/api/code-run', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, language: 'python' }),
    })
    return (await response.json()) as { readonly result: unknown }
  }

  test('has them, but no process was started with them', { timeout: SLOW_MS }, async () => {
    const headers = { authorization: `Bearer ${KEYS.OPERATOR_TOKEN}` }
    const report = await fetch(new URL('/api/operator/tools', url), { headers })
    expect(report.status).toBe(200)
    expect(await run('6 * 7')).toMatchObject({ result: 42 })
    const all = family(service.pid ?? 0)
    // The service, the chain of its sandbox, and a process for the next program.
    expect(all.length).toBeGreaterThanOrEqual(3)
    expect(all.filter(isPlanted)).toEqual([])
  })
})

test.runIf(process.platform === 'linux')('a process that is started with them shows them', () => {
  const other = spawn('/bin/sleep', ['60'], { env: KEYS, stdio: 'ignore' })
  expect(isPlanted(other.pid ?? 0)).toBe(true)
  other.kill('SIGKILL')
})

test('every child and every thread is told its variables', () => {
  const silent = globSync('src/**/*.ts', { cwd: ROOT })
    .filter((file) => !file.endsWith('.test.ts') && !file.startsWith('src/front/pages/'))
    .filter((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8')
      const starts = text.match(/\b(new (Worker|Piscina)|spawn|execFile|fork)\(\s*[\w[]/g) ?? []
      const told = text.match(/\benv(:|\b,)/g) ?? []
      return starts.filter((one) => !one.startsWith('fork')).length > told.length
    })
  expect(silent).toEqual([])
})
