import { lostMembers } from '../../selling/call/input.ts'
import { readMessage, type Message } from '../../selling/call/value-message.ts'
import { badInput } from '../../base/core/fault.ts'
import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import { META } from './payments.ts'

/**
 * What a client posted: one message or several, small enough for the library, which validates them
 * on the event loop and says of each value why it does not fit.
 */
export interface Envelope {
  readonly body: unknown
  /** It as JSON, without large inputs. */
  readonly text: string
  readonly messages: readonly unknown[]
  /** A large input of a tool in place of its mark; every other value as it is. */
  readonly inputOf: Message['inputOf']
  /** Members that another one of the same name replaced. */
  lostMembers(): Promise<readonly string[]>
}

const CALL = 'tools/call'
/** Where the inputs of tools stand: alone, and in a list of messages. */
const INPUTS = [
  ['params', 'arguments'],
  ['*', 'params', 'arguments'],
]
/** Messages that one request may bring together, as the oldest clients do. */
const BATCH_MAX = 20
/** Documents hold the whole catalog: many at once would block other calls. */
const READS_MAX = 3
const READ = 'resources/read'
/** Beside inputs and payments, which the library does not look into. */
const VALUES_MAX = 300
/** Every answer repeats it. */
const ID_LENGTH_MAX = 200

/** Null for what is no JSON. Throws a fault for what is larger than any client needs. */
export function readEnvelope(text: string): Envelope | null {
  const read = readMessage(text, INPUTS, { what: 'The message' })
  if (!read) return null
  const { value: body, inputOf } = read
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body]
  if (messages.length > BATCH_MAX)
    throw badInput(`A request must bring at most ${BATCH_MAX} messages.`)
  if (messages.filter((each) => methodOf(each) === READ).length > READS_MAX)
    throw badInput(`A request must bring at most ${READS_MAX} messages of ${READ}.`)
  if (messages.reduce<number>((sum, each) => sum + valuesIn(withoutValues(each)), 0) > VALUES_MAX)
    throw badInput(
      `A request must hold at most ${VALUES_MAX} values besides the arguments of tools and payments.`,
    )
  if (messages.some((each) => isObject(each) && String(each['id']).length > ID_LENGTH_MAX))
    throw badInput(`id: must be at most ${ID_LENGTH_MAX} characters.`)
  const { text: short } = read
  return { body, text: short, messages, inputOf, lostMembers: () => lostMembers(short) }
}

export function methodOf(body: unknown): string | null {
  const method = isObject(body) ? body['method'] : undefined
  return typeof method === 'string' ? method : null
}

/** The object under that name; empty where there is none. */
export function objectAt(value: unknown, name: string): JsonObject {
  const inner = isObject(value) ? value[name] : undefined
  return isObject(inner) ? inner : {}
}

/** A message without the values that no schema of the protocol describes. */
function withoutValues(message: unknown): unknown {
  if (!isObject(message)) return message
  const meta = withoutPayments(message['_meta'])
  const { params } = message
  if (!isObject(params)) return { ...message, _meta: meta }
  const { arguments: input, ...others } = params
  const inner = { ...others, _meta: withoutPayments(params['_meta']) }
  const isCall = methodOf(message) === CALL
  return { ...message, _meta: meta, params: isCall ? inner : { ...inner, arguments: input } }
}

const withoutPayments = (meta: unknown): unknown =>
  isObject(meta) ? { ...meta, [META.x402Payment]: null, [META.mppCredential]: null } : meta

const valuesIn = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, inner) => sum + valuesIn(inner), 1)
    : 1
