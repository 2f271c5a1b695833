import { assertConfigured } from '../call/run.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { usd } from '../core/money.ts'
import { isListed, type Tool } from '../core/tool.ts'

/** What is sold by card. */

export const CREDIT_PACKS = { 20: usd('$20'), 50: usd('$50'), 100: usd('$100') } as const

export type CreditPack = keyof typeof CREDIT_PACKS

/** A buyer without a wallet may pay for it, and may read the answer later by a link. */
export const isSoldByCard = ({ spec }: Tool): boolean =>
  spec.identity !== 'wallet' && spec.payTo === undefined && spec.secret !== true

/** Throws if the tool lacks a setting; a card pays also where no wallet can. */
export function assertRunnable(tool: Tool): void {
  if (!tool.unpayable) assertConfigured(tool)
}

/** What the shelf shows: finished work at a fixed price. */
export const shelfOf = ({ tools }: Pick<Catalog, 'tools'>): readonly Tool[] =>
  tools.filter((tool) => isSoldByCard(tool) && isListed(tool) && tool.spec.payableBy === 'wallets')
