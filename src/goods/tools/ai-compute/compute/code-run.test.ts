/** @module-tag ci */
import { readdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOST_NAMES, JAVASCRIPT_WAYS } from '../../../../../test/support/escapes/javascript-ways.ts'
import { PYTHON_WAYS } from '../../../../../test/support/escapes/python-ways.ts'
import { openSurroundings } from '../../../../../test/support/escapes/surroundings.ts'
import { runExample } from '../../../../../test/support/run-tool.ts'
import codeRun from './code-run.ts'

const SLOW_MS = 120_000

/** Programs that use up a resource; each runs alone. */
const HUNGRY: readonly (readonly ['javascript' | 'python', string])[] = [
  ['javascript', 'while (true) {}'],
  ['javascript', 'for (;;) console.log("x".repeat(1000))'],
  ['javascript', 'const a = []; for (;;) a.push(new Array(100000).fill(1))'],
  ['javascript', 'let s = "x"; for (;;) s += s'],
  ['javascript', 'function f() { return f() + 1 } f()'],
  ['javascript', 'new ArrayBuffer(2 ** 40)'],
  ['javascript', 'const o = {}; o.o = o; o'],
  ['javascript', '/(a+)+b/.test("a".repeat(50))'],
  ['javascript', 'Promise.resolve().then(function f() { return Promise.resolve().then(f) })'],
  ['javascript', 'new Promise(() => {})'],
  ['javascript', '"x".repeat(2_000_000)'],
  ['javascript', '[1, 2].sort(() => { for (;;) {} })'],
  ['javascript', 'JSON.stringify = () => { for (;;) {} }; ({ a: 1 })'],
  ['javascript', '({ toJSON() { for (;;) {} } })'],
  ['javascript', '{'],
  ['python', 'while True: pass'],
  ['python', 'x = []\nwhile True: x.append("a" * 10_000_000)'],
  ['python', 'while True: print("x" * 10_000)'],
  ['python', 'def f(): f()\nf()'],
  ['python', 'import sys\nsys.setrecursionlimit(10**9)\ndef f(): f()\nf()'],
  ['python', '9 ** 9 ** 9'],
  ['python', 'import re\nre.match("(a+)+$", "a" * 50 + "b")'],
  ['python', 'import sys\nsys.exit(3)'],
  ['python', 'import os\nos._exit(0)'],
  ['python', 'import os\nos.abort()'],
  ['python', 'bytearray(10 ** 12)'],
  ['python', '"x" * 2_000_000'],
  ['python', 'x = []\nx.append(x)\nx'],
  ['python', 'try:\n  while True: pass\nexcept BaseException:\n  while True: pass'],
  ['python', 'class A:\n  def __repr__(self): raise ValueError("no")\nA()'],
  ['python', 'import sys\nsys.stdout = None\nprint(1)'],
  ['python', 'raise BaseException("x")'],
  ['python', '('],
]

let around: Awaited<ReturnType<typeof openSurroundings>>
beforeAll(async () => {
  around = await openSurroundings()
})
afterAll(() => around.close())

async function alive(): Promise<void> {
  expect(await runExample(codeRun, { code: '6 * 7' })).toMatchObject({ ok: true, result: 42 })
}

const python = (code: string, more: object = {}) =>
  runExample(codeRun, { language: 'python', code, ...more })

describe('a Python program that reaches around its engine finds nothing', () => {
  test.each(PYTHON_WAYS)('%s', { timeout: SLOW_MS }, async (_, code) => {
    const { canary, port } = around.at
    const given = { CANARY: canary, ROOT: dirname(canary), PARENT: process.pid, PORT: port }
    const before = await readdir(dirname(canary))
    const answer = await python(`globals().update(input)\n${code}`, {
      input: given,
      timeoutSeconds: 2,
    })
    expect(answer['ok']).toBe(false)
    expect(answer['stdout']).not.toMatch(/canary|SQLite|PATH=/)
    expect(await readdir(dirname(canary))).toEqual(before)
    expect(around.touched()).toBe(0)
  })

  test('the next program runs as usual', { timeout: SLOW_MS }, async () => {
    expect(await python('6 * 7')).toMatchObject({ ok: true, result: 42 })
  })
})

