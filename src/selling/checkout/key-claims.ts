import { createHmac } from 'node:crypto'
import { Fault } from '../../base/core/fault.ts'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import { dollarsOf, usdOf } from '../../base/core/money.ts'
import { mintKey, type CreditsKey } from '../payments/credits.ts'
import type { CardOrder } from '../../stores/card-orders.ts'
import type { CheckoutParts } from './parts.ts'

/** `invalid`: not a session for credits, or its payment was refunded. */
export type KeyClaim =
  | { readonly status: 'unpaid' | 'claimed' | 'not_found' | 'invalid' }
  | {
      readonly status: 'minted'
      readonly key: string
      readonly keyId: string
      readonly balanceUsd: number
    }

/** A response may be lost, so the key can be shown again for this long. */
export const CLAIM_AGAIN_MS = DAY_MS

const KEY_BYTES = 24

/** Derives the key of a session. It is always the same, and never stored. */
export function creditsKeyOf(session: string, secret: string): CreditsKey {
  const bytes = createHmac('sha256', secret).update(`credits of ${session}`).digest()
  return mintKey(bytes.subarray(0, KEY_BYTES))
}

const claimOf = (key: CreditsKey, { price }: CardOrder): KeyClaim => ({
  status: 'minted',
  key: key.key,
  keyId: key.keyId,
  balanceUsd: dollarsOf(usdOf(price)),
})

/** Shows the key of a paid session; the first claim issues it. */
export function createKeyClaims({ store, credits, db, secret, now }: CheckoutParts) {
  async function issued(order: CardOrder, key: CreditsKey): Promise<boolean> {
    const at = now()
    const { keyHash, keyId } = key
    const label = `card ${order.id}`
    return db.batch([
      store.claim(order.id, at),
      credits.issuing({ keyHash, keyId, label }, usdOf(order.price), at),
    ])
  }

  return async (order: CardOrder | null): Promise<KeyClaim> => {
    if (!order?.session) return { status: 'not_found' }
    if (order.kind !== 'credits' || order.reversed !== null) return { status: 'invalid' }
    if (order.state === 'open' || order.state === 'late') return { status: 'unpaid' }
    const key = creditsKeyOf(order.session, secret)
    if (order.state === 'paid') {
      if (await issued(order, key)) return claimOf(key, order)
      // Another request has claimed it at the same moment.
      const after = await store.find(order.id)
      if (after?.state !== 'claimed')
        throw new Fault('in_progress', 'Ask again in a moment.', { retryAfterSeconds: 2 })
      return claimOf(key, order)
    }
    if (order.state !== 'claimed') return { status: 'invalid' }
    return now() - order.updated < CLAIM_AGAIN_MS ? claimOf(key, order) : { status: 'claimed' }
  }
}
