import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../test/support/run-tool.ts'
import codeRun from './code-run.ts'

const SLOW_MS = 120_000

const NAMES =
  'process require module exports __dirname __filename global Buffer fetch XMLHttpRequest ' +
  'WebSocket EventSource Worker SharedWorker importScripts navigator window document self ' +
  'WebAssembly setTimeout setInterval setImmediate queueMicrotask performance crypto Deno Bun ' +
  'std os localStorage sessionStorage indexedDB caches postMessage MessageChannel scriptArgs ' +
  'print load loadScript gc read open'

/** Attempts to escape from JavaScript, tried one after the other in one program. */
const JAVASCRIPT: readonly string[] = [
  ...NAMES.split(' '),
  ...['env', 'process', 'require', 'module', 'fetch', 'Deno'].flatMap((name) => [
    `globalThis.${name}`,
    `Function('return ${name}')()`,
    `(0, eval)('${name}')`,
    `[].constructor.constructor('return ${name}')()`,
    `(() => {}).constructor('return this.${name}')()`,
    `console.log.constructor('return ${name}')()`,
    `(function () { return this.${name} })()`,
    `new Proxy({}, {}).constructor.constructor('return ${name}')()`,
    `Reflect.get(globalThis, '${name}')`,
    `(function* () {}).constructor('yield this.${name}')().next().value`,
  ]),
  `console.log.call.call(console.log, globalThis).process`,
  `Error.prepareStackTrace = (e, frames) => frames, new Error().stack[0].getThis()`,
  `console.constructor.constructor('return process')().exit()`,
  `Object.getPrototypeOf(console.log).constructor('return process')()`,
]

/** Ways out of Python; an expression or statements that leave \`found\`. */
const PYTHON: readonly string[] = [
  ...'js pyodide_js pyodide _pyodide _pyodide_core pyodide.ffi pyodide.code pyodide.http ctypes _ctypes'
    .split(' ')
    .flatMap((name) => [
      `import ${name}; found = ${name}`,
      `import importlib; found = importlib.import_module('${name}')`,
      `found = __import__('${name}')`,
    ]),
  ...[
    '/etc/passwd',
    '/root',
    '/proc/self/environ',
    '/proc/self/maps',
    '/home/user',
    '/work',
    '/usr/bin/env',
    '/var/log',
  ].flatMap((path) => [
    `found = open(${JSON.stringify(path)}).read()`,
    `import os; found = os.listdir(${JSON.stringify(path)})`,
    `import pathlib; found = pathlib.Path(${JSON.stringify(path)}).read_bytes()`,
  ]),
  `import socket; found = socket.create_connection(('127.0.0.1', 22), 1).recv(1)`,
  `import socket; found = socket.create_connection(('example.com', 80), 1).recv(1)`,
  `import socket; s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.sendto(b'x', ('127.0.0.1', 53)); found = s.recv(1)`,
  `import urllib.request; found = urllib.request.urlopen('http://127.0.0.1/').read()`,
  `import urllib.request; found = urllib.request.urlopen('https://example.com/').read()`,
  `import urllib.request; found = urllib.request.urlopen('file:///etc/passwd').read()`,
  `import http.client; c = http.client.HTTPConnection('127.0.0.1'); c.request('GET', '/'); found = c.getresponse()`,
  `import subprocess; found = subprocess.run(['ls'], capture_output=True)`,
  `import subprocess; found = subprocess.check_output('id', shell=True)`,
  `import os; found = os.popen('id').read()`,
  `import os; found = os.fork()`,
  `import os; os.execv('/bin/sh', ['sh']); found = 1`,
  `import os; found = os.posix_spawn('/bin/sh', ['sh'], {})`,
  `import multiprocessing; p = multiprocessing.Process(target=print); p.start(); found = p`,
  `import threading; t = threading.Thread(target=print); t.start(); found = t`,
  `import os; found = {k: v for k, v in os.environ.items() if k not in ('HOME', 'LC_CTYPE')} or None`,
  `import os; found = os.environ['PATH']`,
  `import mmap; found = mmap.mmap(-1, 10).read(1) and open('/dev/mem').read(1)`,
  `import sys; found = sys.modules['js']`,
  `import sys; found = sys.modules['_pyodide_core'].run_js`,
  `import pty; found = pty.spawn('/bin/sh')`,
  `import site; found = __import__('micropip')`,
  `found = ().__class__.__base__.__subclasses__()[0].__subclasses__(type)[0]('js')`,
  `import sys; sys.meta_path.clear(); import js; found = js.process`,
  `import sys, importlib.machinery as m; sys.meta_path[:] = [m.BuiltinImporter, m.FrozenImporter, m.PathFinder]; import js; found = js.process`,
  `import sys, importlib.machinery as m; sys.meta_path[:] = [m.BuiltinImporter, m.PathFinder]; import pyodide.code; found = pyodide.code.run_js('process')`,
  `import sys, importlib.machinery as m; sys.meta_path[:] = [m.BuiltinImporter, m.PathFinder]; import _pyodide_core; found = _pyodide_core.run_js('globalThis.process.version')`,
  `import gc; found = [o for o in gc.get_objects() if type(o).__name__ == 'JsProxy' and hasattr(o, 'process')][0]`,
  `import gc; found = [o for o in gc.get_objects() if type(o).__name__ == 'JsProxy' and hasattr(o, 'FS')][0]`,
  `import gc; found = [o for o in gc.get_objects() if type(o).__name__ == 'JsFinder' and o.jsproxies.get('js')][0]`,
  `import gc; o = [o for o in gc.get_objects() if type(o).__name__ == 'JsProxy'][0]; found = o.constructor.constructor('return process')()`,
]

