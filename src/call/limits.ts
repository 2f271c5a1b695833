import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import { Fault } from '../core/fault.ts'

/** A bound on what one client may do in a minute. */
export interface Limit {
  /** Counts one more; throws `rate_limited` past the bound. */
  take(client: string): Promise<void>
  /** Throws when the bound is reached, counting nothing. */
  assert(client: string): Promise<void>
}

export function createLimit(what: string, perMinute: number): Limit {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 })
  const refuse = ({ msBeforeNext }: Pick<RateLimiterRes, 'msBeforeNext'>): Fault =>
    new Fault('rate_limited', `Too many ${what}: at most ${perMinute} a minute.`, {
      retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
    })
  return {
    async take(client) {
      await limiter.consume(client).catch((refusal: RateLimiterRes) => {
        throw refuse(refusal)
      })
    },
    async assert(client) {
      const state = await limiter.get(client)
      if (state && state.consumedPoints > perMinute) throw refuse(state)
    },
  }
}
