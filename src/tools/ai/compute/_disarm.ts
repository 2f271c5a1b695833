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
export function disarm(): void {
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
