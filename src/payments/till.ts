import type { CallRequest, HeaderPair } from '../core/call.ts'
import { Fault } from '../core/fault.ts'
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

/** All rails as one, with the same verbs. The pipeline knows the till; only the till knows rails. */
export interface Till {
  claim(request: CallRequest): Credential | null
  challenge(quote: Quote, reason?: string): Challenge
  inspect(credential: Credential, quote: Quote): void
  verify(credential: Credential, quote: Quote): Promise<Authorization>
  settle(authorization: Authorization): Promise<Settlement>
  release(authorization: Authorization): Promise<void>
  account(credential: Credential): Promise<readonly HeaderPair[]>
  offers(tool: Tool): readonly Offer[]
  /** Rails that may pay for a tool. */
  railsFor(tool: Tool): readonly string[]
  describe(): Readonly<Record<string, unknown>>
}

export function createTill(rails: readonly Rail[]): Till {
  const byId = new Map(rails.map((rail) => [rail.id, rail]))
  const open = new WeakMap<Tool, readonly Rail[]>()

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

  return {
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
      const headers: HeaderPair[] = []
      const body: Record<string, unknown> = {}
      for (const rail of openFor(quote.tool)) {
        const part = rail.challenge(quote, reason)
        headers.push(...part.headers)
        Object.assign(body, part.body)
      }
      return { headers, body }
    },
    inspect: (credential, quote) => railOf(credential.rail).inspect(credential, quote),
    verify: (credential, quote) => railOf(credential.rail).verify(credential, quote),
    settle: (authorization) => railOf(authorization.rail).settle(authorization),
    release: (authorization) => railOf(authorization.rail).release(authorization),
    account: async (credential) => (await railOf(credential.rail).account?.(credential)) ?? [],
    offers: (tool) => openFor(tool).flatMap((rail) => rail.offers?.(tool) ?? []),
    railsFor: (tool) => openFor(tool).map((rail) => rail.id),
    describe: () => Object.fromEntries(rails.map((rail) => [rail.id, rail.describe()])),
  }
}
