import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { callRpc } from '../../outside/chains/json-rpc.ts'
import { freePort } from '../../outside/net/free-port.ts'
import type { Client } from '../../outside/net/request.ts'

export interface Anvil {
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

export interface AnvilOptions {
  readonly chainId: number
  /** The binary; null looks in npm's platform package and then on the PATH. */
  readonly binary: string | null
  readonly path: string
  /** Seconds between blocks; none means a block per transaction. */
  readonly blockSeconds?: number
  readonly flags?: readonly string[]
}

/** Right after an installation the disk is cold, and the machine may be busy. */
const START_MS = 60_000
const POLL_MS = 10
const STOP_MS = 3_000
const ASK_MS = 60_000
const ANSWER_BYTES_MAX = 5 * 1024 * 1024

/** Another program may take the port between the look for a free one and the start. */
const TRIES = 3

/** Starts a local EVM chain and waits until it answers. */
export async function startAnvil(options: AnvilOptions, client: Client): Promise<Anvil> {
  for (let tried = 1; ; tried += 1) {
    const started = await startOnce(options, client)
    if (!('endedWith' in started)) return started
    if (tried === TRIES) throw new Error(`anvil ended with ${started.endedWith}`)
  }
}

interface Ended {
  /** Null where a signal has ended it. */
  readonly endedWith: number | null
}

async function startOnce(options: AnvilOptions, client: Client): Promise<Anvil | Ended> {
  const port = await freePort('127.0.0.1')
  const url = `http://127.0.0.1:${port}`
  const interval = options.blockSeconds ? ['--block-time', String(options.blockSeconds)] : []
  const child = spawn(
    binaryOf(options),
    ['--port', String(port), '--host', '127.0.0.1', '--chain-id', String(options.chainId)].concat([
      '--silent',
      '--no-request-size-limit',
      '--gas-limit',
      '1000000000',
      ...interval,
      ...(options.flags ?? []),
    ]),
    { stdio: 'ignore', detached: true, env: { PATH: options.path, HOME: homedir() } },
  )
  const gone = new Promise<Ended>((resolve, reject) => {
    child.once('error', (thrown) => reject(new Error('anvil cannot be started', { cause: thrown })))
    child.once('exit', (endedWith) => resolve({ endedWith }))
  })
  gone.catch(() => {})
  const given = new AbortController()
  try {
    const ended = await Promise.race([gone, answering(url, options.chainId, client, given.signal)])
    if (ended) return ended
  } catch (thrown) {
    await stopChild(child)
    throw thrown
  } finally {
    given.abort()
  }
  child.unref()
  return { url, pid: child.pid ?? 0, stop: () => stopChild(child) }
}

/** Whether a chain of that id answers there. */
export async function answers(url: string, chainId: number, client: Client): Promise<boolean> {
  try {
    return Number(await rpc(client, url, 'eth_chainId')) === chainId
  } catch {
    return false
  }
}

export function rpc(
  client: Client,
  url: string,
  method: string,
  params: readonly unknown[] = [],
): Promise<unknown> {
  return callRpc({ url, client, timeoutMs: ASK_MS, bytesMax: ANSWER_BYTES_MAX }, method, params)
}

async function answering(
  url: string,
  chainId: number,
  client: Client,
  signal: AbortSignal,
): Promise<void> {
  const until = Date.now() + START_MS
  while (!signal.aborted && !(await answers(url, chainId, client))) {
    if (Date.now() > until) throw new Error('anvil does not answer')
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

function binaryOf({ binary, path }: AnvilOptions): string {
  if (binary) return binary
  const arch = process.arch === 'x64' ? 'amd64' : process.arch
  try {
    const { resolve } = createRequire(import.meta.url)
    return resolve(`@foundry-rs/anvil-${process.platform}-${arch}/bin/anvil`)
  } catch {
    const found = path
      .split(delimiter)
      .map((folder) => join(folder, 'anvil'))
      .find(existsSync)
    if (found) return found
    throw new Error(
      'npm has no anvil for this platform: install Foundry, or set ANVIL_PATH or SANDBOX=false',
    )
  }
}

function stopChild(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null)
    return Promise.resolve()
  return new Promise((resolve) => {
    const force = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
    child.once('exit', () => {
      clearTimeout(force)
      resolve()
    })
    child.kill('SIGTERM')
  })
}
