import { formatUsd, type Dollars, type Usd } from '../core/money.ts'
import { isListed, type Tool } from '../core/tool.ts'
import { shapesOf } from '../core/shape.ts'

/** What the operator has changed of a tool while the service runs. */
export interface ToolOverride {
  readonly isOff: boolean
  /** Instead of its own price; null leaves that. */
  readonly price: Usd | null
}

/** By slug. */
export type ToolOverrides = ReadonlyMap<string, ToolOverride>

/** One line of what was changed, when, and by what way. */
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
}

/** Where the operator switches tools off and on, and gives them other prices. */
export interface ToolDesk {
  /** Throws a fault for a tool that is not there, and for a price that cannot be set. */
  change(slug: string, wanted: WantedChange, by: string): Promise<void>
  overrides(): ToolOverrides
  /** The price that a tool has by itself. */
  ownPriceOf(slug: string): Usd | undefined
  /** The newest first. */
  changes(countMax: number): Promise<readonly ToolChange[]>
}

export const SWITCHED_OFF = 'The operator has switched this tool off for now.'

/** A price can be changed where the tool has one price, and no parts whose prices make it. */
export const canBePriced = (tool: Tool): boolean => isListed(tool) && !tool.spec.pack

const made = new WeakMap<Tool, { readonly key: string; readonly tool: Tool }>()

/** The same tool for the same override: what is remembered of it stays good. */
export function overridden(tool: Tool, override: ToolOverride | undefined): Tool {
  const price = canBePriced(tool) ? (override?.price ?? null) : null
  const isOff = override?.isOff ?? false
  if (!isOff && price === null) return tool
  const key = `${isOff} ${price}`
  const known = made.get(tool)
  if (known?.key === key) return known.tool
  const changed: Tool = {
    ...tool,
    shapes: tool.shapes ?? (() => shapesOf(tool)),
    ...(price !== null && { price, spec: { ...tool.spec, price: formatUsd(price) as Dollars } }),
    ...(isOff && { unavailable: SWITCHED_OFF }),
  }
  made.set(tool, { key, tool: changed })
  return changed
}
