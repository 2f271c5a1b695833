import { spawnSync } from 'node:child_process'
import { isDeepStrictEqual } from 'node:util'
import type { ToolSpec } from '../../src/base/core/tool.ts'

/**
 * Scripts of this folder compare tools with independent programs where those are installed, and
 * print how many cases were compared: `node run.mjs test/reference/json.ts`.
 */

export const has = (program: string, ...args: readonly string[]): boolean =>
  spawnSync(program, args.length > 0 ? args : ['--version']).status === 0

/** What a program writes; its complaint, where it fails. */
export function asked(program: string, args: readonly string[], input: string | Buffer) {
  const done = spawnSync(program, args, { input, maxBuffer: 256 * 1024 * 1024 })
  return {
    ok: done.status === 0,
    text: done.stdout.toString('utf8'),
    bytes: done.stdout,
    error: done.stderr.toString('utf8'),
  }
}

/** Runs a script of Python with JSON on its standard input; `data` is what was sent. */
export function python(script: string, data: unknown): unknown {
  const whole = `import json,sys\ndata=json.load(sys.stdin)\n${script}`
  const { ok, text, error } = asked('python3', ['-W', 'ignore', '-c', whole], JSON.stringify(data))
  if (!ok) throw new Error(error.slice(-800))
  return JSON.parse(text)
}

/** Runs a tool in this thread, with its defaults filled in; a refusal is answered as its text. */
export async function answer(
  spec: ToolSpec,
  input: unknown,
  now = 0,
): Promise<Record<string, unknown>> {
  const signal = new AbortController().signal
  const context = { signal, now: () => now } as never
  try {
    const output: unknown = await spec.run(spec.input.parse(input), context)
    return plain(output) as Record<string, unknown>
  } catch (thrown) {
    return { refused: (thrown as Error).message }
  }
}

export const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value) ?? 'null')

export interface Comparison {
  readonly same: (of: unknown, ours: unknown, theirs: unknown) => void
  readonly close: () => void
}

const SHOWN_MAX = 10

/** Counts cases, shows what differs, and fails the script at its end if anything does. */
export function comparison(name: string): Comparison {
  let cases = 0
  let different = 0
  return {
    same(of, ours, theirs) {
      cases += 1
      if (isDeepStrictEqual(ours, theirs)) return
      different += 1
      if (different <= SHOWN_MAX)
        write(`  ${JSON.stringify(of)}\n    ours   ${shown(ours)}\n    theirs ${shown(theirs)}`)
    },
    close() {
      write(`${name}: ${cases} cases compared, ${different} differ`)
      if (different > 0) process.exitCode = 1
    },
  }
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 1_000)

export function write(line: string): void {
  process.stdout.write(`${line}\n`)
}

/**
 * Whether two answers are alike, numbers within so much of each other relative to their size, or
 * within `floor` where they are nearly nothing.
 */
export function isNear(ours: unknown, theirs: unknown, tolerance: number, floor = 0): boolean {
  if (typeof ours === 'number' && typeof theirs === 'number')
    return (
      ours === theirs || Math.abs(ours - theirs) <= Math.max(floor, tolerance * Math.abs(theirs))
    )
  if (Array.isArray(ours) && Array.isArray(theirs))
    return (
      ours.length === theirs.length &&
      ours.every((one, at) => isNear(one, theirs[at], tolerance, floor))
    )
  return isDeepStrictEqual(ours, theirs)
}

/**
 * Each case is an input of the tool; the script gets all of them and prints as many answers, null
 * where a refusal is right.
 */
export async function compareNear(
  name: string,
  spec: ToolSpec,
  cases: readonly object[],
  script: string,
  pick: (told: Record<string, unknown>) => unknown,
  tolerance = 1e-10,
  floor = 0,
): Promise<void> {
  const { same, close } = comparison(`${name}, to ${tolerance}`)
  const theirs = python(script, cases) as readonly unknown[]
  for (const [at, input] of cases.entries()) {
    const told = await answer(spec, input)
    const other = theirs[at]
    const isRefused = told['refused'] !== undefined
    const ours = plain(isRefused ? (other === null ? null : told) : pick(told))
    if (isNear(ours, other, tolerance, floor)) same(input, true, true)
    else same(input, ours, other)
  }
  close()
}
