import { z } from 'zod'
import { inputIn, parsedWithin } from '../call/value-call.ts'
import { badInput, Fault } from '../core/fault.ts'
import { isObject } from '../lib/json-object.ts'

/** Where the x402 extension of A2A carries payments, in the metadata of messages. */
export const X402 = {
  status: 'x402.payment.status',
  required: 'x402.payment.required',
  payload: 'x402.payment.payload',
  receipts: 'x402.payment.receipts',
  error: 'x402.payment.error',
} as const

export const CONTEXT_LENGTH_MAX = 128
const PARTS_MAX = 50
const WORDS_LENGTH_MAX = 400

const Part = z.looseObject({ text: z.string().optional(), data: z.unknown().optional() })

/** Clients write an empty text for what they leave out. */
const optionalId = z
  .string()
  .max(CONTEXT_LENGTH_MAX)
  .optional()
  .transform((id) => id || undefined)

export const SendRequest = z.looseObject({
  message: z.looseObject({
    messageId: z
      .string({ error: 'is required' })
      .min(1, { error: 'is required' })
      .max(CONTEXT_LENGTH_MAX),
    // What an agent has said is no request to one.
    role: z.literal('ROLE_USER', { error: 'must be `ROLE_USER`' }),
    taskId: optionalId,
    contextId: optionalId,
    parts: z.array(Part).min(1).max(PARTS_MAX),
    metadata: z.record(z.string(), z.unknown()).nullish(),
  }),
  configuration: z.looseObject({ returnImmediately: z.boolean().optional() }).nullish(),
})

export type SendRequest = z.output<typeof SendRequest>
type Message = SendRequest['message']

/** What is to be called. */
export interface RequestedCall {
  readonly slug: string
  readonly params: Readonly<Record<string, unknown>>
  /** Members of its message that another one of the same name replaced. */
  readonly lost?: readonly string[] | undefined
}

/** The call that a message asks for: a data part, or the same as JSON text. Null without one. */
export function orderIn({ parts }: Message): RequestedCall | null {
  for (const { data, text } of parts) {
    const said = isObject(data) ? data : objectOf(text)
    const slug = said?.['slug']
    if (typeof slug === 'string') return { slug, params: paramsIn(said?.['params']) }
  }
  return null
}

function paramsIn(params: unknown): RequestedCall['params'] {
  if (params === undefined || params === null) return {}
  if (isObject(params) || typeof params === 'string') return inputIn(params)
  throw badInput('params: must be an object.')
}

function objectOf(text: string | undefined): Readonly<Record<string, unknown>> | null {
  if (!text?.trimStart().startsWith('{')) return null
  try {
    const value = parsedWithin('message.parts', text)
    return isObject(value) ? value : null
  } catch (thrown) {
    if (thrown instanceof Fault) throw thrown
    return null
  }
}

/** What a message says in words. */
export const wordsIn = ({ parts }: Message): string =>
  parts
    .flatMap(({ text = '' }) => text.trim() || [])
    .join(' ')
    .slice(0, WORDS_LENGTH_MAX)

/** What a message says of a payment. */
export interface PaymentSaid {
  readonly isRejected: boolean
  /** For the pipeline, by protocol. */
  readonly credentials: Readonly<Record<string, unknown>>
}

export function paymentIn({ metadata }: Message): PaymentSaid {
  const payload = metadata?.[X402.payload]
  return {
    isRejected: metadata?.[X402.status] === 'payment-rejected',
    credentials: payload === undefined || payload === null ? {} : { x402: payload },
  }
}
