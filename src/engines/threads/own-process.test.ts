import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeEach, afterEach, describe, expect, test } from 'vitest'
import { callContext } from '../../../test/support/call-context.ts'
import { HOST_WAYS } from '../../../test/support/escapes/host-ways.ts'
import { openSurroundings } from '../../../test/support/escapes/surroundings.ts'
import type { Host } from '../../base/core/capability.ts'
import { threadWork } from '../../base/core/thread-work.ts'
import { behindWalls, closeOff } from './_kernel-walls.ts'
import { ownProcess } from './own-process.ts'

const WORK = threadWork<typeof import('../../../test/support/escapes/host-realm-thread.ts')>(
  import.meta.url,
  '../../../test/support/escapes/host-realm-thread.ts',
)
const SLOW_MS = 180_000
const BOUNDS = { timeoutMs: 120_000, bytesMax: 100_000, needsWalls: true }

/** Kept from a program only by a process that is started without it. */
const ENVIRONMENT = { A_KEY: 'secret' }
const OWN_VARIABLES = ['read the own variables']

const closing: (() => Promise<void>)[] = []
const host = { onClose: (close: () => Promise<void>) => closing.push(close) } as unknown as Host
const lend = ownProcess.open(host)
afterAll(async () => {
  for (const close of closing) await close()
})

let around: Awaited<ReturnType<typeof openSurroundings>>
beforeEach(async () => {
  around = await openSurroundings()
})
afterEach(() => around.close())

/** What is left of the folder with the canary. */
const filesLeft = async () => (await readdir(dirname(around.at.canary))).toSorted()

const run = (ways: typeof HOST_WAYS, signal = new AbortController().signal) =>
  lend(callContext({ signal })).run(WORK, { ways, at: around.at }, BOUNDS)

/** Tries the ways one after the other, and writes a line for each: whether it found something. */
const NODE = [
  process.execPath,
  '--disable-warning=ExperimentalWarning',
  '--input-type=module',
  '-e',
  `import { work } from ${JSON.stringify(WORK.file.href)}
  import { text } from 'node:stream/consumers'
  const given = text(process.stdin)
  const say = (line) => new Promise((resolve) => process.stdout.write(line, resolve))
  await say('.')
  const { ways, at } = JSON.parse(await given)
  for (const way of ways) await say(String((await work({ ways: [way], at })).length))
  process.exit(0)`,
]

/** The ways that find something in a process of Node without any rule of ours. */
async function foundIn(
  command: readonly string[],
  onReady: (pid: number) => Promise<void> = async () => {},
): Promise<readonly string[]> {
  const found: string[] = []
  for (let at = 0; at < HOST_WAYS.length;) {
    const ways = HOST_WAYS.slice(at)
    const [program = '', ...given] = command
    const child = spawn(program, given, { stdio: ['pipe', 'pipe', 'ignore'], env: ENVIRONMENT })
    await once(child.stdout, 'readable')
    child.stdout.read(1)
    await onReady(child.pid ?? 0)
    child.stdin.end(JSON.stringify({ ways, at: around.at }))
    const marks = await text(child.stdout)
    found.push(...ways.flatMap(([name], place) => (marks[place] === '1' ? [name] : [])))
    // A way that ends its process found nothing.
    at += marks.length + 1
  }
  return found
}

describe('a program that has taken its process over', () => {
  test('finds nothing', { timeout: SLOW_MS }, async () => {
    const before = await filesLeft()
    expect(await run(HOST_WAYS)).toEqual({ excess: null, answer: [] })
    expect(around.touched()).toBe(0)
    expect(await filesLeft()).toEqual(before)
    expect(await readFile(around.at.canary, 'utf8')).toContain('canary')
  })

  test('finds all of it in an ordinary process', { timeout: SLOW_MS }, async () => {
    const found = await foundIn(NODE)
    expect(HOST_WAYS.map(([name]) => name).filter((name) => !found.includes(name))).toEqual([])
    expect(around.touched()).toBeGreaterThan(0)
  })

  test('finds nothing behind the walls of the kernel alone', { timeout: SLOW_MS }, async () => {
    const found = await foundIn(behindWalls(NODE, 60), async (pid) => {
      const [program = '', ...given] = closeOff(pid, 4 * 1024 ** 3)
      await once(spawn(program, given), 'exit')
    })
    expect(found).toEqual(OWN_VARIABLES)
    expect(around.touched()).toBe(0)
  })
})
