import { hash } from 'node:crypto'
import type { CallReply, CallRequest, HeaderPair } from '../core/call.ts'
import { Fault } from '../core/fault.ts'
import { HOUR_MS, DAY_MS } from '../core/milliseconds.ts'
import type { Credential } from '../payments/rail.ts'
import type { IdempotencyStore } from '../stores/idempotency.ts'
import type { Payment } from '../stores/payment-rows.ts'
import type { PaymentStore } from '../stores/payments.ts'
import { HELD_MS } from './keep-alive.ts'
import { parseReply } from './reply.ts'

const KEY_LENGTH_MAX = 256
const RETRY_SECONDS = 2
/** How long a settled answer is replayed. A large answer is kept for less, to spare the disk. */
const KEPT_MS = DAY_MS
const LARGE_KEPT_MS = HOUR_MS
const LARGE_BYTES = 1024 * 1024

export const keptMs = (kept: string): number =>
  kept.length > LARGE_BYTES ? LARGE_KEPT_MS : KEPT_MS

/** Header of a replayed answer. */
export const REPLAYED: HeaderPair = ['x-idempotent-replay', 'true']

/** Stored in place of an answer that is not kept: the key has still bought it. */
export const NOT_KEPT = ''

/** The answer that a key has bought. */
export interface KeptAnswer {
  readonly reply: CallReply
  readonly proof: string | null
}

/** Calls under an `Idempotency-Key`, or under the id that a payment gives itself. */
export interface KeyedCalls {
  /** Null without a key. */
  keyOf(request: CallRequest, credential: Credential, digest: Digest): Promise<string | null>
  /** The answer that was bought under the key. Throws while its first call is running. */
  find(key: string): Promise<KeptAnswer | null>
  /** Throws when another call has taken the key. */
  begin(key: string, callId: string, proof: string | null): Promise<void>
  /** The call has failed: the key may be used again. */
  abandon(key: string, callId: string): Promise<void>
  /** Unknown whether the call was paid: the key is blocked until that is known. */
  orphan(key: string, callId: string): Promise<void>
}

export interface KeyedCallOptions {
  readonly idempotency: IdempotencyStore
  readonly payments: Pick<PaymentStore, 'find'>
  /** Looks up a payment whose result is unknown. */
  resolve(payment: Payment): Promise<Payment | null>
  now(): number
}

export function createKeyedCalls(options: KeyedCallOptions): KeyedCalls {
  const { idempotency, payments, resolve, now } = options

  /** A call that no longer holds its key, and whose payment may already be sent. */
  async function settledSince(callId: string, proof: string): Promise<boolean> {
    const payment = await payments.find(proof)
    if (payment?.callId !== callId) return false
    const { state } = payment
    if (state !== 'delivering' && state !== 'pending') return state === 'settled'
    const known = await resolve(payment)
    if (known?.state === 'delivering' || known?.state === 'pending') throw running()
    return known?.state === 'settled'
  }

  async function find(key: string, mayResolve = true): Promise<KeptAnswer | null> {
    const known = await idempotency.find(key)
    if (!known) return null
    const { callId, proof, reply, until } = known
    const isOver = until <= now()
    if (reply === NOT_KEPT && !isOver) throw notKept()
    if (reply !== null) return isOver ? null : { reply: replayed(reply), proof }
    if (!isOver) throw running()
    if (proof === null || !mayResolve || !(await settledSince(callId, proof))) return null
    return find(key, false)
  }

  return {
    keyOf,
    find,
    async begin(key, callId, proof) {
      const at = now()
      const call = { callId, proof, until: at + HELD_MS }
      if (!(await idempotency.begin(key, call, at))) throw running()
    },
    // A key that cannot be released now expires by itself, so the reply is sent anyway.
    async abandon(key, callId) {
      await idempotency.abandon(key, callId).catch(() => false)
    },
    async orphan(key, callId) {
      await idempotency.orphan(key, callId).catch(() => false)
    },
  }
}

/**
 * `sha256(METHOD + path + Idempotency-Key + gate-credential + sha256(body))`, where the credential
 * is the payer, because stock clients sign anew each time. The pieces are joined by line breaks,
 * which none of them contains. For a GET, the query is the body.
 */
async function keyOf(
  request: CallRequest,
  { rail, payer, chosenKey }: Credential,
  digest: Digest,
): Promise<string | null> {
  const chosen = request.header('idempotency-key') ?? chosenKey
  if (!chosen) return null
  if (chosen.length > KEY_LENGTH_MAX) {
    throw new Fault('bad_input', `Idempotency-Key: must be at most ${KEY_LENGTH_MAX} characters.`)
  }
  const pieces = [request.method + request.path, chosen, rail, payer]
  return hash('sha256', [...pieces, await digest()].join('\n'))
}

/** Digest of the request, independent of the payer. */
export type Digest = () => Promise<string>

/** Computed on first use, because that reads the body. */
export function digestOf(request: CallRequest): Digest {
  let digest: Promise<string> | undefined
  const read = async () =>
    hash('sha256', request.method === 'GET' ? request.query : await request.text())
  return () => (digest ??= read())
}

export function replayed(kept: string): CallReply {
  const reply = parseReply(kept)
  return { ...reply, headers: [...reply.headers, REPLAYED] }
}

const running = (): Fault =>
  new Fault('in_progress', 'The first call with this Idempotency-Key is still running.', {
    retryAfterSeconds: RETRY_SECONDS,
  })

const notKept = (): Fault =>
  new Fault(
    'not_kept',
    'Idempotency-Key: it bought an answer that holds a secret and was not stored. Nothing was charged now; use another key to buy a new one.',
  )
