import type { PyodideAPI } from 'pyodide'
import type { WorkClock } from '../../../core/thread-work.ts'
import type { KeepBytes } from '../../../threads/keep-bytes.ts'
import { createStream, RESULT_MAX, STREAM_MAX, type RunEnd, type Program } from './_program.ts'
import { RUNNER } from './_python-runner.ts'

type Run = (code: string, input: string | undefined, streamMax: number, resultMax: number) => string

/** Modules that are loaded before the memory snapshot is taken, because the runner needs them. */
const NEEDED = 'import sys, io, os, ast, json, traceback, gc, linecache, math, builtins, random'

/**
 * Restores Python from a snapshot of its memory after the start: a start takes two seconds of the
 * processor, the snapshot a tenth of that.
 */
export async function prepare(keep: KeepBytes): Promise<Run> {
  const { loadPyodide, version } = await import('pyodide')
  const settings = {
    jsglobals: Object.freeze(Object.create(null)) as object,
    stdout: () => {},
    stderr: () => {},
    env: { PYTHONHASHSEED: '0' },
  }
  const picture = await keep('python', version, async () => {
    const python = await loadPyodide({ ...settings, _makeSnapshot: true })
    python.runPython(NEEDED)
    return python.makeMemorySnapshot()
  })
  const python = await loadPyodide({ ...settings, _loadSnapshot: picture })
  const run = runnerOf(python)
  disarm()
  return run
}

function runnerOf(python: PyodideAPI): Run {
  const run = python.runPython(RUNNER) as Run
  python.unregisterJsModule('pyodide_js')
  python.unregisterJsModule('js')
  // Kept there for tests of the engine: it makes code of text.
  const { _api: api } = python as unknown as { readonly _api?: { readonly tests?: object } }
  Reflect.deleteProperty(api?.tests ?? {}, 'Function')
  // A function of Python answers whether it is a promise with names that are gone by then.
  return (...given) => run(...given)
}

/** Runs a program in the Python that was prepared. */
export function work({ code, input }: Program, { elapsedMs }: WorkClock, run: Run): RunEnd {
  const [out, errors] = [createStream(), createStream()]
  const told = runThrough(run, code, input)
  if (told === null) {
    errors.write('Stopped: the program broke the engine. What it had written is lost.\n')
    const stderr = errors.text()
    return { stdout: '', stderr, result: null, ok: false, elapsedMs: elapsedMs(), truncated: true }
  }
  const [stdout, stderr, result, ok, truncated] = JSON.parse(told) as [
    string,
    string,
    string | null,
    boolean,
    boolean,
  ]
  out.write(stdout)
  errors.write(stderr)
  return {
    stdout: out.text(),
    stderr: errors.text(),
    result,
    ok,
    elapsedMs: elapsedMs(),
    truncated: truncated || out.isCut() || errors.isCut(),
  }
}

/** The answer of the runner; null if the program leaves no engine that could answer. */
function runThrough(run: Run, code: string, input: string | undefined): string | null {
  try {
    return run(code, input, STREAM_MAX, RESULT_MAX)
  } catch {
    return null
  }
}

/** Globals that stay: the language, and what the engine of Python asks for while it runs. */
const KEPT =
  'globalThis undefined NaN Infinity isNaN isFinite parseInt parseFloat decodeURI encodeURI ' +
  'decodeURIComponent encodeURIComponent escape unescape Object Array Number String Boolean ' +
  'Symbol BigInt Math JSON Date RegExp Map Set WeakMap WeakSet WeakRef FinalizationRegistry ' +
  'Promise Proxy Reflect Atomics ArrayBuffer SharedArrayBuffer DataView Int8Array Uint8Array ' +
  'Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float16Array Float32Array ' +
  'Float64Array BigInt64Array BigUint64Array Error EvalError RangeError ReferenceError ' +
  'SyntaxError TypeError URIError AggregateError SuppressedError Iterator AsyncDisposableStack ' +
  'DisposableStack WebAssembly TextDecoder TextEncoder performance setTimeout ' +
  'clearTimeout setInterval clearInterval setImmediate clearImmediate queueMicrotask'

/**
 * Leaves a thread no way out, whatever a program of it comes to hold: not the objects that lead
 * out, and nothing that makes code of text. For threads that end with their work only, after all is
 * loaded.
 */
function disarm(): void {
  const kinds = [() => {}, async () => {}, function* () {}, async function* () {}]
  for (const kind of kinds) {
    const prototype = Object.getPrototypeOf(kind) as object
    Object.defineProperty(prototype, 'constructor', { value: undefined })
  }
  const kept = new Set<string | symbol>(KEPT.split(' '))
  for (const name of Reflect.ownKeys(globalThis))
    if (!kept.has(name)) Reflect.deleteProperty(globalThis, name)
  // The pool looks whether something still waits to be printed, and must find nothing.
  const idle = Object.freeze({ __proto__: null, writableLength: 0 })
  const process = Object.freeze({ __proto__: null, stdout: idle, stderr: idle })
  Object.defineProperty(globalThis, 'process', { value: process })
  // An engine that breaks complains here, in words of whoever broke it.
  const console = Object.freeze({ __proto__: null, log() {}, warn() {}, error() {} })
  Object.defineProperty(globalThis, 'console', { value: console })
}
