/** What the host of an engine has, and the language has not. */
export const HOST_NAMES: readonly string[] = (
  'process require module exports __dirname __filename global Buffer fetch XMLHttpRequest ' +
  'WebSocket EventSource Worker SharedWorker importScripts navigator window document self ' +
  'WebAssembly setTimeout setInterval setImmediate queueMicrotask performance crypto Deno Bun ' +
  'std os localStorage sessionStorage indexedDB caches postMessage MessageChannel scriptArgs ' +
  'print load loadScript gc read open'
).split(' ')

/** Attempts to escape from JavaScript, tried one after the other in one program. */
export const JAVASCRIPT_WAYS: readonly string[] = [
  ...HOST_NAMES,
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
