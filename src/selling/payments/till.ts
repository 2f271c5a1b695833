import { z } from 'zod'
import type { CallRequest, HeaderPair } from '../../base/core/call.ts'
import type { ChargesLess } from '../../base/core/capability.ts'
import type { Statement } from '../../base/core/db.ts'
import { Fault } from '../../base/core/fault.ts'
import { usdOf, type Usd } from '../../base/core/money.ts'
import type { Problem, Wallet } from '../../base/core/payment.ts'
import type { Tool } from '../../base/core/tool.ts'
import type {
  Authorization,
  RailChallenge,
  Credential,
  EarlierTransfer,
  PaymentInfo,
  Quote,
  Rail,
  RailGuide,
  Settlement,
} from './rail.ts'

const NOTHING = usdOf(0)
const UNTRACEABLE: Settlement = { state: 'unknown', reason: 'it cannot be looked up' }

/** A 402 as all rails together make it. */
export interface PaymentRequest {
  readonly challenges: readonly RailChallenge[]
  readonly headers: readonly HeaderPair[]
  /** The JSON body. */
  readonly text: string
  /** The same object where the headers are the same, but for those of a challenge with `once`. */
  readonly alike?: object
}

/** A quote as it was written last. */
interface Written {
  readonly parts: readonly RailChallenge[]
  readonly text: string
}

/** Whose account it is, on which rail. */
export type Account = Pick<Credential, 'rail' | 'payer'>

/**
 * All rails as one, with the same verbs. The pipeline knows the till; only the till knows rails.
 */
export interface Till {
  /** Whether all calls are free. */
  readonly isFree: boolean
  claim(request: CallRequest): Credential | null
  /** Throws for a credential that can pay for nothing, before the request is read. */
  screen(credential: Credential): Promise<void>
  /** All rails side by side, with the problem where a payment was not taken. */
  challenge(quote: Quote, problem?: Problem): PaymentRequest
  inspect(credential: Credential, quote: Quote): unknown
  /** Whether the payer that a credential names has signed it. */
  isSigned(credential: Credential): Promise<boolean>
  verify(credential: Credential, quote: Quote, good: unknown): Promise<Authorization>
  /** Whether less than it says can be charged, and until when. */
  chargesLess(authorization: Authorization): ChargesLess | undefined
  /** What is to be settled, once it is known what the call has cost. */
  reduce(authorization: Authorization, amount: Usd): Authorization
  settle(authorization: Authorization): Promise<Settlement>
  release(authorization: Authorization): Promise<void>
  /** False when the reservation has ended, or the payment ends before that time. */
  extend(authorization: Authorization, until: number): Promise<boolean>
  /** Null where the rail cannot give back a part. */
  refund(authorization: Authorization, amount: Usd): readonly Statement[] | null
  /** Whether the money of this payment moves outside this service. */
  isOutside(authorization: Authorization): boolean
  /** A stored authorization, checked. Throws when it cannot be one. */
  restore(stored: unknown): Authorization
  trace(authorization: Authorization): Promise<Settlement>
  retry(authorization: Authorization): Promise<Settlement>
  /** Whether the transaction of a settlement is still in a block; null where nobody can tell. */
  stands(authorization: Authorization, reference: string): Promise<boolean | null>
  /** Null where no earlier transfer can stand for it. */
  settledBefore(authorization: Authorization): EarlierTransfer | null
  account(account: Account): Promise<readonly HeaderPair[]>
  offers(tool: Tool): readonly PaymentInfo[]
  /** Rails that may pay for a tool. */
  railsFor(tool: Tool): readonly string[]
  describe(): Readonly<Record<string, unknown>>
  /** Request headers that bring payments, in small letters. */
  readonly paymentHeaders: readonly string[]
  /** What the documents say of each rail. */
  readonly guides: Readonly<Record<string, RailGuide>>
}

const Stored = z.object({
  rail: z.string(),
  payer: z.object({
    rail: z.string(),
    wallet: z
      .string()
      .nullable()
      .transform((wallet) => wallet as Wallet | null),
  }),
  amount: z.int().min(0).transform(usdOf),
  proof: z.string().nullable(),
  data: z.unknown(),
  answerBy: z.number().exactOptional(),
  validUntil: z.number().exactOptional(),
})

