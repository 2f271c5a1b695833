import { z } from 'zod'
import type { CallRequest } from '../../core/call.ts'
import { badInput } from '../../core/fault.ts'
import { decoded, type Echo } from './challenge.ts'

/** What a client sent in answer to a challenge, readable and not yet believed. */
export interface MppCredential {
  readonly challenge: Echo
  /** What the method takes as payment. */
  readonly payload: Readonly<Record<string, unknown>>
  /** Who pays, as a DID. */
  readonly source: string | null
}

const Text = z.string().max(16 * 1024)

const Wire = z.object({
  challenge: z.object({
    id: Text,
    realm: Text,
    method: Text,
    intent: Text,
    request: Text,
    expires: Text.default(''),
    opaque: Text.default(''),
  }),
  payload: z.record(z.string(), z.unknown()),
  source: Text.nullish().transform((source) => source ?? null),
})

export function readCredential(text: string): MppCredential | null {
  const parsed = Wire.safeParse(decoded(text))
  return parsed.success ? parsed.data : null
}

const HEADERS = ['authorization', 'payment-authorization'] as const

/**
 * The text of the `Payment` credential of a request, wherever it stands; null where there is none.
 * `Authorization` may name other schemes beside it.
 */
export function credentialText(request: CallRequest): string | null {
  const found = new Set<string>()
  for (const name of HEADERS) {
    for (const part of request.header(name)?.split(',') ?? []) {
      const text = /^Payment(?:\s+(.*))?$/i.exec(part.trim())
      if (text) found.add(text[1] ?? '')
    }
  }
  if (found.size > 1)
    throw badInput('One call takes one payment, but two MPP credentials were sent.')
  return found.values().next().value ?? null
}
