import { z } from 'zod'
import type { CallRequest } from '../../../base/core/call.ts'
import { onlyOne, valuesIn } from '../sent-once.ts'
import { decodeJson, encodeJson, type Echo } from './challenge.ts'

/** A credential that was parsed and is not verified yet. */
export interface MppCredential {
  readonly challenge: Echo
  /** What the method takes as payment. */
  readonly payload: Readonly<Record<string, unknown>>
  /** The payer, as a DID. */
  readonly source: string | null
}

const Text = z.string().max(16 * 1024)

const Wire = z.object({
  challenge: z.object({
    id: Text,
    realm: Text,
    method: Text,
    intent: Text,
    // Transports of values carry it as an object, and headers as its canonical text.
    request: z.union([Text, z.record(z.string(), z.unknown()).transform(encodeJson)]),
    expires: Text.default(''),
    opaque: Text.default(''),
  }),
  payload: z.record(z.string(), z.unknown()),
  source: Text.nullish().transform((source) => source ?? null),
})

/** A credential as it was sent, in whichever transport. */
export function readCredential(sent: unknown): MppCredential | null {
  const parsed = Wire.safeParse(sent)
  return parsed.success ? parsed.data : null
}

const HEADERS = ['authorization', 'payment-authorization'] as const

/** A credential, and its text where it came in a header. */
interface Sent {
  readonly value: unknown
  readonly text?: string
}

/**
 * The `Payment` credential of a request, from either header; null if there is none.
 * `Authorization` may contain other schemes too.
 */
export function sentIn(request: CallRequest): Sent | null {
  const value = request.credentials?.['mpp']
  if (value !== undefined) return { value }
  const sent = HEADERS.flatMap((name) => valuesIn(request.header(name))).flatMap((part) => {
    const text = /^Payment(?:\s+(.*))?$/i.exec(part)
    return text ? [text[1] ?? ''] : []
  })
  const text = onlyOne('Authorization: Payment', sent)
  return text === undefined ? null : { value: decodeJson(text), text }
}
