import { z } from 'zod'
import type { DeferredEffect } from '../../base/core/deferred-effect.ts'
import type { Transport } from '../../base/core/call.ts'
import type { Authorization } from '../payments/rail.ts'
import type { Account, Till } from '../payments/till.ts'
import type { PaidCall } from './call.ts'
import type { ParsedInput } from './input.ts'

/** Paid calls as JSON in the database. They have a version, and are validated when read. */

/** The record of a call whose payment is being settled. */
export interface StoredPayment {
  readonly authorization: Authorization
  /** When its answer was kept, in milliseconds; rows without a version may lack it. */
  readonly since?: number | undefined
  readonly idempotencyKey: string | null
  /** The effect to apply, and the input fields that the tool ignored. */
  readonly effect: (DeferredEffect & { readonly ignored: readonly string[] }) | null
}

const VERSION = 2

export const storePaid = (payment: StoredPayment): string =>
  JSON.stringify({ version: VERSION, ...payment })

const What = z.unknown().optional()
const Ignored = z.array(z.string())
const Effect = z.object({ by: z.string(), lockKey: z.string(), what: What, ignored: Ignored })

const Payment = z.object({
  version: z.literal(VERSION),
  authorization: z.unknown(),
  since: z.number().optional(),
  idempotencyKey: z.string().nullable(),
  effect: Effect.nullable(),
})

/** Rows without a version may use the old field names `deed` and `lane`. */
const Deed = z
  .object({ by: z.string(), lane: z.string(), what: What, ignored: Ignored })
  .transform(({ lane, ...deed }) => ({ ...deed, lockKey: lane }))

const FormerPayment = z
  .object({
    version: z.undefined().optional(),
    authorization: z.unknown(),
    since: z.number().optional(),
    idempotencyKey: z.string().nullish(),
    effect: Effect.nullish(),
    deed: Deed.nullish(),
  })
  .transform(({ effect, deed, idempotencyKey = null, ...payment }) => ({
    ...payment,
    idempotencyKey,
    effect: effect ?? deed ?? null,
  }))

const AnyPayment = z.union([Payment, FormerPayment])

/** Throws when the text is no stored payment. */
export function readStored(text: string, till: Pick<Till, 'restore'>): StoredPayment {
  const { authorization, since, idempotencyKey, effect } = AnyPayment.parse(JSON.parse(text))
  return {
    authorization: till.restore(authorization),
    since,
    idempotencyKey,
    effect: effect && { ...effect, what: effect.what },
  }
}

/** A paid call that waits to run, with all that another process needs to resume it. */
export interface StoredCall {
  readonly slug: string
  readonly transport: Transport
  readonly account: Account
  readonly input: ParsedInput
  readonly authorization: Authorization
  readonly idempotencyKey: string | null
}

export function storeCall(call: PaidCall): string {
  const { tool, transport, account, input, authorization, idempotencyKey } = call
  const stored: StoredCall = {
    slug: tool.slug,
    transport,
    account,
    input,
    authorization,
    idempotencyKey,
  }
  return JSON.stringify({ version: VERSION, ...stored })
}

const Account = z.object({ rail: z.string(), payer: z.string() })

const Call = z.object({
  version: z.literal(VERSION),
  slug: z.string(),
  transport: z.enum(['http', 'mcp', 'a2a']),
  account: Account,
  input: z.object({ value: z.unknown(), ignored: Ignored }),
  authorization: z.unknown(),
  idempotencyKey: z.string().nullable(),
})

/** Throws when the text is no stored call. */
export function readStoredCall(text: string, till: Pick<Till, 'restore'>): StoredCall {
  const { authorization, ...call } = Call.parse(JSON.parse(text))
  return { ...call, authorization: till.restore(authorization) }
}

export const readAccount = (text: string): Account => Account.parse(JSON.parse(text))
