import type { Usd } from './money.ts'

/** Answers that are not plain JSON values. */
export type SpecialOutput = Binary | Events | JsonAnswer

type Headers = readonly (readonly [name: string, value: string])[]

export interface Binary {
  readonly payload: 'binary'
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** A JSON value with headers of its own. It is answered as it is. */
export interface JsonAnswer {
  readonly payload: 'json'
  readonly value: unknown
  readonly headers: Headers
  /** Its actual cost, if that may be less than the quote. */
  readonly cost?: Usd
}

/** Server-sent events, each chunk already in wire form. */
export interface Events {
  readonly payload: 'events'
  readonly chunks: AsyncIterable<string>
  /**
   * The actual cost of the stream, known when it has ended or was broken off. The buyer pays that,
   * at most the quote, if the rail can refund a part. If it rejects or never resolves, the buyer
   * pays the quote.
   */
  readonly cost?: Promise<Usd>
  readonly headers?: Headers
}

/** The validated answer of a tool, already as JSON: another thread wrote it. */
export interface Serialized {
  readonly payload: 'serialized'
  readonly text: string
}

const made = Symbol('payload')

export function binary(contentType: string, bytes: Uint8Array): Binary {
  return marked({ payload: 'binary', contentType, bytes })
}

export function events(
  chunks: AsyncIterable<string>,
  cost?: Promise<Usd>,
  headers?: Headers,
): Events {
  return marked({ payload: 'events', chunks, ...(cost && { cost }), ...(headers && { headers }) })
}

export const jsonAnswer = (value: unknown, headers: Headers, cost?: Usd): JsonAnswer =>
  marked({ payload: 'json', value, headers, ...(cost !== undefined && { cost }) })

export const serialized = (text: string): Serialized => marked({ payload: 'serialized', text })

/** True only for values made here, so that a tool's JSON is never taken for one. */
export const isSpecialOutput = (value: unknown): value is SpecialOutput | Serialized =>
  typeof value === 'object' && value !== null && made in value

const marked = <P extends SpecialOutput | Serialized>(payload: P): P =>
  Object.defineProperty(payload, made, { value: true })
