import { work } from './command-handler.ts'

interface Draw {
  readonly key: string
  /** The most tokens that the bucket holds. */
  readonly capacity: number
  readonly refillPerSecond: number
  readonly cost: number
}

interface RateLimitResult {
  readonly allowed: boolean
  readonly remaining: number
  readonly retryAfterSeconds: number
}

/** The state at one moment; the bucket has been filling since. */
interface Bucket {
  readonly tokens: number
  /** Milliseconds. */
  readonly at: number
}

const BUCKET_BYTES_MAX = 64

/** A token bucket. A full bucket is not stored, so idle limits take no room. */
export const draw = work<Draw, RateLimitResult>({
  allows: 'writers',
  reads: ({ key }) => ({ kind: 'bucket', keys: [key] }),
  *check(space, { key }) {
    const before = yield* space.live('bucket', key)
    return before ? [] : [{ key: null, bytes: BUCKET_BYTES_MAX }]
  },
  *apply(space, { key, capacity, refillPerSecond, cost }) {
    const { now } = space
    const before = yield* space.live('bucket', key)
    const bucket = before ? (JSON.parse(before.value) as Bucket) : { tokens: capacity, at: now }
    const elapsedSeconds = Math.max(0, now - bucket.at) / 1000
    const full = Math.min(capacity, bucket.tokens + elapsedSeconds * refillPerSecond)
    const allowed = full >= cost
    const tokens = allowed ? full - cost : full
    const expires = now + Math.ceil(((capacity - tokens) / refillPerSecond) * 1000)
    const value = JSON.stringify({ tokens, at: now } satisfies Bucket)
    const kept = { key, value, bytes: value.length, counter: null, updated: now, expires }
    yield* space.put('bucket', kept)
    const missing = allowed ? 0 : cost - full
    return {
      allowed,
      remaining: Math.floor(tokens * 1000) / 1000,
      retryAfterSeconds: Math.ceil((missing / refillPerSecond) * 1000) / 1000,
    }
  },
})
