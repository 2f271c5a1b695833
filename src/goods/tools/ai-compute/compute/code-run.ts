import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { threadWork } from '../../../../base/core/thread-work.ts'
import { DEPTH_MAX, json, jsonFlaw, VALUES_MAX } from '../../../../base/lib/json-guard.ts'
import { scanJson } from '../../../../base/lib/json-scan.ts'
import { ownProcess } from '../../../../engines/threads/own-process.ts'
import { RunEnd, type Program } from './_program.ts'

const JAVASCRIPT = threadWork<typeof import('./_javascript-thread.ts')>(
  import.meta.url,
  './_javascript-thread.ts',
)
const PYTHON = threadWork<typeof import('./_python-thread.ts')>(
  import.meta.url,
  './_python-thread.ts',
)

const CODE_CHARACTERS_MAX = 50_000
/** Of an answer as JSON: two streams and a value, the latter within text. */
const BYTES_MAX = 5 * 1024 * 1024
/** The time for an engine to notice by itself that its limit is over, and to return its output. */
const GRACE_MS = 500

export default defineTool({
  route: 'POST /api/code-run',
  name: 'Code run',
  description:
    'Run a short JavaScript or Python 3 program in an isolated sandbox without network or files, and get its output and the value of its last expression.',
  asks: [
    'run a Python program in a sandbox',
    'run JavaScript code and get its output',
    'run a small script somewhere it can do no harm',
    'try out this JavaScript snippet and show what it prints',
    'safe place to execute code that a model wrote',
  ],
  price: '$0.005',
  engine: 'code',
  uses: { ownProcess },
  limits: { firstEventMs: 90_000 },
  input: z.object({
    code: z
      .string()
      .min(1)
      .max(CODE_CHARACTERS_MAX)
      .describe('The program, up to 50000 characters. Its last expression is the result.'),
    language: z
      .enum(['javascript', 'python'])
      .default('javascript')
      .describe('javascript: ES2023 (QuickJS). python: 3.14 with its standard library.'),
    input: json().optional().describe('Any JSON value, which the program reads as `input`.'),
    timeoutSeconds: z.int().min(1).max(30).default(5).describe('Time limit in seconds, 1 to 30.'),
  }),
  output: z.object({
    stdout: z.string().describe('Standard output of the program, up to 100000 characters.'),
    stderr: z
      .string()
      .describe('Standard error of the program, with errors and the reason why it was stopped.'),
    result: z
      .unknown()
      .describe('Value of the last expression; null without one, text if it cannot be JSON.'),
    ok: z.boolean().describe('Whether the program ended in time and without an error.'),
    elapsedMs: z.int().describe('Duration of the run in milliseconds.'),
    truncated: z.boolean().describe('Whether output was cut off.'),
  }),
  examples: [
    { input: { code: '[...Array(5).keys()].map(x => x*x)' } },
    { input: { code: 'console.log(input.length)\nMath.max(...input)', input: [3, 1, 4] } },
  ],

  async run({ code, language, input, timeoutSeconds }, { ownProcess }) {
    const timeoutMs = timeoutSeconds * 1_000
    const program: Program = {
      code,
      input: input === undefined ? undefined : JSON.stringify(input),
      timeoutMs,
    }
    const work = language === 'python' ? PYTHON : JAVASCRIPT
    const end = await ownProcess.run(work, program, {
      timeoutMs: timeoutMs + GRACE_MS,
      bytesMax: BYTES_MAX,
      // The engine of JavaScript is a wall of its own: it hands a program no object of ours.
      needsWalls: language === 'python',
    })
    if (end.excess === 'time')
      return stopped(`the program ran longer than ${timeoutSeconds} s`, timeoutMs)
    const told = RunEnd.safeParse(end.excess === null ? end.answer : null)
    const value = told.success ? valueOf(told.data.result) : undefined
    if (!told.success || value === undefined)
      return stopped('the program took too much memory or broke its engine')
    if (value.flaw === null) return { ...told.data, result: value.result }
    const stderr = `${told.data.stderr}The result ${value.flaw}.\n`
    return { ...told.data, stderr, result: null, ok: false }
  },
})

/** The value of a program, within the bounds of any JSON; undefined if it is none. */
function valueOf(
  text: string | null,
): { readonly result: unknown; readonly flaw: string | null } | undefined {
  if (text === null) return { result: null, flaw: null }
  const flaw = scanFlaw(text)
  if (flaw !== null) return { result: null, flaw }
  try {
    const result = JSON.parse(text) as unknown
    return { result, flaw: jsonFlaw(result, { bytesMax: Infinity }) }
  } catch {
    return undefined
  }
}

/** What takes too long to be parsed beside other calls. */
function scanFlaw(text: string): string | null {
  const excess = scanJson({ valuesMax: VALUES_MAX, depthMax: DEPTH_MAX }).see(Buffer.from(text))
  if (excess === 'depth') return `must be nested at most ${DEPTH_MAX} levels deep`
  return excess === 'values' ? `must hold at most ${VALUES_MAX} values` : null
}

const stopped = (why: string, elapsedMs = 0) => ({
  stdout: '',
  stderr: `Stopped: ${why}. What it had written is lost.\n`,
  result: null,
  ok: false,
  elapsedMs,
  truncated: true,
})
