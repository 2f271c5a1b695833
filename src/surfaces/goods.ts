import { formatUsd } from '../core/money.ts'
import type { Tool } from '../core/tool.ts'
import type { Shop } from './surface.ts'

/** What is for sale, in one sentence and a list of kinds. */
export function summaryOf({ catalog }: Shop): string {
  const { tools, families } = catalog
  const [least] = tools.toSorted((a, b) => a.price - b.price)
  const from = least ? `, from ${formatUsd(least.price)}` : ''
  const kinds = Object.values(families).map(({ title }) => title)
  return [
    `${tools.length} tools for software agents, sold by the call${from}: no signup, no API key.`,
    ...(kinds.length > 0 ? [`Kinds: ${kinds.join(', ')}.`] : []),
  ].join(' ')
}

/** The tools of each family, in the order of the catalog. */
export const toolsByFamily = ({ catalog }: Shop): ReadonlyMap<string, readonly Tool[]> =>
  Map.groupBy(catalog.tools, (tool) => tool.family)
