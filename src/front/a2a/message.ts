import { z } from 'zod'
import { lostMembers } from '../../selling/call/input.ts'
import { inputIn, type ValueInput } from '../../selling/call/value-call.ts'
import { isInputText, readMessage, textIn } from '../../selling/call/value-message.ts'
import { badInput } from '../../base/core/fault.ts'
import { isObject } from '../../base/lib/json-object.ts'

/** Where the x402 extension of A2A carries payments, in the metadata of messages. */
export const X402 = {
  status: 'x402.payment.status',
  required: 'x402.payment.required',
  payload: 'x402.payment.payload',
  receipts: 'x402.payment.receipts',
  error: 'x402.payment.error',
} as const

export const CONTEXT_LENGTH_MAX = 128
/** Where the input of a tool stands in a message. */
export const INPUT_PATHS = [
  ['message', 'parts', '*', 'data', 'params'],
  ['message', 'parts', '*', 'text'],
]
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
  readonly params: ValueInput
  /** Members of its message that another one of the same name replaced. */
  readonly lost?: readonly string[] | undefined
}

/** How a message was read. */
interface MessageReading {
  /** A large value of the message in place of its mark. */
  readonly inputOf?: (value: unknown) => unknown
  /** Members that reading the message lost; reading a text in it may lose more. */
  readonly lost?: readonly string[]
}

/** The call that a message asks for: a data part, or the same as JSON text. Null without one. */
export async function requestedCallIn(
  { parts }: Message,
  { inputOf = (value) => value, lost = [] }: MessageReading = {},
): Promise<RequestedCall | null> {
  for (const [index, { data, text }] of parts.entries()) {
    const at = `/message/parts/${index}/${isObject(data) ? 'data' : 'text'}`
    const said = isObject(data) ? { value: data, inputOf, json: '' } : objectIn(inputOf(text), at)
    const slug = said?.value['slug']
    if (!said || typeof slug !== 'string') continue
    const params = said.inputOf(said.value['params'])
    const within = await Promise.all([
      lostMembers(said.json, at),
      ...(typeof params === 'string' ? [lostMembers(params, `${at}/params`)] : []),
    ])
    return { slug, params: paramsIn(params), lost: [...lost, ...within.flat()] }
  }
  return null
}

function paramsIn(params: unknown): RequestedCall['params'] {
  if (params === undefined || params === null) return {}
  if (isInputText(params) || isObject(params) || typeof params === 'string') return inputIn(params)
  throw badInput('params: must be an object.')
}

/** The object that a text part holds as JSON, with its large input apart. */
function objectIn(text: unknown, at: string) {
  const said = textOf(text)
  if (!said.trimStart().startsWith('{')) return null
  const read = readMessage(said, [['params']], { what: 'message.parts:', at })
  if (!read || !isObject(read.value)) return null
  return { value: read.value, inputOf: read.inputOf, json: read.text }
}

function textOf(text: unknown): string {
  if (isInputText(text)) return textIn('message.parts', text.json)
  return typeof text === 'string' ? text : ''
}

/** What a message says in words. */
export const wordsIn = (
  { parts }: Message,
  inputOf: (value: unknown) => unknown = (value) => value,
): string =>
  parts
    .flatMap(({ text }) => textOf(inputOf(text)).trim() || [])
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
