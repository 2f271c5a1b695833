import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { freePort } from '../../../outside/net/free-port.ts'
import type { ChildOptions, ChildWord } from './child.ts'

/** The process that runs the model files of this instance. */
export interface LocalModels {
  readonly url: string
  readonly key: string
  /** Of the process that runs now; null between two. */
  pid(): number | null
  stop(): Promise<void>
}

export interface LocalModelOptions {
  readonly chatFile: string | null
  readonly vectorsFile: string | null
  readonly contextMax: number
  readonly waitingMax: number
  onTrouble(message: string): void
}

const RESTART_MS = { min: 500, max: 60_000 }
/** A process that ran so long counts as well: the next restart is quick again. */
const STEADY_MS = 60_000
const PING_MS = 10_000
/** After this many unanswered pings, the process counts as hanging. */
const UNANSWERED_MAX = 3
const STOP_MS = 3_000
const START_MS = 20_000

/** Starts the process, and starts it again whenever it ends. Answers when it listens. */
export async function startLocalModels(options: LocalModelOptions): Promise<LocalModels> {
  const key = randomBytes(24).toString('hex')
  const port = await freePort('127.0.0.1')
  const { promise: listening, resolve, reject } = Promise.withResolvers<void>()
  let child: ChildProcess | null = null
  let isStopping = false
  let waitMs = RESTART_MS.min
  let timer: NodeJS.Timeout | undefined

  function start(): void {
    const begun = performance.now()
    const running = spawnChild({ ...options, port, key }, { ...options, onListening: resolve })
    child = running
    running.once('exit', (code, signal) => {
      child = null
      if (isStopping) return
      options.onTrouble(`The model process ended with ${signal ?? code}; it is started again.`)
      if (performance.now() - begun > STEADY_MS) waitMs = RESTART_MS.min
      timer = setTimeout(start, waitMs)
      waitMs = Math.min(RESTART_MS.max, waitMs * 2)
    })
  }

  async function stop(): Promise<void> {
    isStopping = true
    clearTimeout(timer)
    if (child) await ended(child)
  }

  start()
  const late = setTimeout(() => reject(new Error('the model process does not start')), START_MS)
  try {
    await listening
  } catch (thrown) {
    await stop()
    throw thrown
  } finally {
    clearTimeout(late)
  }
  return {
    url: `http://127.0.0.1:${port}/v1`,
    key,
    pid: () => child?.pid ?? null,
    stop,
  }
}

interface Ears {
  onTrouble(message: string): void
  onListening(): void
}

function spawnChild(options: ChildOptions, { onTrouble, onListening }: Ears): ChildProcess {
  const file = new URL('./child.ts', import.meta.url).href
  const script = `import(${JSON.stringify(file)}).then(({ serveModels }) => serveModels())`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // It runs native code on a third-party file, and gets none of the operator's keys.
    env: {},
  })
  let unanswered = 0
  const pinging = setInterval(() => {
    if (unanswered >= UNANSWERED_MAX) child.kill('SIGKILL')
    unanswered += 1
    child.send('ping', () => {})
  }, PING_MS)
  child.once('exit', () => clearInterval(pinging))
  child.on('error', (thrown) => onTrouble(thrown.message))
  child.on('message', (word: ChildWord) => {
    if (word.kind === 'pong') unanswered = 0
    if (word.kind === 'listening') onListening()
    if (word.kind === 'trouble') onTrouble(word.message)
  })
  const { chatFile, vectorsFile, contextMax, waitingMax, port, key } = options
  child.send({ chatFile, vectorsFile, contextMax, waitingMax, port, key }, () => {})
  return child
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const { promise, resolve } = Promise.withResolvers<void>()
  child.once('exit', () => resolve())
  child.disconnect()
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await promise.finally(() => clearTimeout(timer))
}
