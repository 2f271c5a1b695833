import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { z } from 'zod'
import type { Eip3009 } from '../../../outside/chains/evm/eip3009.ts'
import { avmPaymentOf } from '../../../outside/chains/avm/group.ts'
import { canonicalId } from '../../../outside/chains/networks.ts'
import {
  Authorization,
  Digits,
  Permit2 as SignedPermit2,
} from '../../../engines/payment-wires/signed.ts'
import { readStellarPayment } from './stellar/transaction.ts'
import { readSvmTransaction } from '../../../outside/chains/svm/transaction.ts'

export type Permit2 = z.output<typeof SignedPermit2>

/** Of a plain key 65 bytes; a contract may take any. */
const Signature = z.string().regex(/^0x(?:[0-9a-fA-F]{2}){1,4096}$/)

const Payload = z.object({
  x402Version: z.literal(2),
  payload: z.record(z.string(), z.unknown()),
  extensions: z.record(z.string(), z.unknown()).optional(),
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
  readonly permit2: Permit2 | null
  /** The end of its validity in seconds, if the payload contains it. */
  readonly validBefore: string | null
  /** Names what this payment may be used for once, on any route. */
  readonly proof: string
  readonly network: string
  /** The payer that the payload names; null if it cannot be read. */
  readonly from: string | null
}

const HEADER_LENGTH_MAX = 16 * 1024

/** The value of a `PAYMENT-SIGNATURE` header; null if it is invalid. */
export function decodeHeader(header: string): unknown {
  if (header.length > HEADER_LENGTH_MAX) return null
  try {
    return JSON.parse(Buffer.from(header, 'base64').toString('utf8'))
  } catch {
    return null
  }
}

/** A payment payload as it was sent, in whichever transport. */
export function readPayload(decoded: unknown): ReadPayload | null {
  const parsed = Payload.safeParse(decoded)
  if (!parsed.success) return null
  const { accepted, payload } = parsed.data
  const network = canonicalId(accepted.network)
  const isEvm = network.startsWith('eip155:')
  const eip3009 = isEvm ? eip3009Of({ payload }) : null
  const permit2 = isEvm && !eip3009 ? permit2Of({ payload }) : null
  if (eip3009 && 'permit2Authorization' in payload) return null
  if (isEvm && !Signature.safeParse(payload['signature']).success) return null
  const used = isEvm ? signedOnce(accepted.asset, eip3009, permit2) : usedOnce(network, payload)
  if (used === null) return null
  return {
    payload: decoded as PaymentPayload,
    eip3009,
    permit2,
    validBefore: eip3009?.validBefore ?? permit2?.deadline ?? null,
    proof: proofOn(network, used),
    network,
    from: (eip3009 ?? permit2)?.from.toLowerCase() ?? payerOf(network, payload),
  }
}

/** The payer on networks other than EVM, where the payment shows it. */
function payerOf(network: string, payload: Readonly<Record<string, unknown>>): string | null {
  if (!network.startsWith('solana:')) return null
  return readSvmTransaction(transactionIn({ payload }))?.signer ?? null
}

const Transaction = z.object({ transaction: z.string() })

/** The transaction of a payload of Solana or Stellar; empty if there is none. */
export const transactionIn = ({ payload }: Pick<PaymentPayload, 'payload'>): string =>
  Transaction.safeParse(payload).data?.transaction ?? ''

/**
 * What a network accepts once of a payment, independent of its encoding: one payment can be encoded
 * in many ways. Null when it cannot be read.
 */
function usedOnce(network: string, payload: Readonly<Record<string, unknown>>): string | null {
  if (network.startsWith('algorand:')) return avmPaymentOf(payload)?.id ?? null
  const transaction = transactionIn({ payload })
  if (network.startsWith('solana:')) return readSvmTransaction(transaction)?.id ?? null
  return readStellarPayment(transaction)?.id ?? null
}

/** The name of a payment in the books. */
export const proofOn = (network: string, used: string): string => `x402:${network}:${used}`

export const eip3009Key = (asset: string, { from, nonce }: Pick<Eip3009, 'from' | 'nonce'>) =>
  `${asset}:${from}:${nonce}`.toLowerCase()

function signedOnce(
  asset: string,
  eip3009: Eip3009 | null,
  permit2: Permit2 | null,
): string | null {
  if (eip3009) return eip3009Key(asset, eip3009)
  return permit2 && permit2Key(permit2)
}

/** Permit2 has one set of nonces per payer, for all tokens and spenders. */
export const permit2Key = ({ from, nonce }: Pick<Permit2, 'from' | 'nonce'>): string =>
  `permit2:${from.toLowerCase()}:${BigInt(nonce)}`

/** The transfer through Permit2 that an EVM payload authorizes, if it is of that kind. */
export const permit2Of = ({ payload }: Pick<PaymentPayload, 'payload'>): Permit2 | null =>
  SignedPermit2.safeParse(payload['permit2Authorization']).data ?? null

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
