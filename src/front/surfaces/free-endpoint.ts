import type { JsonSchema } from '../../base/core/shape.ts'

/** The description of a free endpoint for the documents. Its definition adds the handler. */
export interface FreeEndpoint {
  /** Its name in OpenAPI, after `free-`. */
  readonly id: string
  /** May hold `:name` parts. */
  readonly path: `/${string}`
  /** Other paths that clients use. No document lists them. */
  readonly aliases?: readonly `/${string}`[]
  readonly methods: readonly ('GET' | 'POST')[]
  /** `operator`: only with `OPERATOR_TOKEN`, and in no public document. */
  readonly access: 'public' | 'operator'
  /** The rail that it serves. Without that rail, no public document lists it. */
  readonly rail?: string
  readonly summary: string
  /** The input: the query of a GET, the body of a POST. */
  readonly input?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  /** Limits of its body, if they are larger than the default. */
  readonly body?: {
    readonly bytesMax: number
    readonly valuesMax: number
    readonly membersMax?: number
  }
  /** The parameters of the path. */
  readonly inPath?: Readonly<Record<string, JsonSchema>>
  /** Needs a credits key. */
  readonly keyed?: true
  readonly answer: JsonSchema
  /** Accepts forms of our pages in addition to JSON. */
  readonly takesForms?: true
  /** Receives the unparsed body, because it checks a signature of its bytes. */
  readonly readsText?: true
  /** It is a page for people. */
  readonly isPage?: true
  /** Statuses other than 200. */
  readonly refusals: readonly number[]
}

export const text = (description: string): JsonSchema => ({ type: 'string', description })
export const number = (description: string): JsonSchema => ({ type: 'number', description })
export const count = (description: string): JsonSchema => ({ type: 'integer', description })
export const flag = (description: string): JsonSchema => ({ type: 'boolean', description })
export const object = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})
