import type { z } from 'zod'
import type { Opened, Texts, Uses } from './capability.ts'
import { isDeferredEffect, type DeferredEffect } from './deferred-effect.ts'
import { valueOfInput } from './json-input.ts'
import { usd, usdOf, type Dollars, type Usd } from './money.ts'
import type { EngineName } from './optional-engines.ts'
import { isSpecialOutput, type SpecialOutput } from './tool-output.ts'
import type { DerivedFields } from './provenance.ts'
import type { Wallet } from './payment.ts'

export type Route = `${'GET' | 'POST'} /${string}`
export type Identity = 'anyone' | 'wallet'
export type Price<Input, Output, U extends Uses = Uses> = Dollars | Quoted<Input, Output, U>

interface Quoted<Input, Output, U extends Uses> {
  /** The least that a call costs, for listings. */
  readonly from: Dollars
  /**
   * The most that a call costs. It is the price, unless the answer shows that the call cost less.
   * The same input has the same quote for every caller: the buyer signs it before the call is made.
   */
  quote(input: Input, used: Opened<U>): Usd | Promise<Usd>
  /** The actual cost of an answered call. Charged where the payment allows it. */
  actual?(input: Input, output: Output): Usd
  /** Its outputs carry their own cost, in place of `actual`. */
  readonly payloadsTellCost?: true
}

/** How long an answer may take, in milliseconds. */
export interface Limits {
  /** Until the whole answer, or the first event of a stream. */
  readonly firstEventMs: number
  /** Between two events of a stream. */
  readonly idleMs: number
  /** From the call to the last event of a stream. */
  readonly totalMs: number
}

/** The payee, by family of networks. */
export type PayTo = Readonly<Partial<Record<'evm' | 'svm' | 'avm' | 'stellar', string>>>

/**
 * What `run` is given: what the tool uses, the deadline, the clock, and the wallet if it is bound
 * to one.
 */
export type Context<U extends Uses, W extends Identity> = Opened<U> & {
  readonly signal: AbortSignal
  /** Milliseconds since the epoch. */
  now(): number
} & (W extends 'wallet' ? { readonly wallet: Wallet } : unknown)

/**
 * An example is documentation and a test: its `output`, where given, must match what `run` answers.
 */
export interface Example<Input, Output> {
  readonly input: Input
  readonly output?: Output | (Output & DerivedFields)
  /** The moment at which the example is run, for tools that read the clock. */
  readonly at?: string
}

/** Writes the body of an error; `body` holds its members beside the text. */
export type RefusalShape = (refusal: {
  readonly status: number
  readonly message: string
  readonly body: Readonly<Record<string, unknown>>
}) => Readonly<Record<string, unknown>>

/** Two questions that say what it does, and others that name occasions, goals or other words. */
export type Asks = readonly [string, string, ...string[]]

export type Place = 'thread' | 'turn' | 'here'

/** An answer, or a deferred effect whose answer is known after the payment. */
type ToolResult<R> = R | SpecialOutput | DeferredEffect<R>

