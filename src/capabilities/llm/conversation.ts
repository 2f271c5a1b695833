import type { Seal } from './wires/seals.ts'

/** A conversation with a model, as no wire writes it and every wire can be written from it. */

export interface TextPart {
  readonly kind: 'text'
  readonly text: string
  /** How the messages wire marks what may be kept in the provider's cache. */
  readonly cache?: unknown
}

export interface ImagePart {
  readonly kind: 'image'
  /** A public `http:` or `https:` address, or a `data:` URL. */
  readonly url: string
  readonly detail?: string | undefined
}

/** A document, such as a PDF. */
export interface FilePart {
  readonly kind: 'file'
  /** A public `http:` or `https:` address, or a `data:` URL. */
  readonly url: string
  readonly name?: string | undefined
  /** The text that our own PDF engine has read from it, for models that read no files. */
  readonly read?: { readonly text: string; readonly pages: number } | undefined
}

export interface CallPart {
  readonly kind: 'call'
  readonly id: string
  readonly name: string
  /** JSON text. */
  readonly arguments: string
}

export interface ResultPart {
  readonly kind: 'result'
  /** Of the call that it answers. */
  readonly id: string
  readonly parts: readonly (TextPart | ImagePart | FilePart)[]
  readonly isError?: boolean | undefined
}

/** What a model thought. Its seals are handed back byte for byte, or the provider refuses them. */
export interface ThinkingPart {
  readonly kind: 'thinking'
  readonly text: string
  readonly seal?: Seal | undefined
  /** Reasoning that the messages wire does not show. */
  readonly redacted?: string | undefined
  /** Of their item on the responses wire. */
  readonly itemId?: string | undefined
}

export type Part = TextPart | ImagePart | FilePart | CallPart | ResultPart | ThinkingPart

export interface Turn {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly parts: readonly Part[]
}

/** How a caller names a tool, where not every wire can name it so. */
export interface CallOrigin {
  readonly name: string
  readonly namespace?: string
  /** It takes free text, and no JSON. */
  readonly isText: boolean
}

export interface ToolDefinition {
  readonly name: string
  readonly origin?: CallOrigin | undefined
  readonly description?: string | undefined
  readonly schema: Readonly<Record<string, unknown>>
  readonly strict?: boolean | null | undefined
  readonly cache?: unknown
}

export type ToolChoice =
  | { readonly mode: 'auto' | 'none' | 'required' }
  | { readonly mode: 'tool'; readonly name: string }

export type Format =
  | { readonly kind: 'json' }
  | {
      readonly kind: 'schema'
      readonly name: string
      readonly schema: Readonly<Record<string, unknown>>
      readonly strict?: boolean | null | undefined
    }

export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const
export type Effort = (typeof EFFORTS)[number]

/** What all wires have words for. Each value is undefined where the caller gave none. */
export interface Sampling {
  readonly maxTokens?: number | undefined
  readonly temperature?: number | undefined
  readonly topP?: number | undefined
  readonly topK?: number | undefined
  readonly stop?: readonly string[] | undefined
  readonly seed?: number | undefined
}

export interface Conversation extends Sampling {
  /** As the caller named it. */
  readonly model?: string | undefined
  readonly system: readonly TextPart[]
  readonly turns: readonly Turn[]
  readonly tools: readonly ToolDefinition[]
  readonly choice?: ToolChoice | undefined
  readonly parallel?: boolean | undefined
  readonly format?: Format | undefined
  readonly effort?: Effort | undefined
  readonly user?: string | undefined
  /** Text that only its own wire has words for: sent along where both sides speak it. */
  readonly beside?: string | undefined
  /** What its input may cost where the caller has it kept, as a multiple. Default: 1. */
  readonly writeFactor?: number
  readonly stream: boolean
  /** The chat wire sends usage in a stream only where it is asked for. */
  readonly includeUsage: boolean
}

/** Why a model ended. */
export type Stop = 'stop' | 'length' | 'tool' | 'filter'

/** Tokens. `input` includes `cached`; `output` includes `thinking`. */
export interface Usage {
  readonly input: number
  readonly output: number
  readonly cached: number
  readonly thinking: number
  /** What writing to the provider's cache costs beyond `input`, as tokens of input. */
  readonly writing?: number
}

/** A source, and where the text of an answer names it. */
export interface Citation {
  readonly start: number
  readonly end: number
  readonly url: string
  readonly title: string
  /** What the source says there. */
  readonly quote: string
}

/** An answer in the order in which a model gives it. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'thinking'; readonly text: string }
  /** Ends the thoughts that it seals. */
  | { readonly kind: 'seal'; readonly seal: Seal }
  | { readonly kind: 'redacted'; readonly data: string }
  | ({ readonly kind: 'citation' } & Citation)
  | { readonly kind: 'call'; readonly index: number; readonly id: string; readonly name: string }
  | { readonly kind: 'arguments'; readonly index: number; readonly text: string }
  | { readonly kind: 'end'; readonly stop: Stop; readonly usage: Usage; readonly sequence?: string }

export const NO_USAGE: Usage = { input: 0, output: 0, cached: 0, thinking: 0 }

/** Whether a piece is worth money: what only announces an answer is not. */
export const isContent = (piece: Piece): boolean =>
  piece.kind === 'text' || piece.kind === 'thinking' || piece.kind === 'arguments'
    ? piece.text !== ''
    : piece.kind !== 'end'

/** Whether pieces contain an answer: reasoning alone does not. */
export const isAnswer = (piece: Piece): boolean =>
  piece.kind === 'text' ? piece.text.trim() !== '' : piece.kind === 'call'

/** Text of parts, one after the other. */
export const textOf = (parts: readonly Part[]): string =>
  parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n')

interface Gathered {
  readonly thoughts: { text: string; seal?: Seal }[]
  readonly redacted: string[]
  text: string
  readonly citations: Citation[]
  readonly calls: { id: string; name: string; arguments: string }[]
  stop: Stop
  usage: Usage
  sequence: string | null
}

/** Pieces put together, for answers that are not streamed. */
export function gather(pieces: Iterable<Piece>): Gathered {
  const all: Gathered = {
    thoughts: [],
    redacted: [],
    text: '',
    citations: [],
    calls: [],
    stop: 'stop',
    usage: NO_USAGE,
    sequence: null,
  }
  for (const piece of pieces) {
    if (piece.kind === 'text') all.text += piece.text
    else if (piece.kind === 'thinking') openThought(all).text += piece.text
    else if (piece.kind === 'seal') openThought(all).seal = piece.seal
    else if (piece.kind === 'citation') all.citations.push(piece)
    else if (piece.kind === 'redacted') all.redacted.push(piece.data)
    else if (piece.kind === 'call')
      all.calls[piece.index] = { id: piece.id, name: piece.name, arguments: '' }
    else if (piece.kind === 'arguments') {
      const call = all.calls[piece.index]
      if (call) call.arguments += piece.text
    } else {
      all.stop = piece.stop
      all.usage = piece.usage
      all.sequence = piece.sequence ?? null
    }
  }
  return { ...all, calls: all.calls.filter(Boolean) }
}

/** Reasoning without a signature so far. */
function openThought({ thoughts }: Gathered): Gathered['thoughts'][number] {
  const last = thoughts.at(-1)
  if (last && !last.seal) return last
  const next = { text: '' }
  thoughts.push(next)
  return next
}

/** The same without members that are undefined, so that they are not sent as null. */
export const defined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T
