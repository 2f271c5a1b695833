import { Fault } from '../../base/core/fault.ts'
import { MINUTE_MS } from '../../base/core/milliseconds.ts'
import { createWindow } from './limits.ts'
import { SMALL_BODY } from './input-bounds.ts'

/**
 * What one client may ask of this process without paying, by all protocols together. It is counted
 * in quotes, because a quote is the least that is asked for; what takes more time counts as more.
 */
export interface UnpaidBudget {
  /** Counts a quote; throws `rate_limited` past the budget. */
  quote(client: string): void
  /** Counts a payment that was refused, or an input that cannot be read. */
  refusal(client: string): void
  /** For one request to a free endpoint or to a protocol. */
  open(request: { readonly client: string; header(name: string): string | undefined }): Meter
}

/** What one request costs. */
export interface Meter {
  /**
   * Throws past the budget. `mayPay`: the body may bring a payment, so that a short one is read all
   * the same.
   */
  admit(mayPay?: 'mayPay'): void
  /** It was paid for, and costs nothing. */
  waive(): void
  /** Counts the request and what was read of its body. */
  end(kind: CostKind, bytes: number): void
}

/**
 * In quotes. A message of a protocol is validated twice, and a refusal is written. The path of a
 * call counts for itself, as a quote or a refusal.
 */
const COSTS = { call: 0, request: 1, message: 20, refusal: 20 }
export type CostKind = Exclude<keyof typeof COSTS, 'refusal'>
/** Bytes of a body that take as long as a quote. */
const BYTES_PER_QUOTE = 40

export function createUnpaidBudget(perMinute: number): UnpaidBudget {
  const window = createWindow(MINUTE_MS)

  function assert(client: string): void {
    const { count, forgottenInMs } = window.look(client) ?? { count: 0, forgottenInMs: 0 }
    if (count >= perMinute)
      throw new Fault('rate_limited', 'Too many unpaid requests: pay, or send fewer.', {
        retryAfterSeconds: Math.max(1, Math.ceil(forgottenInMs / 1_000)),
      })
  }

  return {
    quote(client) {
      assert(client)
      window.add(client, 1)
    },
    refusal: (client) => void window.add(client, COSTS.refusal),
    open({ client, header }) {
      let isPaid = false
      return {
        admit(mayPay) {
          const length = Number(header('content-length') ?? Number.POSITIVE_INFINITY)
          if (mayPay && length <= SMALL_BODY.bytesMax) return
          assert(client)
        },
        waive() {
          isPaid = true
        },
        end(kind, bytes) {
          if (!isPaid && kind !== 'call')
            window.add(client, COSTS[kind] + Math.floor(bytes / BYTES_PER_QUOTE))
        },
      }
    },
  }
}
