/** @module-tag long */
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

/**
 * What native code could ask the kernel for, should a program get so far: each is a number of a
 * call on x64 and its arguments, in Perl.
 */
const NATIVE = [
  ['hold shared memory', '9, 0, $n, 3, 0x21, -1, 0'],
  ['hold much address space', '9, 0, $n << 6, 1, 0x4022, -1, 0'],
  ['outlive the service', '157, 1, 0, 0, 0, 0'],
  ['mark a file', '463, -100, $file, 0, $name, $value, 16'],
  ['unmark a file', '466, -100, $file, 0, $name'],
  ['move memory of the victim', '256, $victim, 64, $nodes, $nodes'],
  ['look at queues', '71, 0, 3, $buffer'],
  ['look at semaphores', '66, 0, 0, 19, $buffer'],
] as const
const ENOSYS = 38
const NATIVE_PROGRAM = (calls: string): string => `
$| = 1;
my ($file, $victim) = ("$ARGV[0]\\0", $ARGV[1] + 0);
my ($n, $name, $nodes, $buffer) = (1 << 30, "user.x\\0", pack('Q', 1), "\\0" x 4096);
my $text = "x";
my $value = pack('P L L', $text, 1, 0);
print '.';
<STDIN>;
sub tried { my $answer = syscall($_[0], @_[1 .. $#_]); print $answer == -1 ? $! + 0 : 'done', ' ' }
${calls}
`

/** As the service does it once a process is ready. */
async function close(pid: number, moreBytes = 256 * 1024 ** 2): Promise<void> {
  const [program = '', ...given] = closeOff(pid, moreBytes)
  await once(spawn(program, given), 'exit')
}

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

/** A guest that writes its own answer, in the shape that costs most to read. */
const answers = (text: string): typeof HOST_WAYS => [
  [
    'answer',
    `const all = Buffer.from(${text})
    for (let at = 0; at < all.length; )
      try {
        at += load('fs').writeSync(1, all, at, Math.min(all.length - at, 60_000))
      } catch (thrown) {
        if (thrown.code !== 'EAGAIN') throw thrown
      }
    process.reallyExit(0)`,
  ],
]

test.runIf(process.arch === 'x64')(
  'native code finds no call of the kernel that it could use',
  { timeout: SLOW_MS },
  async () => {
    const calls = NATIVE.map(([, given]) => `{ my @given = (${given}); tried(@given) }`).join('\n')
    const command = ['/usr/bin/perl', '-e', NATIVE_PROGRAM(calls)]
    command.push(around.at.canary, `${around.at.victim}`)
    const [program = '', ...given] = behindWalls(command, 60)
    const child = spawn(program, given, { stdio: ['pipe', 'pipe', 'ignore'], env: {} })
    await once(child.stdout, 'readable')
    child.stdout.read(1)
    await close(child.pid ?? 0)
    child.stdin.end('\n')
    const answers = (await text(child.stdout)).trim().split(' ')
    const ends = NATIVE.map(([name], at) => [name, answers[at]])
    const [ENOMEM, EPERM] = ['12', '1']
    expect(Object.fromEntries(ends)).toEqual({
      'hold shared memory': ENOMEM,
      'hold much address space': ENOMEM,
      'outlive the service': EPERM,
      'mark a file': `${ENOSYS}`,
      'unmark a file': `${ENOSYS}`,
      'move memory of the victim': EPERM,
      'look at queues': EPERM,
      'look at semaphores': EPERM,
    })
  },
)

describe('a program that writes its own answer', () => {
  test.each([
    ['a few words', "'[1,2]'", { excess: null, answer: [1, 2] }],
    ['many values', "`[${'{},'.repeat(400_000)}1]`", { excess: 'crash' }],
    ['many commas in a text', '`["${\',{\'.repeat(40_000)}"]`', { excess: null }],
    ['deep', "'['.repeat(100) + ']'.repeat(100)", { excess: 'crash' }],
    ['no JSON', "'nothing'", { excess: 'crash' }],
  ])('%s', { timeout: SLOW_MS }, async (_, text, expected) => {
    const bytesMax = 5_000_000
    const { signal } = new AbortController()
    const bounds = { ...BOUNDS, bytesMax }
    const input = { ways: answers(text), at: around.at }
    expect(await lend(callContext({ signal })).run(WORK, input, bounds)).toMatchObject(expected)
  })
})

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
      await close(pid, 4 * 1024 ** 3)
    })
    expect(found).toEqual(OWN_VARIABLES)
    expect(around.touched()).toBe(0)
  })
})