interface Spec<I extends z.ZodObject, O extends z.ZodType, U extends Uses, W extends Identity, R> {
  readonly route: Route
  readonly name: string
  /** One sentence, in the present tense, that a caller searches by. */
  readonly description: string
  readonly price: Price<z.output<I>, z.output<O>, U>
  /** Other paths that the clients of a public wire make of its address. */
  readonly aliases?: readonly `/${string}`[]
  /** Request headers, in small letters, that stand for a field of the input where it is absent. */
  readonly inputHeaders?: Readonly<Record<string, string>>
  /** Errors as the clients of its public wire read them. Default: `{ "error": "text" }`. */
  readonly refusalShape?: RefusalShape
  /** What buyers would type, each in other words than the description's. */
  readonly asks?: Asks
  /** Used so often that connectors list it by name, in addition to the search. */
  readonly everyday?: true
  /** Capabilities by the name under which `run` receives them. Empty means pure. */
  readonly uses: U
  /** The optional packages that it cannot do without. Where they are not installed, it says so. */
  readonly engine?: EngineName
  /** `wallet`: bound to the paying wallet; such tools take wallet rails only. */
  readonly identity?: W
  /** `wallets`: no proof of work and no credits, though no wallet is handed to `run`. */
  readonly payableBy?: 'wallets'
  /** `slow`: 180 seconds instead of 30, and `Prefer: respond-async` is honoured. */
  readonly pace?: 'slow'
  /** Other limits than those of its pace. */
  readonly limits?: Partial<Limits>
  /** Its answer holds a secret that was made for the caller. Such an answer is never stored. */
  readonly secret?: true
  /**
   * The payee, if it is not the operator's address. The tool is then offered only on the families
   * of networks that are named, and not for card payments. A function reads settings.
   */
  readonly payTo?: PayTo | ((setting: (name: string) => string | undefined) => PayTo)
  /**
   * Where a pure tool runs whose work could block other calls. `thread`: in another thread, with
   * less memory. `turn`: in this thread, one call at a time among all such tools, because the
   * engine needs much memory for it. A function, if it depends on the input.
   */
  readonly place?: Place | ((input: z.output<I>) => Place)
  /** The field that is named when the work in a thread takes too much. Default: the largest one. */
  readonly heavyField?: string & keyof z.output<I>
  /** The largest request body, if it differs from the size that `input` allows. */
  readonly bodyBytesMax?: number
  readonly input: I
  readonly output: O
  readonly examples: readonly [
    Example<z.input<I>, z.output<O>>,
    ...Example<z.input<I>, z.output<O>>[],
  ]
  /** Set where one call runs other tools. */
  readonly pack?: PackText
  /**
   * Tools that it runs and cannot do without, by slug; of a list, it needs one. Where one is not
   * set up, or not sold, neither is this tool.
   */
  readonly needs?: readonly (string | readonly string[])[]
  run(input: z.output<I>, context: Context<U, W>): Promise<ToolResult<R>> | ToolResult<R>
}

/** What a skill pack has in addition to the fields of a tool. */
export interface PackText {
  /** Its name among the packs, without the `skill-` of its tool. */
  readonly slug: string
  readonly title: string
  readonly tagline: string
  /** The tools that it runs, by slug, each once. */
  readonly tools: readonly string[]
  /** In words, what one call does. */
  readonly oneCall: string
}

export type ToolSpec = Spec<z.ZodObject, z.ZodType, Uses, Identity, unknown>

export type JsonSchema = Readonly<Record<string, unknown>>

/** The schemas of a tool as JSON: all that documents and the bounds of bodies need of them. */
export interface Shapes {
  readonly input: JsonSchema
  readonly output: JsonSchema
  /** The input, with the sizes of the fields that take any JSON. */
  readonly sized: JsonSchema
}

/** A tool: its spec, and what its path and its spec imply. */
export interface Tool {
  readonly slug: string
  readonly family: string
  readonly method: 'GET' | 'POST'
  readonly path: `/${string}`
  readonly spec: ToolSpec
  /** List price; the least, where the price is quoted from the request. */
  readonly price: Usd
  /** Uses nothing, or runs only tools that use nothing: payable by proof of work. */
  readonly pure: boolean
  /** Uses something from outside: its answers say `source` and `asOf`. */
  readonly live: boolean
  /** Whether its answers hold text that anybody can write: they then say `untrustedContent`. */
  readonly untrusted: 'always' | 'sometimes' | 'never'
  readonly limits: Limits
  /** The URL of its file. Only a tool with a file can run in another thread. */
  readonly file?: string
  /** Why this instance cannot run it, in one sentence; absent if it can. */
  readonly unavailable?: string
  /** It could run, and is unavailable only because no rail that accepts it is open. */
  readonly unpayable?: true
  /** It could run, and the operator does not sell it for now. */
  readonly switchedOff?: true
  /** Its schemas as JSON, where they are known without its file. */
  readonly shapes?: () => Shapes
  /** The tool of each step of a pack; the tools that another one needs. */
  readonly parts?: readonly Tool[]
}

