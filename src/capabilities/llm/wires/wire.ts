import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { badInput, Fault } from '../../../base/core/fault.ts'
import { wordingOf } from '../../../base/core/validation-messages.ts'
import { assertPublicUrl } from '../../../outside/net/public-url.ts'
import type { Conversation, Piece, ToolDefinition, Usage } from '../conversation.ts'
import type { Plain, Policy, WireName } from './policy.ts'

/** Metadata of an answer, in addition to the text of the model. */
export interface AnswerHead {
  /** True id of the model that answers. */
  readonly model: string
  /** Seconds since the epoch. */
  readonly created: number
  /** What is said of the payment within the usage. */
  bill(usage: Usage): Bill
  readonly includeUsage: boolean
  /** The request as the caller sent it, for wires that repeat parts of it. */
  readonly request: Readonly<Record<string, unknown>>
  /** The tools of the request, which some wires name in answers as the caller does. */
  readonly tools: readonly ToolDefinition[]
}

/** Members of the usage on every wire. */
export interface Bill {
  /** Dollars that the buyer pays. */
  readonly cost: number
  /** Signed: what was bought, and for how much. */
  readonly receipt?: string
}

/** How one model wants to be asked. */
export interface Quirks {
  /** Takes no `temperature`, `top_p` and `top_k`. */
  readonly noSampling?: boolean | undefined
  /** Name of the limit of the chat wire. Default: `max_tokens`. */
  readonly maxField?: 'max_tokens' | 'max_completion_tokens' | undefined
  /** The messages wire takes a budget of thinking instead of an effort. */
  readonly thinkingBudget?: boolean | undefined
  /** The chat wire takes thoughts back under this name. */
  readonly reasoningField?: string | undefined
}

/** A request as its wire reads it. */
export interface Decoded {
  readonly conversation: Conversation
  /** The request without those members of its messages that the wire does not define. */
  readonly known: Readonly<Record<string, unknown>>
  /** The request as other wires can say it. Default: `known`. */
  readonly plain?: Plain
}

/** Reads a stream of a provider: the data of each event, in order. */
export interface AnswerReader {
  /** Throws what the provider reports as an error. */
  read(data: Readonly<Record<string, unknown>>): readonly Piece[]
  /** As far as the provider has reported it. */
  usage(): Usage
  /** What ends the answer; null if the stream broke off before it. */
  end(): Extract<Piece, { kind: 'end' }> | null
}

/**
 * One public form of a conversation with a model. A wire knows no provider; requests and answers
 * can be read and written on both sides.
 */
export interface Wire {
  readonly name: WireName
  /** Below the base of a provider, such as `/chat/completions`. */
  readonly path: string
  /** The field of a request that holds the conversation. */
  readonly turnsField: string
  readonly policy: Policy
  decode(body: Readonly<Record<string, unknown>>): Decoded
  encode(conversation: Conversation, model: string, quirks: Quirks): Record<string, unknown>
  /** The limit of output in a request, by the name that this wire gives it. */
  limited(body: Record<string, unknown>, maxTokens: number, quirks: Quirks): Record<string, unknown>
  readAnswer(body: Readonly<Record<string, unknown>>): readonly Piece[]
  createReader(): AnswerReader
  answer(pieces: readonly Piece[], head: AnswerHead): Record<string, unknown>
  /** Each piece as server-sent events. */
  createWriter(head: AnswerHead): (piece: Piece) => string
  /**
   * An error that ends a stream, as a frame that the SDKs of this wire throw for. `last` holds the
   * frames before it: some wires number them.
   */
  faultFrame(message: string, last: string): string
  /** What is sent beside the caller's own fields where both sides speak this wire. */
  extras(conversation: Conversation): Record<string, unknown>
  /** Fields of a request that a provider of this wire takes as headers, and the others. */
  headed?(kept: Record<string, unknown>, isOwn: boolean): Headed
  /** After the last event of a stream that passes through. */
  readonly lastFrame: string
  /** Whether an event holds usage and nothing else. */
  isUsageOnly(data: Record<string, unknown>): boolean
  /** Keeps a silent stream open. */
  readonly keepAlive: string
  /** Where an answer or the data of an event holds its usage; null if it holds none. */
  usageIn(data: Record<string, unknown>): Record<string, unknown> | null
  /** That usage with the bill, where it stands elsewhere too than among its members. */
  billed?(
    usage: Record<string, unknown>,
    bill: Bill,
    data: Record<string, unknown>,
  ): Record<string, unknown>
}

