import { z } from 'zod'
import { DAY_MS } from '../../../../base/core/milliseconds.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'
import { jsonObject } from '../../../../base/lib/json-guard.ts'
import type { JsonObject } from '../../../../base/lib/json-object.ts'
import { drawBy, type Draw } from '../../../../engines/numbers/seeded.ts'
import { resetSeconds, retryAfterMs } from './_waits.ts'

const Jitter = z.enum(['none', 'full', 'equal', 'decorrelated'])

/** Failures that another attempt may avoid. */
const PASSING: Readonly<Record<number, string>> = {
  408: 'the server waited too long for the request',
  425: 'the server would not risk an early request',
  429: 'too many requests',
  500: 'an error of the server',
  502: 'a bad gateway',
  503: 'the service is overloaded or down',
  504: 'a gateway waited too long',
}

export default defineTool({
  route: 'POST /api/retry-plan',
  name: 'Retry plan',
  description:
    'Should a failed HTTP request be retried, and when: exponential backoff with jitter from the ' +
    'status code and the Retry-After header.',
  asks: [
    'how long to wait before retrying after a 429',
    'exponential backoff schedule with jitter',
    'the server answered 429, when may I try again',
    'should I repeat the request after a 503',
    'how long to wait between attempts',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    status: z
      .int()
      .min(100)
      .max(599)
      .optional()
      .describe(
        'Status of the answer; leave it out if there was no answer, as when the connection broke.',
      ),
    headers: jsonObject({ bytesMax: 32 * 1024, valuesMax: 500 })
      .default({})
      .describe('Headers of the answer; Retry-After and rate limit resets are read.'),
    attempt: z
      .int()
      .min(1)
      .max(50)
      .default(1)
      .describe('Number of the attempt that failed, from 1.'),
    maxAttempts: z.int().min(1).max(50).default(5).describe('Total number of attempts.'),
    baseMs: z.int().min(0).max(3_600_000).default(500).describe('First wait, in milliseconds.'),
    capMs: z.int().min(0).max(86_400_000).default(60_000).describe('Longest wait of the backoff.'),
    jitter: Jitter.default('full').describe(
      'full: 0 to the wait; equal: half of it to all of it; decorrelated: base to three times the ' +
        'wait before.',
    ),
    seed: line(100).optional().describe('The same seed gives the same schedule.'),
  }),
  output: z.object({
    retry: z.boolean(),
    waitMs: z.int().nullable().describe('Wait before the next attempt; null if there is none.'),
    reason: z.string(),
    serverWaitMs: z.int().nullable().describe('Wait that the server asked for; null if none.'),
    schedule: z.array(z.int()).describe('Waits before each remaining attempt.'),
    totalMs: z.int().describe('Sum of the schedule.'),
  }),
  examples: [
    {
      input: {
        status: 429,
        headers: { 'retry-after': '30' },
        attempt: 2,
        maxAttempts: 3,
        jitter: 'none',
      },
      output: {
        retry: true,
        waitMs: 30_000,
        reason: 'too many requests',
        serverWaitMs: 30_000,
        schedule: [30_000],
        totalMs: 30_000,
      },
    },
    {
      input: { status: 404 },
      output: {
        retry: false,
        waitMs: null,
        reason: 'the same request will get status 404 again',
        serverWaitMs: null,
        schedule: [],
        totalMs: 0,
      },
    },
  ],

  run({ status, headers, attempt, maxAttempts, baseMs, capMs, jitter, seed }, context) {
    const cause = status === undefined ? 'there was no answer' : PASSING[status]
    const serverWaitMs = askedFor(headers, context.now())
    const none = { retry: false, waitMs: null, serverWaitMs, schedule: [], totalMs: 0 }
    if (cause === undefined)
      return { ...none, reason: `the same request will get status ${status} again` }
    if (attempt >= maxAttempts)
      return { ...none, reason: `all ${maxAttempts} attempts have been made` }
    const draw = drawBy(seed)
    const schedule: number[] = []
    for (let next = attempt; next < maxAttempts; next += 1) {
      const before = schedule.at(-1) ?? baseMs
      const wait = backoff({ next, before, baseMs, capMs, jitter, draw })
      // Only the next wait is the one that the server has asked for.
      schedule.push(next === attempt ? Math.max(wait, serverWaitMs ?? 0) : wait)
    }
    return {
      retry: true,
      waitMs: schedule[0] ?? 0,
      reason: cause,
      serverWaitMs,
      schedule,
      totalMs: schedule.reduce((sum, wait) => sum + wait, 0),
    }
  },
})

interface Step {
  readonly next: number
  readonly before: number
  readonly baseMs: number
  readonly capMs: number
  readonly jitter: z.output<typeof Jitter>
  readonly draw: Draw
}

function backoff({ next, before, baseMs, capMs, jitter, draw }: Step): number {
  const whole = Math.min(capMs, baseMs * 2 ** (next - 1))
  if (jitter === 'none') return whole
  if (jitter === 'full') return Math.floor(draw.unit() * (whole + 1))
  if (jitter === 'equal') return Math.floor(whole / 2 + draw.unit() * (whole / 2))
  const most = Math.max(baseMs, before * 3)
  return Math.min(capMs, Math.floor(baseMs + draw.unit() * (most - baseMs)))
}

const WAIT_MAX_MS = 30 * DAY_MS

/** Retry-After of RFC 9110; else the reset of a rate limit that is used up. */
function askedFor(headers: JsonObject, now: number): number | null {
  const header = (name: string) => {
    const key = Object.keys(headers).find((one) => one.toLowerCase() === name)
    const value = key === undefined ? undefined : headers[key]
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : undefined
  }
  const asked = retryAfterMs(header, now)
  if (asked !== undefined) return within(asked)
  const left = header('x-ratelimit-remaining') ?? header('ratelimit-remaining')
  const reset = resetSeconds(header('x-ratelimit-reset') ?? header('ratelimit-reset'), now)
  return left !== '0' || reset === undefined ? null : within(reset * 1000)
}

const within = (wait: number): number => Math.min(WAIT_MAX_MS, Math.max(0, Math.round(wait)))