/** Gets the engine around the program, as every program can. */
const HOLD = `
import sys, importlib.machinery as m
sys.meta_path[:] = [m.BuiltinImporter, m.FrozenImporter, m.PathFinder]
import _pyodide_core as core, ctypes
`

/** Calls of the engine itself, which break it. Each runs alone, and answers nothing. */
const BREAKING: readonly string[] = [
  `f = ctypes.CDLL(None).emscripten_run_script_string; f.restype = ctypes.c_char_p; f(b'String(process)')`,
  `ctypes.CDLL(None).emscripten_run_script_int(b'process.pid')`,
  `ctypes.CDLL(None).emscripten_run_script(b'fetch("http://127.0.0.1/")')`,
  `ctypes.CDLL(None).pyodide_js_init()`,
  `core.trigger_fatal_error()`,
]

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

async function alive(): Promise<void> {
  expect(await runExample(codeRun, { code: '6 * 7' })).toMatchObject({ ok: true, result: 42 })
}

describe('a program cannot escape from its engine', () => {
  test(`in JavaScript, of ${JAVASCRIPT.length}`, { timeout: SLOW_MS }, async () => {
    const tried = `const found = []
for (const way of input) {
  try {
    const value = (0, eval)(way)
    if (value !== undefined && value !== null) found.push(way)
  } catch {}
}
found`
    const answer = await runExample(codeRun, { code: tried, input: JAVASCRIPT })
    expect(answer).toMatchObject({ ok: true })
    // These are of the language itself, and reach nothing.
    const harmless = ['globalThis.performance', 'performance', 'queueMicrotask', 'Error.prepare']
    const ways = (answer['result'] as readonly string[]).filter(
      (way) => !harmless.some((one) => way.startsWith(one)),
    )
    expect(ways).toEqual([])
    await alive()
  })

  test('of 200 and more', () => {
    const ways = [JAVASCRIPT, PYTHON, BREAKING, HUNGRY].flat()
    expect(new Set(ways.map(String)).size).toBeGreaterThanOrEqual(200)
  })

  test(`in Python, of ${PYTHON.length}`, { timeout: SLOW_MS }, async () => {
    const tried = `results = []
for way in input:
    names = {}
    try:
        exec(way, names)
        if names.get('found') is not None:
            results.append(way)
    except BaseException as error:
        pass
results`
    const asked = { code: tried, input: PYTHON, language: 'python', timeoutSeconds: 30 }
    const answer = await runExample(codeRun, asked)
    expect(answer).toMatchObject({ ok: true, result: [] })
    await alive()
  })
})

describe('a program that breaks the engine of its thread gets nothing', () => {
  test.each(BREAKING)('%s', { timeout: SLOW_MS }, async (way) => {
    const answer = await runExample(codeRun, { code: `${HOLD}\n${way}`, language: 'python' })
    expect(answer).toMatchObject({ ok: false, result: null, stdout: '' })
    await alive()
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
