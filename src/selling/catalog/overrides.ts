import { formatUsd, usdOf, type Dollars, type Usd } from '../../base/core/money.ts'
import type { Tool } from '../../base/core/tool.ts'
import { shapesOf } from '../../base/core/shape.ts'

/** What the operator has changed of a tool while the service runs. */
export interface ToolOverride {
  readonly isOff: boolean
  /** Replaces its own price; null keeps it. */
  readonly price: Usd | null
  /** Percent of its own price, if that is not a single price; null keeps it. */
  readonly factor: number | null
}

/** By slug. */
export type ToolOverrides = ReadonlyMap<string, ToolOverride>

/** One change in words, with its time and its origin. */
export interface ToolChange {
  readonly slug: string
  readonly what: string
  readonly by: string
  readonly at: number
}

export interface WantedChange {
  readonly isOff?: boolean
  /** Null: its own price again. */
  readonly price?: Dollars | null
  readonly factor?: number | null
}

/** Where the operator switches tools off and on, and gives them other prices. */
export interface OverrideControl {
  /** Throws a fault for a tool that is not there, and for a price that cannot be set. */
  change(slug: string, wanted: WantedChange, by: string): Promise<void>
  overrides(): ToolOverrides
  /** The price of a tool without an override. */
  ownPriceOf(slug: string): Usd | undefined
  /** The newest first. */
  changes(countMax: number): Promise<readonly ToolChange[]>
}

export const SWITCHED_OFF = 'The operator has switched this tool off for now.'

/**
 * How the operator can change a price. `factor`: it is a function of the input, or the sum of the
 * parts of a pack, and is multiplied. `none`: the answer states its cost and is signed, so it
 * cannot change.
 */
export function pricingOf({ spec }: Tool): 'fixed' | 'factor' | 'none' {
  if (spec.pack) return 'factor'
  if (typeof spec.price === 'string') return 'fixed'
  return spec.price.payloadsTellCost ? 'none' : 'factor'
}

const FACTOR_MIN = 10
const FACTOR_MAX = 1_000
const WHOLE = 100

/** In percent. A pack never costs more than its parts. */
export const factorsOf = ({ spec }: Tool): readonly [least: number, most: number] => [
  FACTOR_MIN,
  spec.pack ? WHOLE : FACTOR_MAX,
]

const made = new WeakMap<Tool, { readonly key: string; readonly tool: Tool }>()

/**
 * Returns the same object for the same override, so that values cached by the object stay valid.
 */
export function overridden(tool: Tool, override: ToolOverride | undefined): Tool {
  const pricing = pricingOf(tool)
  const price = pricing === 'fixed' ? (override?.price ?? null) : null
  const factor = pricing === 'factor' ? (override?.factor ?? null) : null
  const isOff = override?.isOff ?? false
  if (!isOff && price === null && factor === null) return tool
  const key = `${isOff} ${price} ${factor}`
  const known = made.get(tool)
  if (known?.key === key) return known.tool
  const changed: Tool = {
    ...tool,
    shapes: tool.shapes ?? (() => shapesOf(tool)),
    ...(price !== null && { price, spec: { ...tool.spec, price: formatUsd(price) as Dollars } }),
    ...(factor !== null && multiplied(tool, factor)),
    ...(isOff && { unavailable: SWITCHED_OFF, switchedOff: true as const }),
  }
  made.set(tool, { key, tool: changed })
  return changed
}

/** Every price that it has, the least and each quote, by one factor. */
function multiplied(tool: Tool, factor: number): Pick<Tool, 'price' | 'spec'> {
  const times = (amount: Usd): Usd => usdOf(Math.ceil((amount * factor) / WHOLE))
  const from = times(tool.price)
  const told = formatUsd(from) as Dollars
  const { price } = tool.spec
  if (typeof price === 'string') return { price: from, spec: { ...tool.spec, price: told } }
  const { actual } = price
  const made = {
    ...price,
    from: told,
    quote(...asked: Parameters<typeof price.quote>) {
      const quoted = price.quote(...asked)
      return quoted instanceof Promise ? quoted.then(times) : times(quoted)
    },
    ...(actual && {
      actual: (...answered: Parameters<typeof actual>) => times(actual(...answered)),
    }),
  }
  return { price: from, spec: { ...tool.spec, price: made } }
}
