import type { JsonObject } from '../../base/lib/json-object.ts'
import type { Tool } from '../../base/core/tool.ts'
import { DOCUMENTS, urlOf } from './documents.ts'
import { freeUrl, type Shop } from './surface.ts'

/** How to pay, one line for each open rail. */
export const waysToPay = (shop: Shop): readonly string[] =>
  Object.keys(shop.till.describe()).map(
    (rail) => shop.till.guides[rail]?.how((id) => freeUrl(shop, id)) ?? rail,
  )

export interface PaymentPlaces {
  readonly parameters: readonly string[]
  readonly security: readonly string[]
}

/** The parameters that carry the payments of a tool. */
export function paymentPlaces(tool: Tool, { till }: Shop): PaymentPlaces {
  const open = till.railsFor(tool).map((rail) => [rail, till.guides[rail]] as const)
  const names = open.flatMap(([, guide]) => [
    ...Object.keys(guide?.parameters ?? {}),
    ...(tool.spec.identity === 'wallet' ? Object.keys(guide?.walletParameters ?? {}) : []),
  ])
  return {
    parameters: [...new Set(names)],
    security: open.flatMap(([rail, guide]) => (guide?.security ? [rail] : [])),
  }
}

/** The parameters and security schemes of the open rails. */
export function paymentComponents({
  till,
}: Shop): Readonly<Record<'parameters' | 'securitySchemes', JsonObject>> {
  const guides = Object.entries(till.guides)
  const parameters = guides.flatMap(([, { parameters: all, walletParameters }]) =>
    Object.entries({ ...all, ...walletParameters }),
  )
  const schemes = guides.flatMap(([rail, { security }]) => (security ? [[rail, security]] : []))
  return {
    parameters: Object.fromEntries(parameters),
    securitySchemes: Object.fromEntries(schemes) as JsonObject,
  }
}

export const takesWork = (tool: Tool, { till }: Shop): boolean =>
  till.railsFor(tool).some((rail) => till.guides[rail]?.work)

/**
 * The description of proof of work and of the tools that accept it; empty if it is switched off.
 */
export function altPaymentOf(shop: Shop): JsonObject {
  const described = shop.till.describe()
  const [rail, guide] =
    Object.entries(shop.till.guides).find(([id, { work }]) => work && id in described) ?? []
  if (!rail || !guide?.work) return {}
  const eligible = shop.catalog.tools.filter((tool) => takesWork(tool, shop))
  return {
    altPayment: {
      ...guide.work,
      ...(described[rail] as JsonObject),
      info: urlOf(shop, DOCUMENTS.llmsTxt),
      eligibleTools: eligible.map((tool) => tool.slug),
    },
  }
}
