import type { CallRequest, HeaderPair } from '../core/call.ts'
import { Fault } from '../core/fault.ts'
import type { Usd } from '../core/money.ts'
import type { Tool } from '../core/tool.ts'
import type {
  Authorization,
  Challenge,
  Credential,
  Offer,
  Quote,
  Rail,
  Settlement,
} from './rail.ts'

const UNTRACEABLE: Settlement = { state: 'unknown', reason: 'nobody can tell' }

export interface Told {
  readonly headers: readonly HeaderPair[]
  /** The JSON body. */
  readonly text: string
}

/**
 * All rails as one, with the same verbs. The pipeline knows the till; only the till knows rails.
 */
export interface Till {
  /** Whether nobody pays here at all. */
  readonly isFree: boolean
  claim(request: CallRequest): Credential | null
  /** What a 402 says: all rails side by side, the reason as `error`. */
  challenge(quote: Quote, reason?: string): Told
  inspect(credential: Credential, quote: Quote): void
  verify(credential: Credential, quote: Quote): Promise<Authorization>
  /** What is to be settled, once it is known what the call has cost. */
  reduce(authorization: Authorization, amount: Usd): Authorization
  settle(authorization: Authorization): Promise<Settlement>
  release(authorization: Authorization): Promise<void>
  /** Whether the money of this payment moves outside the house. */
  isOutside(authorization: Authorization): boolean
  trace(authorization: Authorization): Promise<Settlement>
  retry(authorization: Authorization): Promise<Settlement>
  account(credential: Credential): Promise<readonly HeaderPair[]>
  offers(tool: Tool): readonly Offer[]
  /** Rails that may pay for a tool. */
  railsFor(tool: Tool): readonly string[]
  describe(): Readonly<Record<string, unknown>>
}

export function createTill(rails: readonly Rail[]): Till {
  const byId = new Map(rails.map((rail) => [rail.id, rail]))
  const open = new WeakMap<Tool, readonly Rail[]>()
  const told = new WeakMap<Tool, { readonly parts: readonly Challenge[]; readonly text: string }>()

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

  /** Quotes are asked for far more often than they change: the same parts are the same text. */
  function textOf(tool: Tool, parts: readonly Challenge[], reason: string | undefined): string {
    const before = reason === undefined ? told.get(tool) : undefined
    const isSame = before?.parts.length === parts.length
    if (isSame && parts.every(({ body }, at) => body === before.parts[at]?.body)) return before.text
    const body: Record<string, unknown> = {}
    for (const part of parts) Object.assign(body, part.body)
    const text = JSON.stringify({ ...body, error: reason ?? 'Payment required' })
    if (reason === undefined) told.set(tool, { parts, text })
    return text
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
    challenge(quote, reason) {
      const parts = openFor(quote.tool).map((rail) => rail.challenge(quote, reason))
      return {
        headers: parts.flatMap((part) => part.headers),
        text: withOnce(textOf(quote.tool, parts, reason), parts),
      }
    },
    inspect: (credential, quote) => railOf(credential.rail).inspect(credential, quote),
    verify: (credential, quote) => railOf(credential.rail).verify(credential, quote),
    reduce: (authorization, amount) =>
      amount < authorization.amount
        ? (railOf(authorization.rail).reduce?.(authorization, amount) ?? authorization)
        : authorization,
    settle: (authorization) => railOf(authorization.rail).settle(authorization),
    release: (authorization) => railOf(authorization.rail).release(authorization),
    isOutside: (authorization) => railOf(authorization.rail).outside === true,
    trace: async (authorization) =>
      (await byId.get(authorization.rail)?.trace?.(authorization)) ?? UNTRACEABLE,
    retry: async (authorization) =>
      (await byId.get(authorization.rail)?.retry?.(authorization)) ?? UNTRACEABLE,
    account: async (credential) => (await railOf(credential.rail).account?.(credential)) ?? [],
    offers: (tool) => openFor(tool).flatMap((rail) => rail.offers?.(tool) ?? []),
    railsFor: (tool) => openFor(tool).map((rail) => rail.id),
    describe: () => Object.fromEntries(rails.map((rail) => [rail.id, rail.describe()])),
  }
}

/** Adds the members that no two 402s share to a text that many do. */
function withOnce(text: string, parts: readonly Challenge[]): string {
  const once = JSON.stringify(Object.assign({}, ...parts.map((part) => part.once)))
  return once === '{}' ? text : `${text.slice(0, -1)},${once.slice(1)}`
}
