import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { setPriority } from 'node:os'
import { dirname } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { Fault } from '../../base/core/fault.ts'
import { READY } from './_process-child.ts'
import { behindWalls, closeOff, NO_WALL } from './_kernel-walls.ts'

/** A process that is ready for one program, and ends with it. */
export interface OneProcess {
  readonly pid: number
  /** Hands it the input; answers once, with all that it wrote. */
  run(input: string, bounds: RunBounds): Promise<ProcessEnd>
  isOver(): boolean
  end(): void
}

export interface RunBounds {
  /** From the input to the end. */
  readonly timeoutMs: number
  /** The longest answer. */
  readonly bytesMax: number
  readonly signal: AbortSignal
}

export type ProcessEnd =
  /** The words of a stranger, whatever they are. */
  | { readonly kind: 'said'; readonly bytes: Buffer }
  /** `crash`: it ended without an answer, or with one that is too long. */
  | { readonly kind: 'time' | 'crash' | 'gone' }

export interface StartOptions {
  readonly hasWalls: boolean
  /** It had to prepare what could have been kept. */
  onMade(): void
}

type Child = ChildProcessByStdio<Writable, Readable, null>

/** What a program may hold in addition to the engine. */
const MEMORY_MB_MAX = 256
/** Processor time of a whole life, should the process that ends it be gone. */
const CPU_SECONDS = 90
/** Below the event loop that serves all, but only once the program begins. */
const NICENESS = 10
const MB = 1024 * 1024

const ENTRY = new URL('./_process-child.ts', import.meta.url).href
const SCRIPT = `import(${JSON.stringify(ENTRY)}).then(({ serve }) => serve(process.argv.slice(1)))`
const SOURCES = new URL('../../', import.meta.url)
/** Below the sources, or around them where this service is a package itself. */
const PACKAGES = ['../node_modules/', '../../']
  .map((path) => new URL(path, SOURCES))
  .filter((url) => url.pathname.endsWith('/node_modules/') && existsSync(url))
  // Where the folder of packages holds links, they are read where they lead to.
  .concat([new URL(import.meta.resolve('zod').replace(/(\/node_modules\/).*/, '$1'))])

/**
 * Starts a process without rights: no environment, no child, no thread, no native code, and of the
 * files only those that it loads. Behind walls it has not even these once it is ready: nothing of a
 * stranger has come by then.
 */
export async function startProcess(
  file: URL,
  { hasWalls, onMade }: StartOptions,
): Promise<OneProcess> {
  const child = launch(file, 'run', hasWalls)
  const pid = child.pid ?? 0
  try {
    if ((await firstByte(child)) === READY.asMade) onMade()
    if (hasWalls) await closed(pid)
  } catch (thrown) {
    child.kill('SIGKILL')
    throw thrown
  }
  hold(child, false)
  return {
    pid,
    run: (input, bounds) => runIn(child, input, bounds),
    isOver: () => child.exitCode !== null || child.signalCode !== null,
    end: () => void child.kill('SIGKILL'),
  }
}

function launch(file: URL, mode: 'run' | 'make', hasWalls: boolean): Child {
  const folder = getCompileCacheDir() ?? ''
  const read = [SOURCES, ...PACKAGES, new URL('./', file)].map((url) => fileURLToPath(url))
  const command = [
    process.execPath,
    '--permission',
    // A guest that has won could switch off what bounds the memory of WebAssembly.
    '--freeze-flags-after-init',
    ...[...read, folder].filter(Boolean).map((path) => `--allow-fs-read=${path}`),
    ...(mode === 'make' && folder ? [`--allow-fs-write=${folder}`] : []),
    `--max-old-space-size=${MEMORY_MB_MAX}`,
    '--input-type=module',
    '--eval',
    SCRIPT,
    '--',
    file.href,
    folder,
    mode,
  ]
  const [program = '', ...given] = hasWalls ? behindWalls(command, CPU_SECONDS) : command
  const child = spawn(program, given, {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {},
    cwd: dirname(process.execPath),
    // What is sent to our group is not for it, and its group is not ours.
    detached: true,
  })
  // What it does not read is lost, like what it does not answer.
  for (const part of [child, child.stdin, child.stdout]) part.on('error', () => {})
  return child
}

/** It is there as soon as the process is ready; a process that cannot start tells why. */
async function firstByte(child: Child): Promise<number> {
  const over = new AbortController()
  const { signal } = over
  try {
    return await Promise.race([
      once(child.stdout, 'readable', { signal }).then(
        () => (child.stdout.read(1) as Buffer | null)?.[0] ?? neverReady(child),
      ),
      once(child, 'error', { signal }).then(([thrown]) => Promise.reject(thrown as Error)),
    ])
  } finally {
    over.abort()
  }
}

async function neverReady(child: Child): Promise<never> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  if (child.exitCode === NO_WALL) throw new Fault('not_configured', NO_WALLS)
  throw new Error(`a process ended with ${child.signalCode ?? child.exitCode} before it was ready`)
}

const NO_WALLS = 'This machine builds no walls around a program: its kernel refuses.'

/** From here on the process can open nothing, and holds little more than now. */
async function closed(pid: number): Promise<void> {
  const [program = '', ...given] = closeOff(pid, MEMORY_MB_MAX * MB)
  const builder = spawn(program, given, { stdio: 'ignore', env: {} })
  await once(builder, 'exit')
  if (builder.exitCode !== 0) throw new Fault('not_configured', NO_WALLS)
}

/** Has it kept what took long to prepare, by a process that gets no program. */
export function keepPrepared(file: URL): void {
  const maker = launch(file, 'make', false)
  lower(maker.pid ?? 0)
  hold(maker, false)
}

async function runIn(child: Child, input: string, bounds: RunBounds): Promise<ProcessEnd> {
  const { timeoutMs, bytesMax, signal } = bounds
  const { promise, resolve } = Promise.withResolvers<ProcessEnd>()
  const late = setTimeout(() => resolve({ kind: 'time' }), timeoutMs)
  const leave = () => resolve({ kind: 'gone' })
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  const pieces: Buffer[] = []
  let length = 0
  hold(child, true)
  child.stdout.on('data', (piece: Buffer) => {
    length += piece.length
    if (length > bytesMax) resolve({ kind: 'crash' })
    else pieces.push(piece)
  })
  child.once('close', () =>
    resolve(length > 0 ? { kind: 'said', bytes: Buffer.concat(pieces) } : { kind: 'crash' }),
  )
  lower(child.pid ?? 0)
  child.stdin.end(input)
  try {
    return await promise
  } finally {
    clearTimeout(late)
    signal.removeEventListener('abort', leave)
    child.stdout.removeAllListeners('data')
    child.kill('SIGKILL')
    child.stdout.destroy()
  }
}

/** Whether our process stays alive for it. */
function hold(child: Child, isHeld: boolean): void {
  const pipes = [child.stdin, child.stdout] as unknown as readonly Pick<Child, 'ref' | 'unref'>[]
  for (const part of [child, ...pipes]) {
    if (isHeld) part.ref()
    else part.unref()
  }
}

/** It may have ended, or been forbidden. */
function lower(pid: number): void {
  try {
    setPriority(pid, NICENESS)
  } catch {
    // Then it competes as others do.
  }
}
