import { assertConfigured } from '../call/run.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { usd } from '../../base/core/money.ts'
import { isListed, type Tool } from '../../base/core/tool.ts'

/** The goods that are sold by card. */

export const CREDIT_PACKS = { 20: usd('$20'), 50: usd('$50'), 100: usd('$100') } as const

export type CreditPack = keyof typeof CREDIT_PACKS

/**
 * Whether a tool is sold by card: it needs no wallet, and its answer may be read later by a link.
 */
export const isSoldByCard = ({ spec }: Tool): boolean =>
  spec.identity !== 'wallet' && spec.payTo === undefined && spec.secret !== true

/** Throws if the tool lacks a setting. A missing wallet rail is no problem for cards. */
export function assertRunnable(tool: Tool): void {
  if (!tool.unpayable) assertConfigured(tool)
}

/** The tools on the page of reports: finished work at a fixed price. */
export const shelfOf = ({ tools }: Pick<Catalog, 'tools'>): readonly Tool[] =>
  tools.filter((tool) => isSoldByCard(tool) && isListed(tool) && tool.spec.payableBy === 'wallets')
