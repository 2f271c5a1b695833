import type { CallReply, CallRequest, Transport } from '../../base/core/call.ts'
import { badInput, Fault } from '../../base/core/fault.ts'
import type { Tool } from '../../base/core/tool.ts'
import { isObject } from '../../base/lib/json-object.ts'
import { scanJson } from '../../base/lib/json-scan.ts'
import { valuesIn } from '../payments/sent-once.ts'
import { timedId } from '../../base/lib/timed-id.ts'
import { bodyBounds, SMALL_BODY } from './input-bounds.ts'
import { inputInText, isInputText, type InputText } from './value-message.ts'

/** An input as a value, or as its JSON where it is too large to be parsed here. */
export type ValueInput = Readonly<Record<string, unknown>> | InputText

/** A call by a transport that carries input, payments and receipts as values. */
export interface ValueCall {
  readonly tool: Tool
  readonly input: ValueInput
  readonly transport: Transport
  /** Members that were lost when the message was read. */
  lostMembers?(): Promise<readonly string[]>
  /** By protocol, as in `CallRequest`. */
  readonly credentials: Readonly<Record<string, unknown>>
  /** By lower-case name: an idempotency key, a credits key, a resume token. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly client: string
  readonly signal: AbortSignal
  /** Called when the call was paid for. */
  onPaid?(): void
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
    query: tool.method === 'GET' ? queryOf(valuesOf(input)) : '',
    header: (name) => headers[name],
    credentials,
    ...(isInputText(input)
      ? { textAt: input.at }
      : { lostMembers: async () => (await call.lostMembers?.()) ?? [] }),
    text: async () => (body ??= bodyOf(tool, input)),
    client,
    signal,
  }
}

/**
 * The `Authorization` header if it brings a bearer token. Other schemes of it are not for protocols
 * that carry payments as values, unless they come beside one.
 */
export const withBearer = (header: string | undefined): string | undefined =>
  valuesIn(header).some((value) => /^bearer /i.test(value)) ? header : undefined

/** Reads JSON that is inside a text. Throws a fault if it is too large to parse in place. */
function parsedWithin(field: string, text: string): unknown {
  const { bytesMax, valuesMax, depthMax } = SMALL_BODY
  const bytes = Buffer.from(text)
  if (bytes.length > bytesMax || scanJson(SMALL_BODY).see(bytes) !== null)
    throw badInput(
      `${field}: must be at most ${bytesMax} bytes with ${valuesMax} values, ${depthMax} deep.`,
    )
  return JSON.parse(text)
}

/** Many models send an object as its text. */
export function inputIn(params: ValueInput | string): ValueInput {
  if (isInputText(params)) return inputInText('params', params)
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
export function bodyObjectOf({ body }: Pick<CallReply, 'body'>): Readonly<Record<string, unknown>> {
  if (body.kind !== 'json') return {}
  const value: unknown = JSON.parse(body.text)
  return isObject(value) ? value : {}
}

/** An unpaid call: what x402 asks for, as an object that its clients read. */
export function paymentRequiredOf(reply: CallReply): Readonly<Record<string, unknown>> {
  const { x402 } = challengesOf(reply)
  return { ...(isObject(x402) && x402), ...bodyObjectOf(reply) }
}

/** Lists and objects as their JSON, which a query is read back from. */
function queryOf(input: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(input).flatMap(([name, value]): [string, string][] => {
    if (value === undefined || value === null) return []
    return [[name, typeof value === 'string' ? value : JSON.stringify(value)]]
  })
  return new URLSearchParams(pairs).toString()
}

/** What goes into a query, which is short. */
function valuesOf(input: ValueInput): Readonly<Record<string, unknown>> {
  if (!isInputText(input)) return input
  try {
    const value = parsedWithin('The input', input.json)
    if (isObject(value)) return value
  } catch (thrown) {
    if (thrown instanceof Fault) throw thrown
  }
  throw badInput('The input is not a JSON object.')
}

function bodyOf(tool: Tool, input: ValueInput): string {
  const text = isInputText(input) ? input.json : JSON.stringify(input)
  const bounds = bodyBounds(tool)
  const bytes = Buffer.from(text)
  if (bytes.length > bounds.bytesMax)
    throw new Fault('body_too_large', `The input must be at most ${bounds.bytesMax} bytes.`)
  if (scanJson(bounds).see(bytes) !== null)
    throw new Fault('bad_input', `The input must hold at most ${bounds.valuesMax} values.`)
  return text
}
