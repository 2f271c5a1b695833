import { hash } from 'node:crypto'
import type { CallReply, CallRequest } from '../core/call.ts'
import { Fault } from '../core/fault.ts'
import type { Tool } from '../core/tool.ts'
import type { Credential } from '../payments/rail.ts'
import type { IdempotencyStore } from '../stores/idempotency.ts'
import { parseReply } from './reply.ts'

const KEY_LENGTH_MAX = 256
const SPARE_MS = 30_000
const RETRY_SECONDS = 2
/** How long a settled answer is told again; a large one must not fill the disk. */
const KEPT_MS = 24 * 3_600_000
const LARGE_KEPT_MS = 3_600_000
const LARGE_BYTES = 1024 * 1024

export const keptMs = (kept: string): number =>
  kept.length > LARGE_BYTES ? LARGE_KEPT_MS : KEPT_MS

/**
 * `sha256(METHOD + path + Idempotency-Key + gate-credential + sha256(body))`. A line break parts
 * the pieces, which none of them can hold; of a GET, the query is the body.
 */
export async function idempotencyKey(
  request: CallRequest,
  credential: Credential,
): Promise<string | null> {
  const chosen = request.header('idempotency-key') ?? credential.chosenKey
  if (!chosen) return null
  if (chosen.length > KEY_LENGTH_MAX) {
    throw new Fault('bad_input', `Idempotency-Key: must be at most ${KEY_LENGTH_MAX} characters.`)
  }
  const asked = await digestOfRequest(request)
  return hash(
    'sha256',
    [request.method + request.path, chosen, `${credential.payer} ${credential.proof}`, asked].join(
      '\n',
    ),
  )
}

/** What was asked, whoever pays for it. */
export async function digestOfRequest(request: CallRequest): Promise<string> {
  return hash('sha256', request.method === 'GET' ? request.query : await request.text())
}

/**
 * The kept answer, or null when this call is the first; the first is then answered for by `key`.
 */
export async function beginOnce(
  store: IdempotencyStore,
  { key, callId, tool, now }: { key: string; callId: string; tool: Tool; now: number },
): Promise<CallReply | null> {
  const begun = await store.begin(key, callId, now + tool.limits.firstEventMs + SPARE_MS, now)
  if (begun.state === 'first') return null
  if (begun.state === 'running') {
    throw new Fault('in_progress', 'The first call with this Idempotency-Key is still running.', {
      retryAfterSeconds: RETRY_SECONDS,
    })
  }
  return replayed(begun.reply)
}

export function replayed(kept: string): CallReply {
  const reply = parseReply(kept)
  return { ...reply, headers: [...reply.headers, ['x-idempotent-replay', 'true']] }
}
