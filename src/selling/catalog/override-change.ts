import { badInput } from '../../base/core/fault.ts'
import { formatUsd, usd, type Dollars, type Usd } from '../../base/core/money.ts'
import type { Tool } from '../../base/core/tool.ts'
import { factorsOf, pricingOf, type ToolOverride, type WantedChange } from './overrides.ts'

const PRICE_MIN = usd('$0.0001')
const PRICE_MAX = usd('$1000')

/** An override with a change of the operator. Throws a fault for a price that cannot be set. */
export const changedAs = (
  tool: Tool,
  before: ToolOverride,
  { isOff = before.isOff, price, factor }: WantedChange,
): ToolOverride => ({
  isOff,
  price: price === undefined ? before.price : priceFor(tool, price),
  factor: factor === undefined ? before.factor : factorFor(tool, factor),
})

function priceFor(tool: Tool, wanted: Dollars | null): Usd | null {
  if (wanted === null) return null
  if (pricingOf(tool) !== 'fixed')
    throw badInput(
      `price: that of ${tool.slug} is made of its input or of its parts: ${instead(tool)}`,
    )
  const allowed = `must be dollars from ${formatUsd(PRICE_MIN)} to ${formatUsd(PRICE_MAX)}`
  let price: Usd
  try {
    price = usd(wanted)
  } catch {
    throw badInput(`price: ${allowed}, such as $0.002, with six decimals at most.`)
  }
  if (price < PRICE_MIN || price > PRICE_MAX) throw badInput(`price: ${allowed}.`)
  return price === tool.price ? null : price
}

/** What can be changed if no single price can be set. */
function instead(tool: Tool): string {
  const [least, most] = factorsOf(tool)
  return pricingOf(tool) === 'none'
    ? 'it is what the models charge, as its answers and receipts tell.'
    : `give a factor, ${least} to ${most} percent of its own price.`
}

/** In percent; null for its own price. */
function factorFor(tool: Tool, wanted: number | null): number | null {
  if (wanted === null || wanted === 100) return null
  if (pricingOf(tool) === 'fixed')
    throw badInput(`factor: ${tool.slug} has one price; give that as price.`)
  if (pricingOf(tool) === 'none')
    throw badInput(`factor: the price of ${tool.slug} cannot be multiplied: ${instead(tool)}`)
  const [least, most] = factorsOf(tool)
  if (!Number.isInteger(wanted) || wanted < least || wanted > most)
    throw badInput(`factor: must be a whole number of percent from ${least} to ${most}.`)
  return wanted
}

/** The change in words, for the log of changes; empty if nothing changes. */
export function changeTold(tool: Tool, before: ToolOverride, next: ToolOverride): string {
  const priceOf = ({ price }: ToolOverride): string => formatUsd(price ?? tool.price)
  return [
    ...(before.isOff === next.isOff ? [] : [next.isOff ? 'switched off' : 'switched on']),
    ...(before.price === next.price ? [] : [`price ${priceOf(before)} to ${priceOf(next)}`]),
    ...(before.factor === next.factor
      ? []
      : [`${before.factor ?? 100} to ${next.factor ?? 100} percent of its own price`]),
  ].join(', ')
}
