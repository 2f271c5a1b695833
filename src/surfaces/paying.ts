import type { Tool } from '../core/tool.ts'
import { DOCUMENTS, urlOf } from './documents.ts'
import { freeUrl, type Shop } from './surface.ts'

interface RailGuide {
  /** How a caller pays by it, in Markdown. */
  how(shop: Shop): string
  /** The OpenAPI parameters that it reads, by their names in the components. */
  readonly parameters?: readonly string[]
  /** The OpenAPI security scheme that carries it. */
  readonly security?: string
}

/** Only tools that belong to a wallet take it. */
const NAMESPACE = 'Namespace'

/** Money that moves outside may be lost from sight. */
const RESUME = 'ResumeToken'

/** What there is to know of a rail before paying by it. Others speak through `describe` alone. */
const GUIDES: Readonly<Record<string, RailGuide>> = {
  x402: {
    how: () =>
      'x402: the 402 carries its offers in the header `PAYMENT-REQUIRED` (base64 JSON, mirrored in the body). Sign one of `accepts` as an EIP-3009 `transferWithAuthorization`, and send the same request again with `PAYMENT-SIGNATURE`.',
    parameters: ['PaymentSignature', RESUME],
  },
  mpp: {
    how: () =>
      'MPP: the 402 carries one `Payment` challenge for each offer in `WWW-Authenticate`. Answer one of them, and send the same request again with `Authorization: Payment <credential>`, or with the same in `Payment-Authorization`. The receipt comes in `Payment-Receipt`.',
    parameters: ['PaymentAuthorization', RESUME],
    security: 'mpp',
  },
  credits: {
    how: (shop) =>
      `Credits: send \`Authorization: Bearer <CREDITS_KEY>\`. The list price is held before the call and debited only on a 200. Balance: ${freeUrl(shop, 'balance')}`,
    security: 'credits',
  },
  pow: {
    how: (shop) =>
      `Proof of work, on the tools that say so: get ${freeUrl(shop, 'challenge')}?slug=<slug>, find a nonce for which sha256(challenge + ":" + nonce) begins with \`difficulty\` zero bits, and send \`X-Pow-Solution: <token>:<nonce>\`.`,
    parameters: ['PowSolution'],
  },
  free: {
    how: () =>
      'Every tool is free on this instance. A tool that belongs to a wallet takes a name of your choice in the query instead: `?ns=alice`.',
    parameters: [NAMESPACE],
  },
}

/** How to pay here, one line for each rail that is open. */
export const waysToPay = (shop: Shop): readonly string[] =>
  Object.keys(shop.till.describe()).map((rail) => GUIDES[rail]?.how(shop) ?? rail)

export interface PaymentPlaces {
  readonly parameters: readonly string[]
  readonly security: readonly string[]
}

/** Where in a request the payments that a tool takes may stand. */
export function paymentPlaces(tool: Tool, { till }: Shop): PaymentPlaces {
  const guides = till.railsFor(tool).map((rail) => GUIDES[rail])
  return {
    parameters: [...new Set(guides.flatMap((guide) => guide?.parameters ?? []))].filter(
      (name) => name !== NAMESPACE || tool.spec.identity === 'wallet',
    ),
    security: guides.flatMap((guide) => guide?.security ?? []),
  }
}

export const takesWork = (tool: Tool, { till }: Shop): boolean =>
  till.railsFor(tool).includes('pow')

/** Proof of work, and the tools that take it; nothing where the instance takes none. */
export function altPaymentOf(shop: Shop): Readonly<Record<string, unknown>> {
  const { pow } = shop.till.describe()
  if (typeof pow !== 'object' || pow === null) return {}
  const eligible = shop.catalog.tools.filter((tool) => takesWork(tool, shop))
  return {
    altPayment: {
      protocol: 'proof-of-work',
      summary: 'Solve a small puzzle instead of paying, on the eligible tools.',
      ...pow,
      info: urlOf(shop, DOCUMENTS.llmsTxt),
      eligibleTools: eligible.map((tool) => tool.slug),
    },
  }
}
