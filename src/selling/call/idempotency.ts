import { hash } from 'node:crypto'
import {
  IDEMPOTENCY_KEY_CHARACTERS_MAX,
  type CallReply,
  type CallRequest,
  type HeaderPair,
} from '../../base/core/call.ts'
import { Fault } from '../../base/core/fault.ts'
import { HOUR_MS, DAY_MS } from '../../base/core/milliseconds.ts'
import type { Credential } from '../payments/rail.ts'
import type { IdempotencyStore } from '../../stores/idempotency.ts'
import { isPaid, type Payment } from '../../stores/payment-rows.ts'
import type { PaymentStore } from '../../stores/payments.ts'
import { HELD_MS } from './keep-alive.ts'
import { parseReply } from './reply.ts'

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

/** The key of a call, as it is written in the database. */
export interface CallKey {
  readonly name: string
  /** The names that older versions gave it. Their rows live for a day, across an upgrade. */
  readonly former: readonly string[]
  /** What was paid with, if a row of an old version does not say it. */
  readonly formerProof: string | null
}

/** Calls under an `Idempotency-Key`, or under the id that a payment gives itself. */
export interface KeyedCalls {
  /** Null without a key. */
  keyOf(request: CallRequest, credential: Credential, digest: Digest): Promise<CallKey | null>
  /** The answer that was bought under the key. Throws while its first call is running. */
  find(key: CallKey): Promise<KeptAnswer | null>
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
    if (state !== 'delivering' && state !== 'pending') return isPaid(payment)
    const known = await resolve(payment)
    if (known?.state === 'delivering' || known?.state === 'pending') throw running()
    return known !== null && isPaid(known)
  }

  async function find(key: CallKey, mayResolve = true): Promise<KeptAnswer | null> {
    const known = await idempotency.find(key.name, ...key.former)
    if (!known) return null
    const { callId, reply, until, hasJob } = known
    const proof = known.proof ?? (known.key === key.former[1] ? key.formerProof : null)
    const isOver = until <= now()
    if (reply === NOT_KEPT && !isOver) throw notKept()
    if (reply !== null) return isOver ? null : { reply: replayed(reply), proof }
    if (!isOver) throw running()
    if (proof !== null && mayResolve && (await settledSince(callId, proof))) return find(key, false)
    // Its process has died, and another one resumes it.
    if (hasJob) throw running()
    return null
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
 * is the rail and the payer, because stock clients sign anew each time. The pieces are joined by
 * line breaks, which none of them contains. For a GET, the query is the body. The name begins with
 * the version of this rule: a change of it must still find the answers that are kept.
 */
async function keyOf(
  request: CallRequest,
  { rail, payer, chosenKey, proof, formerSecret = payer }: Credential,
  digest: Digest,
): Promise<CallKey | null> {
  const chosen = request.header('idempotency-key') ?? chosenKey
  if (!chosen) return null
  if (chosen.length > IDEMPOTENCY_KEY_CHARACTERS_MAX) {
    throw new Fault(
      'bad_input',
      `Idempotency-Key: must be at most ${IDEMPOTENCY_KEY_CHARACTERS_MAX} characters.`,
    )
  }
  const body = await digest()
  const hashOf = (...credential: readonly string[]): string =>
    hash('sha256', [request.method + request.path, chosen, ...credential, body].join('\n'))
  const second = hashOf(rail, payer)
  return { name: `v2:${second}`, former: [second, hashOf(formerSecret)], formerProof: proof }
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
