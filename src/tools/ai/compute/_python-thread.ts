import type { PyodideAPI } from 'pyodide'
import type { WorkClock } from '../../../core/thread-work.ts'
import type { KeepBytes } from '../../../threads/keep-bytes.ts'
import { createStream, RESULT_MAX, STREAM_MAX, type RunEnd, type Program } from './_program.ts'

/**
 * Defined before the program runs. What leads from Python to the engine around it is taken away
 * first; then the program sees its own names, the built-in ones and the standard library.
 */
const RUNNER = `
import sys, io, os, ast, json, traceback, gc, linecache, math, builtins, random

def _make():
    class Stream(io.TextIOBase):
        def __init__(self, most):
            self.parts, self.left, self.cut = [], most, False
        def writable(self):
            return True
        def write(self, text):
            if not isinstance(text, str):
                raise TypeError('write() argument must be str')
            if len(text) > self.left:
                self.cut = True
            piece = text[:self.left]
            self.left -= len(piece)
            if piece:
                self.parts.append(piece)
            return len(text)

    def plain(value):
        if isinstance(value, float) and not math.isfinite(value):
            return repr(value)
        if isinstance(value, bool) or value is None or isinstance(value, (str, float)):
            return value
        if isinstance(value, int):
            return value if abs(value) <= 9007199254740991 else str(value)
        if isinstance(value, dict):
            return {str(key): plain(one) for key, one in value.items()}
        if isinstance(value, (list, tuple)):
            return [plain(one) for one in value]
        if isinstance(value, (set, frozenset)):
            return [plain(one) for one in sorted(value, key=repr)]
        return repr(value)

    def run(code, given, stream_max, result_max):
        out, errors = Stream(stream_max), Stream(stream_max)
        names = {'__name__': '__main__', '__builtins__': builtins}
        if given is not None:
            names['input'] = json.loads(given)
        linecache.cache['program.py'] = (len(code), None, code.splitlines(True), 'program.py')
        result, ok = None, True
        before = sys.stdout, sys.stderr
        sys.stdout, sys.stderr = out, errors
        try:
            tree = ast.parse(code, 'program.py')
            last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
            exec(compile(tree, 'program.py', 'exec'), names)
            value = None
            if last is not None:
                value = eval(compile(ast.Expression(last.value), 'program.py', 'eval'), names)
            if value is not None:
                result = json.dumps(plain(value))
                if len(result) > result_max:
                    ok, result = False, None
                    errors.cut = True
                    errors.write('The result is longer than %d characters.\\n' % result_max)
        except SystemExit as end:
            ok = end.code in (None, 0)
            if not ok:
                errors.write('exit: %r\\n' % (end.code,))
        except BaseException as error:
            ok = False
            error.__traceback__ = error.__traceback__ and error.__traceback__.tb_next
            errors.write(''.join(traceback.format_exception(error)))
        finally:
            sys.stdout, sys.stderr = before
        return json.dumps([''.join(out.parts), ''.join(errors.parts), result, ok, out.cut or errors.cut])

    closed = {'js', 'pyodide_js', 'pyodide', '_pyodide', '_pyodide_core', 'ctypes', '_ctypes'}

    class Closed:
        def find_spec(self, name, path=None, target=None):
            if name.split('.')[0] in closed:
                raise ModuleNotFoundError("No module named %r" % name, name=name)
            return None

    for name in [one for one in sys.modules if one.split('.')[0] in closed]:
        del sys.modules[name]
    sys.meta_path[:] = [Closed()] + [
        one for one in sys.meta_path
        if getattr(one, '__module__', '').split('.')[0] not in closed
        and type(one).__module__.split('.')[0] not in closed
    ]
    # Its state comes from the picture, and would be the same for every program.
    random.seed()
    os.environ.clear()
    os.environ['HOME'] = '/home'
    gc.collect()
    return run

_make()
`

type Run = (code: string, input: string | undefined, streamMax: number, resultMax: number) => string

/** Loaded before the picture is taken, since the runner needs them. */
const NEEDED = 'import sys, io, os, ast, json, traceback, gc, linecache, math, builtins, random'

/**
 * Python as its memory is after its own start, which takes two seconds of the processor; from a
 * picture of that memory it takes a tenth.
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

/** What the runner answers; null where the program leaves no engine that could answer. */
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