export interface Headed {
  readonly rest: Record<string, unknown>
  readonly headers: Readonly<Record<string, string>> | undefined
}

/** What a provider reports inside an answer, as `Wire.readAnswer` and readers throw it. */
export const reported = (message: unknown): Fault =>
  new Fault('upstream_failed', `The provider reports: ${text(message).slice(0, 300) || 'an error'}`)

export const idOf = (prefix: string): string => `${prefix}${randomBytes(12).toString('hex')}`

export const dataFrame = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`

export const eventFrame = (value: { readonly type: string }): string =>
  `event: ${value.type}\n${dataFrame(value)}`

/** Each that does not fit costs its reader an error for every kind that it could be. */
const PARTS_MAX = 2_000
const PARTS_IN = ['content', 'tool_calls', 'summary', 'output', 'tools'] as const

/** The items of a list and of the lists in them, or any number above the most. */
function partsOf(items: unknown): number {
  if (!Array.isArray(items)) return 0
  let parts = items.length
  for (const item of items as unknown[]) {
    if (parts > PARTS_MAX) break
    for (const name of PARTS_IN) parts += partsOf(record(item)[name])
  }
  return parts
}

function assertFewParts(body: unknown): void {
  for (const name of ['messages', 'input', 'system', 'tools'])
    if (partsOf(record(body)[name]) > PARTS_MAX)
      throw badInput(`${name}: must hold at most ${PARTS_MAX} items, with all parts within them.`)
}

const IMAGE_DATA = /^data:image\/[a-z0-9.+-]+;base64,/i

/** Where an image is. Providers fetch it, so an address must be one of the public internet. */
export const ImageUrl = z
  .string({ error: 'must be an address or a data URL; file ids are not served' })
  .refine((url) => IMAGE_DATA.test(url) || isPublicUrl(url), {
    error: 'must be a data URL of an image in base64, or a public http or https address',
  })

export function isPublicUrl(url: string): boolean {
  try {
    assertPublicUrl(url)
    return true
  } catch {
    return false
  }
}

/** Without a time: an hour costs twice what the table of models says. */
export const CacheControl = z.object({ type: z.string(), scope: z.string().nullish() }).nullish()

/** A body as its schema reads it; a fault that names the place where it does not fit. */
export function readBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  assertFewParts(body)
  const { data, error } = schema.safeParse(body, { error: wordingOf })
  if (!error) return data
  throw badInput(problemOf(error.issues[0]))
}

type Issue = z.core.$ZodIssue

/** Of a choice of kinds, the one that is nearest: it fails deepest inside. */
function problemOf(issue: Issue | undefined, above: readonly PropertyKey[] = []): string {
  if (!issue) return 'The body does not fit this wire.'
  const path = [...above, ...issue.path]
  if (issue.code === 'invalid_union') {
    const inner = issue.errors.flatMap(([first]) => first ?? [])
    const deepest = inner.toSorted((a, b) => depthOf(b) - depthOf(a))[0]
    if (deepest) return problemOf(deepest, path)
  }
  return `${path.map(String).join('.').slice(0, 200) || 'body'}: ${issue.message}.`
}

/** Of kinds that fail at the same depth, those of another type are meant least. */
const depthOf = ({ path }: Issue): number => path.length * 2 - (path.at(-1) === 'type' ? 1 : 0)

/** The unread members of a value; undefined if there are none. */
export const restOf = (value: object | null | undefined, read: readonly string[]): unknown => {
  const rest = Object.entries(value ?? {}).filter(([name]) => !read.includes(name))
  return rest.length > 0 ? rest : undefined
}

/** Undefined where nothing is said. */
export const textBeside = (said: readonly unknown[]): string | undefined =>
  said
    .filter((each) => each != null)
    .map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
    .join('\n') || undefined

export const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

export const list = (value: unknown): readonly Record<string, unknown>[] =>
  Array.isArray(value) ? value.map(record) : []

export const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** More tokens than any answer has: what a provider says beyond them would fit no ledger. */
const COUNT_MAX = 1_000_000_000

export const count = (value: unknown): number =>
  typeof value === 'number' && value > 0 ? Math.floor(Math.min(value, COUNT_MAX)) : 0