describe('a JavaScript program cannot escape from its engine', () => {
  test(`by any of ${JAVASCRIPT_WAYS.length} ways`, { timeout: SLOW_MS }, async () => {
    const tried = `const found = []
for (const way of input) {
  try {
    const value = (0, eval)(way)
    if (value !== undefined && value !== null) found.push(way)
  } catch {}
}
found`
    const answer = await runExample(codeRun, { code: tried, input: JAVASCRIPT_WAYS })
    expect(answer).toMatchObject({ ok: true })
    // These are of the language itself, and reach nothing.
    const harmless = ['globalThis.performance', 'performance', 'queueMicrotask', 'Error.prepare']
    const ways = (answer['result'] as readonly string[]).filter(
      (way) => !harmless.some((one) => way.startsWith(one)),
    )
    expect(ways).toEqual([])
    await alive()
  })

  test('and an ordinary engine has what it looks for', () => {
    const reach = HOST_NAMES.filter((name) => name in globalThis)
    expect(reach.length).toBeGreaterThan(10)
  })
})

describe('a program that no engine can read is answered, not a bug', () => {
  test.each([
    ['javascript', '['.repeat(20_000)],
    ['javascript', '('.repeat(50_000)],
    ['javascript', '!['.repeat(25_000)],
    ['javascript', 'let a = []; for (let i = 0; i < 100000; i++) a = [a]; a'],
    ['javascript', 'let a = []; for (let i = 0; i < 3000; i++) a = [a]; a'],
    ['python', '['.repeat(20_000)],
    ['python', '('.repeat(50_000)],
    ['python', 'a = []\nfor i in range(100000): a = [a]\na'],
    ['python', 'a = []\nfor i in range(900): a = [a]\na'],
  ])('%s %#', { timeout: SLOW_MS }, async (language, code) => {
    const answer = await runExample(codeRun, { language, code })
    expect(answer).toMatchObject({ ok: false, result: null })
    expect(String(answer['stderr']).length).toBeGreaterThan(10)
  })
})

describe('a program that uses up a resource is stopped without effect on others', () => {
  test.each(HUNGRY)('%s: %s', { timeout: SLOW_MS }, async (language, code) => {
    const startedAt = performance.now()
    const answer = await runExample(codeRun, { language, code, timeoutSeconds: 1 })
    expect(answer['ok']).toBeTypeOf('boolean')
    expect(String(answer['stdout']).length).toBeLessThanOrEqual(100_000)
    expect(JSON.stringify(answer).length).toBeLessThan(1_500_000)
    expect(performance.now() - startedAt).toBeLessThan(60_000)
  })
})

test('the next program runs as usual', { timeout: SLOW_MS }, alive)

test('the answer says why the program was stopped', { timeout: SLOW_MS }, async () => {
  const loop = { code: 'console.log("begun"); for (;;) {}', timeoutSeconds: 1 }
  expect(await runExample(codeRun, loop)).toMatchObject({
    ok: false,
    stdout: 'begun\n',
    stderr: 'Stopped: the program ran longer than 1 s.\n',
  })
})

test('a value of too many parts is not read', { timeout: SLOW_MS }, async () => {
  const many = { code: 'Array.from({ length: 100_001 }, () => ({}))' }
  expect(await runExample(codeRun, many)).toMatchObject({
    ok: false,
    result: null,
    stderr: 'The result must hold at most 100000 values.\n',
  })
  const words = { code: '",{".repeat(100_001)' }
  expect(await runExample(codeRun, words)).toMatchObject({ ok: true })
})

test('a value that JSON cannot hold is returned as text', { timeout: SLOW_MS }, async () => {
  const big = await runExample(codeRun, { code: '[2n ** 64n, undefined, () => 1]' })
  expect(big['result']).toEqual(['18446744073709551616', null, null])
  const python = { language: 'python', code: '[2 ** 64, {1, 2}, float("nan"), (1, None), {1: 2}]' }
  expect((await runExample(codeRun, python))['result']).toEqual([
    '18446744073709551616',
    [1, 2],
    'nan',
    [1, null],
    { 1: 2 },
  ])
})

test('each Python program gets different random numbers', { timeout: SLOW_MS }, async () => {
  const drawn = {
    language: 'python',
    code: 'import random, secrets\n[random.random(), secrets.randbits(53)]',
  }
  const [first, second] = [await runExample(codeRun, drawn), await runExample(codeRun, drawn)]
  expect((first['result'] as unknown[])[0]).not.toBe((second['result'] as unknown[])[0])
  expect((first['result'] as unknown[])[1]).not.toBe((second['result'] as unknown[])[1])
})
