import type { CallReply, CallRequest, Transport } from '../core/call.ts'
import { badInput, Fault } from '../core/fault.ts'
import type { Tool } from '../core/tool.ts'
import { isObject } from '../lib/json-object.ts'
import { scanJson } from '../lib/json-scan.ts'
import { timedId } from '../lib/timed-id.ts'
import { bodyBounds } from './input-bounds.ts'

/** A call by a transport that carries input, payments and receipts as values. */
export interface ValueCall {
  readonly tool: Tool
  readonly input: Readonly<Record<string, unknown>>
  readonly transport: Transport
  /** Members that were lost when the message was read. */
  lostMembers?(): Promise<readonly string[]>
  /** By protocol, as in `CallRequest`. */
  readonly credentials: Readonly<Record<string, unknown>>
  /** By lower-case name: an idempotency key, a credits key, a resume token. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly client: string
  readonly signal: AbortSignal
}

/** The same call as the pipeline takes it. */
export function requestOf(call: ValueCall): CallRequest {
  const { tool, input, transport, credentials, headers, client, signal } = call
  let body: string | undefined
  return {
    id: timedId(),
    transport,
    method: tool.method,
    path: tool.path,
    query: tool.method === 'GET' ? queryOf(input) : '',
    header: (name) => headers[name],
    credentials,
    lostMembers: async () => (await call.lostMembers?.()) ?? [],
    text: async () => (body ??= bodyOf(tool, input)),
    client,
    signal,
  }
}

/** Bounds of JSON that is inside a text, where the bounds of the body do not count it. */
const WITHIN = { valuesMax: 200_000, depthMax: 100 }

/** Reads JSON that is inside a text. Throws a fault if it is too large to parse in place. */
export function parsedWithin(field: string, text: string): unknown {
  const { valuesMax, depthMax } = WITHIN
  if (scanJson(WITHIN).see(Buffer.from(text)) !== null)
    throw badInput(`${field}: must hold at most ${valuesMax} values, ${depthMax} deep.`)
  return JSON.parse(text)
}

/** Many models send an object as its text. */
export function inputIn(
  params: Readonly<Record<string, unknown>> | string,
): Readonly<Record<string, unknown>> {
  if (typeof params !== 'string') return params
  if (params.trim() === '') return {}
  try {
    const value = parsedWithin('params', params)
    if (isObject(value)) return value
  } catch (thrown) {
    if (thrown instanceof Fault) throw thrown
    throw badInput('params: is not valid JSON; send an object.')
  }
  throw badInput('params: must be an object.')
}

/** What each rail asks for, by protocol. */
export const challengesOf = ({
  challenges = [],
}: Pick<CallReply, 'challenges'>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(challenges.map((each) => [each.protocol, each.value()]))

/** The value of a header of a reply. */
export const headerOf = ({ headers }: Pick<CallReply, 'headers'>, name: string) =>
  headers.find(([each]) => each.toLowerCase() === name)?.[1]

/** The body of a reply, if it is a JSON object. */
export function objectIn({ body }: Pick<CallReply, 'body'>): Readonly<Record<string, unknown>> {
  if (body.kind !== 'json') return {}
  const value: unknown = JSON.parse(body.text)
  return isObject(value) ? value : {}
}

/** An unpaid call: what x402 asks for, as an object that its clients read. */
export function paymentRequiredOf(reply: CallReply): Readonly<Record<string, unknown>> {
  const { x402 } = challengesOf(reply)
  return { ...(isObject(x402) && x402), ...objectIn(reply) }
}

/** Lists and objects as their JSON, which a query is read back from. */
function queryOf(input: ValueCall['input']): string {
  const pairs = Object.entries(input).flatMap(([name, value]): [string, string][] => {
    if (value === undefined || value === null) return []
    return [[name, typeof value === 'string' ? value : JSON.stringify(value)]]
  })
  return new URLSearchParams(pairs).toString()
}

function bodyOf(tool: Tool, input: ValueCall['input']): string {
  const text = JSON.stringify(input)
  const bounds = bodyBounds(tool)
  const bytes = Buffer.from(text)
  if (bytes.length > bounds.bytesMax)
    throw new Fault('body_too_large', `The input must be at most ${bounds.bytesMax} bytes.`)
  if (scanJson(bounds).see(bytes) !== null)
    throw new Fault('bad_input', `The input must hold at most ${bounds.valuesMax} values.`)
  return text
}