/** `R` keeps the literals of an answer, so that `{ verdict: 'pass' }` satisfies an enum. */
export function defineTool<
  I extends z.ZodObject,
  O extends z.ZodType,
  const U extends Uses,
  const R extends Frozen<z.input<NoInfer<O>>>,
  W extends Identity = 'anyone',
>(spec: Spec<I, O, U, W, R>): ToolSpec {
  const erased: unknown = spec
  return erased as ToolSpec
}

type Frozen<T> = T extends Uint8Array
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Frozen<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Frozen<T[Key]> }
      : T

const QUICK: Limits = { firstEventMs: 30_000, idleMs: 30_000, totalMs: 300_000 }
const SLOW: Limits = { firstEventMs: 180_000, idleMs: 60_000, totalMs: 900_000 }

export function nameTool(spec: ToolSpec, family: string, slug: string, file?: string): Tool {
  const [method, path] = spec.route.split(' ') as [Tool['method'], Tool['path']]
  const used = Object.values(spec.uses)
  if ('place' in spec && used.length > 0)
    throw new Error(`${slug} uses something, which no thread can lend; let it use threads instead`)
  return {
    slug,
    family,
    method,
    path,
    spec,
    price: usd(typeof spec.price === 'string' ? spec.price : spec.price.from),
    pure: used.length === 0,
    live: used.some((capability) => capability.live),
    untrusted: untrustedBy(used.map(({ texts }) => texts)),
    limits: { ...(spec.pace === 'slow' ? SLOW : QUICK), ...spec.limits },
    ...(file && { file }),
  }
}

/** What says nothing, such as a file of an operator that no compiler read, is taken for public. */
function untrustedBy(texts: readonly Texts[]): Tool['untrusted'] {
  if (texts.some((one) => one !== 'own' && one !== 'some')) return 'always'
  return texts.includes('some') ? 'sometimes' : 'never'
}

/** Proof of work proves no wallet: a pure tool accepts it, unless it is for wallets only. */
export const takesWork = ({ pure, spec }: Tool): boolean =>
  pure && spec.identity !== 'wallet' && spec.payableBy !== 'wallets'

const WORK_BITS_APART = 3
const CHEAPEST = usd('$0.001')

/**
 * Bits of work beyond those of the cheapest tool: one for each doubling of the price, and some for
 * work that would block other calls.
 */
export const extraWorkBits = ({ price, spec }: Tool): number =>
  Math.max(0, Math.floor(Math.log2(price / CHEAPEST))) + ('place' in spec ? WORK_BITS_APART : 0)

/** Whether its price is known without its input. */
export const isListed = ({ spec }: Tool): boolean => typeof spec.price === 'string'

/** The list price of a quoted tool is its least; the 402 tells the price of a call. */
export const pricingModeOf = (tool: Tool): 'fixed' | 'quote' => (isListed(tool) ? 'fixed' : 'quote')

/** Whether a call may cost less than was quoted for it. */
export const mayCostLess = ({ spec: { price } }: Tool): boolean =>
  typeof price !== 'string' && ('actual' in price || price.payloadsTellCost === true)

/**
 * The cost of an answered call: at most its quote, and the quote if the answer does not say. The
 * cost of a stream is known at its end: `Events.cost`.
 */
export function costOf(tool: Tool, input: unknown, output: unknown, quote: Usd): Usd {
  const { price } = tool.spec
  const within = (cost: Usd) => usdOf(Math.min(quote, Math.max(0, cost)))
  if (isDeferredEffect(output)) return quote
  if (isSpecialOutput(output))
    return output.payload === 'json' && output.cost !== undefined ? within(output.cost) : quote
  return typeof price === 'string' || !price.actual
    ? quote
    : within(price.actual(valueOfInput(input) as never, output))
}

export interface FamilySpec {
  readonly title: string
  /** One sentence. */
  readonly description: string
  /** The name that it had before; `?family=` and `TOOLS_OFF` take it for one version. */
  readonly formerly?: string
}

export const defineFamily = (family: FamilySpec): FamilySpec => family
