import { formatUsd } from '../../base/core/money.ts'
import type { Tool } from '../../base/core/tool.ts'
import { isFree, type Shop } from './surface.ts'

/** Describes what is for sale: one sentence and the list of families. */
export function summaryOf(shop: Shop): string {
  const { tools, families } = shop.catalog
  const [least] = tools.toSorted((a, b) => a.price - b.price)
  const from = least ? `, from ${formatUsd(least.price)}` : ''
  const terms = isFree(shop) ? 'free on this instance' : `sold by the call${from}`
  const kinds = Object.values(families).map(({ title }) => title)
  return [
    `${tools.length} tools for software agents, ${terms}: no signup, no API key.`,
    ...(kinds.length > 0 ? [`Kinds: ${kinds.join(', ')}.`] : []),
  ].join(' ')
}

/** The tools of each family, in the order of the catalog. */
export const toolsByFamily = ({ catalog }: Shop): ReadonlyMap<string, readonly Tool[]> =>
  Map.groupBy(catalog.tools, (tool) => tool.family)
