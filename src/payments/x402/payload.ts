import { hash } from 'node:crypto'
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { z } from 'zod'
import { canonicalId } from './networks.ts'

const Digits = z.string().regex(/^\d{1,78}$/)
const Address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)

/** An EIP-3009 `transferWithAuthorization`, signed by the payer. */
const Authorization = z.object({
  from: Address,
  to: Address,
  value: Digits,
  validAfter: Digits,
  validBefore: Digits,
  nonce: z.string().regex(/^0x[0-9a-fA-F]{64}$/),
})

export type Eip3009 = z.output<typeof Authorization>

const Payload = z.object({
  x402Version: z.literal(2),
  payload: z.record(z.string(), z.unknown()),
  accepted: z.object({
    scheme: z.string(),
    network: z.string(),
    amount: Digits,
    asset: z.string(),
    payTo: z.string(),
  }),
})

/** A `PAYMENT-SIGNATURE` that can be read; whether it pays is another question. */
export interface ReadPayload {
  readonly payload: PaymentPayload
  /** Present on EVM payments that authorize a transfer. */
  readonly eip3009: Eip3009 | null
  /** Names what this payment may be used for once, on any route. */
  readonly proof: string
}

const HEADER_LENGTH_MAX = 16 * 1024

export function readPayload(header: string): ReadPayload | null {
  if (header.length > HEADER_LENGTH_MAX) return null
  const decoded = decode(header)
  const parsed = Payload.safeParse(decoded)
  if (!parsed.success) return null
  const { accepted, payload } = parsed.data
  const eip3009 = eip3009Of({ payload })
  const used = eip3009
    ? `${accepted.asset}:${eip3009.from}:${eip3009.nonce}`.toLowerCase()
    : hash('sha256', JSON.stringify(payload))
  return {
    payload: decoded as PaymentPayload,
    eip3009,
    proof: `x402:${canonicalId(accepted.network)}:${used}`,
  }
}

/** The transfer that an EVM payload authorizes, if it is of that kind. */
export function eip3009Of({ payload }: Pick<PaymentPayload, 'payload'>): Eip3009 | null {
  const authorization = Authorization.safeParse(payload['authorization'])
  return authorization.success ? authorization.data : null
}

/** The offer that a payload claims to take. The offer, not the claim, is what gets verified. */
export function offerTaken(
  { payload }: ReadPayload,
  offers: readonly PaymentRequirements[],
): PaymentRequirements | undefined {
  const { accepted } = payload
  return offers.find(
    (offer) =>
      offer.scheme === accepted.scheme &&
      offer.network === canonicalId(accepted.network) &&
      offer.amount === accepted.amount &&
      same(offer.asset, accepted.asset) &&
      same(offer.payTo, accepted.payTo),
  )
}

export const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

function decode(header: string): unknown {
  try {
    return JSON.parse(Buffer.from(header, 'base64').toString('utf8'))
  } catch {
    return null
  }
}
