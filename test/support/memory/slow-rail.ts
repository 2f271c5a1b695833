import { z } from 'zod'
import { setTimeout as pause } from 'node:timers/promises'
import type { Wallet } from '../../../src/base/core/payment.ts'
import type { Rail, Settlement } from '../../../src/selling/payments/rail.ts'

/**
 * How a payment ends. Two ends send no answer: with `lost` the money moves, with `dropped` it does
 * not.
 */
export type PaymentEnd = 'settled' | 'refused' | 'lost' | 'dropped'

/** A payment as its header says it. */
export interface Slip {
  readonly nonce: string
  readonly wallet: Wallet
  readonly ends: PaymentEnd
}

export interface SlowRail extends Rail {
  /** How long a settlement takes, drawn anew for each. */
  settleMs: () => number
  /** Called when a settlement begins. */
  onSettle: (slip: Slip) => Promise<void> | void
  /** Nonces whose money has moved. */
  readonly moved: ReadonlySet<string>
}

export const SLIP = 'x-slip'

/** Money that moves outside the service, slowly, and as each payment says. */
export function createSlowRail(): SlowRail {
  const moved = new Set<string>()

  const settledAs = (reference: string): Settlement => ({
    state: 'settled',
    receipt: {
      protocol: 'test',
      value: { reference: reference },
      header: ['payment-response', reference],
    },
    entries: [],
    network: 'slow:1',
    reference,
  })

  const rail: SlowRail = {
    id: 'slow',
    outside: true,
    moved,
    settleMs: () => 0,
    onSettle: () => {},
    accepts: () => true,
    challenge: () => ({ protocol: 'test', value: () => null, headers: [], body: {} }),
    claim(request) {
      const header = request.header(SLIP)
      if (header === undefined) return null
      const slip = JSON.parse(header) as Slip
      return {
        rail: 'slow',
        payer: header,
        proof: slip.nonce,
        proofUntil: Number.MAX_SAFE_INTEGER,
        data: slip,
      }
    },
    inspect: () => {},
    verify: async ({ data, proof }, { amount }) => {
      const { wallet } = data as Slip
      return { rail: 'slow', payer: { rail: 'slow', wallet }, amount, proof, data }
    },
    async settle({ data }) {
      const slip = data as Slip
      await rail.onSettle(slip)
      await pause(rail.settleMs())
      if (slip.ends === 'settled' || slip.ends === 'lost') moved.add(slip.nonce)
      if (slip.ends === 'settled') return settledAs(slip.nonce)
      if (slip.ends === 'refused') return { state: 'refused', reason: 'no money' }
      return { state: 'unknown', reason: 'nobody answered' }
    },
    release: async () => {},
    async trace({ data }) {
      const { nonce } = data as Slip
      return moved.has(nonce) ? settledAs(nonce) : { state: 'refused', reason: 'it is over' }
    },
    held: z.unknown(),
    describe: () => ({}),
  }
  return rail
}
