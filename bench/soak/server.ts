import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startArguments } from '../support/server.ts'

/** The service in a process of its own, which may be killed and begin again over its data. */
export interface SoakServer {
  readonly url: string
  start(): Promise<void>
  kill(): Promise<void>
  /** Answers the exit code. */
  stop(): Promise<number>
  size(): Promise<Size>
}

/** What a process holds. */
export interface Size {
  readonly residentMb: number
  /** What the engine has taken for its heap, garbage included. */
  readonly heapMb: number
  readonly files: number
  readonly threads: number
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

export function createServer(
  settings: Readonly<Record<string, string>>,
  port: number,
  metricsPort: number,
): SoakServer {
  const url = `http://127.0.0.1:${port}`
  const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`
  const log = openSync(join(settings['DATA_DIR'] ?? '.', 'soak.log'), 'a')
  let child: ChildProcess | null = null

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number> {
    if (!child) return 0
    const ended = once(child, 'exit')
    child.kill(signal)
    const [code] = (await ended) as [number | null]
    child = null
    return code ?? 1
  }

  return {
    url,
    async start() {
      child = spawn(process.execPath, await startArguments(), {
        cwd: ROOT,
        env: {
          ...process.env,
          PORT: String(port),
          METRICS_PORT: String(metricsPort),
          ...settings,
        },
        stdio: ['ignore', log, log],
      })
      const { pid } = child
      process.once('exit', () => pid && child?.pid === pid && process.kill(pid, 'SIGKILL'))
      while (!(await isThere(`${url}/health`)) || !(await isThere(metricsUrl))) {
        if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    async size() {
      const status = await readFile(`/proc/${child?.pid}/status`, 'utf8')
      const numberOf = (name: string): number =>
        Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1])
      const metrics = await (await fetch(metricsUrl)).text()
      const heap = Number(/^nodejs_heap_size_total_bytes (\S+)/m.exec(metrics)?.[1])
      const files = await readdir(`/proc/${child?.pid}/fd`)
      return {
        residentMb: Math.round(numberOf('VmRSS') / 1024),
        heapMb: Math.round(heap / 2 ** 20),
        files: files.length,
        threads: numberOf('Threads'),
      }
    },
  }
}

const isThere = async (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
