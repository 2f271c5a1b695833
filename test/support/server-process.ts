import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { bareEnvironment } from './bare-environment.ts'

/** The server as an operator starts it, in a process of its own. */
export interface ServerProcess {
  readonly url: string
  /** Ends it in the middle of whatever it does, as a power cut would. */
  kill(): Promise<void>
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const SETTINGS = {
  PORT: '0',
  METRICS_PORT: '0',
  LOG_LEVEL: 'silent',
  SANDBOX: 'false',
  LLM_FIND: 'false',
}

/** How it is started; by default from the sources of this repository. */
interface Start {
  readonly cwd: string
  readonly command: readonly [program: string, ...args: readonly string[]]
}
const FROM_SOURCES: Start = { cwd: ROOT, command: [process.execPath, 'run.mjs', 'src/main.ts'] }

export async function startServer(
  settings: Readonly<Record<string, string>>,
  { cwd, command: [program, ...args] }: Start = FROM_SOURCES,
): Promise<ServerProcess> {
  const child = spawn(program, args, {
    cwd,
    env: { ...bareEnvironment(), ...SETTINGS, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const kill = () => killGroup(child)
  const withUs = () => void kill()
  process.once('exit', withUs)
  child.once('exit', () => process.off('exit', withUs))
  return { url: await urlOf(child), kill }
}

/** The launcher and the server are one group, which has the number of its first process. */
async function killGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || !child.pid) return
  const ended = once(child, 'exit')
  process.kill(-child.pid, 'SIGKILL')
  await ended
}

async function urlOf(child: ChildProcess): Promise<string> {
  const complaint = text(child.stderr!)
  let banner = ''
  return new Promise((resolve, reject) => {
    child.once('exit', () => {
      void complaint.then((said) => reject(new Error(`the server did not start: ${said}`)))
    })
    child.stdout!.on('data', (piece: Buffer) => {
      banner += piece.toString()
      const url = /tools at (http:[\w.:/-]+\w)/.exec(banner)?.[1]
      if (url) resolve(url)
    })
  })
}