export function createTill(rails: readonly Rail[]): Till {
  const byId = new Map(rails.map((rail) => [rail.id, rail]))
  const open = new WeakMap<Tool, readonly Rail[]>()
  const asking = new WeakMap<Tool, readonly Rail[]>()
  const quotes = new WeakMap<Tool, Written>()

  function railOf(id: string): Rail {
    const rail = byId.get(id)
    if (!rail) throw new Error(`no rail is called ${id}`)
    return rail
  }

  function openFor(tool: Tool): readonly Rail[] {
    const known = open.get(tool) ?? rails.filter((rail) => rail.accepts(tool))
    open.set(tool, known)
    return known
  }

  /** The rails that have their part in a 402. */
  function askingFor(tool: Tool): readonly Rail[] {
    const here = asking.get(tool)
    if (here) return here
    const open = openFor(tool)
    const found = rails.filter((rail) => rail.announces || open.includes(rail))
    asking.set(tool, found)
    return found
  }

  /** Quotes are asked for far more often than they change: the same parts are the same text. */
  function quoteText(tool: Tool, parts: readonly RailChallenge[]): Written {
    const before = quotes.get(tool)
    if (
      before?.parts.length === parts.length &&
      parts.every((part, at) => isLike(part, before.parts[at]))
    )
      return before
    const now = { parts, text: textOf(parts, 'Payment required') }
    quotes.set(tool, now)
    return now
  }

  return {
    isFree: rails.some(({ free }) => free),
    claim(request) {
      const claimed: Credential[] = []
      for (const rail of rails) {
        const credential = rail.claim(request)
        if (credential) claimed.push(credential)
      }
      const strong = claimed.filter((credential) => !credential.weak)
      if (strong.length > 1) {
        const sent = strong.map((credential) => credential.rail).join(' and ')
        throw new Fault('bad_input', `One call takes one payment, but ${sent} were sent.`)
      }
      return strong[0] ?? claimed[0] ?? null
    },
    challenge(quote, problem) {
      const challenges = askingFor(quote.tool).map((rail) => rail.challenge(quote, problem))
      const headers: HeaderPair[] = []
      for (const part of challenges) headers.push(...part.headers)
      if (problem || quote.amount !== quote.tool.price) {
        const text = textOf(challenges, problem?.detail ?? 'Payment required')
        return { challenges, headers, text: withOnce(text, challenges) }
      }
      const alike = quoteText(quote.tool, challenges)
      return { challenges, headers, text: withOnce(alike.text, challenges), alike }
    },
    screen: async (credential) => railOf(credential.rail).screen?.(credential),
    inspect: (credential, quote) => railOf(credential.rail).inspect(credential, quote),
    isSigned: async (credential) => (await railOf(credential.rail).isSigned?.(credential)) ?? true,
    verify: (credential, quote, good) => railOf(credential.rail).verify(credential, quote, good),
    chargesLess(authorization) {
      const { reduce, refund } = railOf(authorization.rail)
      if (refund) return 'always'
      if (authorization.amount === 0 || !reduce) return undefined
      return reduce(authorization, NOTHING).amount === NOTHING ? 'until-settled' : undefined
    },
    reduce: (authorization, amount) =>
      amount < authorization.amount
        ? (railOf(authorization.rail).reduce?.(authorization, amount) ?? authorization)
        : authorization,
    settle: (authorization) => railOf(authorization.rail).settle(authorization),
    release: (authorization) => railOf(authorization.rail).release(authorization),
    async extend(authorization, until) {
      const { validUntil = until, rail } = authorization
      if (validUntil < until) return false
      return (await railOf(rail).extend?.(authorization, until)) ?? true
    },
    refund: (authorization, amount) =>
      railOf(authorization.rail).refund?.(authorization, amount) ?? null,
    isOutside(authorization) {
      const { outside, isOutside } = railOf(authorization.rail)
      return outside === true || isOutside?.(authorization) === true
    },
    restore(stored) {
      const authorization = Stored.parse(stored)
      const rail = byId.get(authorization.rail)
      return rail ? { ...authorization, data: rail.held.parse(authorization.data) } : authorization
    },
    trace: async (authorization) =>
      (await byId.get(authorization.rail)?.trace?.(authorization)) ?? UNTRACEABLE,
    retry: async (authorization) =>
      (await byId.get(authorization.rail)?.retry?.(authorization)) ?? UNTRACEABLE,
    stands: async (authorization, reference) =>
      (await byId.get(authorization.rail)?.stands?.(authorization, reference)) ?? null,
    settledBefore: (authorization) =>
      railOf(authorization.rail).settledBefore?.(authorization) ?? null,
    account: async ({ rail, payer }) => (await railOf(rail).account?.(payer)) ?? [],
    offers: (tool) => openFor(tool).flatMap((rail) => rail.offers?.(tool) ?? []),
    paymentHeaders: [
      ...new Set(['authorization', ...rails.flatMap(({ paymentHeaders = [] }) => paymentHeaders)]),
    ],
    guides: Object.fromEntries(
      rails.flatMap(({ id, guide }) => (guide ? [[id, guide] as const] : [])),
    ),
    railsFor: (tool) => openFor(tool).map((rail) => rail.id),
    describe: () =>
      Object.fromEntries(
        rails.map((rail) => [rail.id, rail.describe()]).filter(([, said]) => said !== null),
      ),
  }
}

/** Whether two challenges differ in nothing but what no two 402s share. */
function isLike(a: RailChallenge, b: RailChallenge | undefined): boolean {
  if (a === b) return true
  if (!b || !a.once || !b.once || a.body !== b.body) return false
  return a.headers.length > 0 === b.headers.length > 0
}

function textOf(parts: readonly RailChallenge[], error: string): string {
  const body: Record<string, unknown> = {}
  for (const part of parts) Object.assign(body, part.body)
  return JSON.stringify({ ...body, error })
}

/** Adds the members that no two 402s share to a text that many do. */
function withOnce(text: string, parts: readonly RailChallenge[]): string {
  let once = ''
  for (const part of parts)
    for (const name in part.once)
      once += `,${JSON.stringify(name)}:${JSON.stringify(part.once[name])}`
  return once === '' ? text : `${text.slice(0, -1)}${once}}`
}
