import type { PyodideAPI } from 'pyodide'
import type { WorkClock } from '../../../../base/core/thread-work.ts'
import type { KeepBytes } from '../../../../engines/threads/keep-bytes.ts'
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
  // It asks for numbers of the host's files, in a way that a process without rights does not have.
  Object.defineProperty(process, 'binding', { value: () => ({ fs: {} }) })
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
  return runnerOf(python)
}

function runnerOf(python: PyodideAPI): Run {
  const run = python.runPython(RUNNER) as Run
  python.unregisterJsModule('pyodide_js')
  python.unregisterJsModule('js')
  return run
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
