import { createCatalog, type Assortment } from './catalog/catalog.ts'
import { createLiveCatalog, type LiveCatalog } from './catalog/live.ts'
import type { Loaded } from './catalog/load.ts'
import {
  factorsOf,
  pricingOf,
  type ToolDesk,
  type ToolOverride,
  type ToolOverrides,
  type WantedChange,
} from './catalog/overrides.ts'
import type { Config } from './config.ts'
import { badInput, notFound } from './core/fault.ts'
import { formatUsd, usd, usdOf, type Usd } from './core/money.ts'
import type { ReadText } from './core/setting.ts'
import type { Tool } from './core/tool.ts'
import type { Till } from './payments/till.ts'
import type { ToolOverrideStore } from './stores/tool-overrides.ts'
import type { Task } from './tasks/task.ts'

/** How long a change may go unseen by another replica. */
const LOOK_MS = 2_000
const PRICE_MIN = usd('$0.0001')
const PRICE_MAX = usd('$1000')

export interface Goods {
  readonly loaded: Loaded
  readonly config: Pick<Config, 'TOOLS_OFF'>
  readonly setting: ReadText
  readonly till: Pick<Till, 'railsFor'>
  readonly toolOverrides: ToolOverrideStore
  now(): number
}

/** The catalog, with what the operator has changed of it, here or at another replica. */
export async function openCatalog({ loaded, toolOverrides: store, now, ...goods }: Goods): Promise<{
  readonly catalog: LiveCatalog
  readonly toolDesk: ToolDesk
  readonly task: Task
}> {
  const offer: Assortment = {
    setting: goods.setting,
    off: goods.config.TOOLS_OFF,
    isPayable: (tool) => goods.till.railsFor(tool).length > 0,
  }
  let revision = await store.revision()
  let overrides = await readOverrides(store)
  const made = () => createCatalog(loaded, { ...offer, overrides })
  const catalog = createLiveCatalog(made())
  const own = createCatalog(loaded, offer)

  /** Reads what was changed, if anything was. */
  async function refresh(): Promise<void> {
    const found = await store.revision()
    if (found === revision) return
    overrides = await readOverrides(store)
    revision = found
    catalog.replace(made())
  }

  async function change(slug: string, wanted: WantedChange, by: string): Promise<void> {
    const tool = own.bySlug(slug)
    if (!tool) throw notFound(`slug: no tool is called ${slug.slice(0, 60)}.`)
    await refresh()
    const before = overrides.get(slug) ?? NOTHING
    const price = wanted.price === undefined ? before.price : priceFor(tool, wanted.price)
    const factor = wanted.factor === undefined ? before.factor : factorFor(tool, wanted.factor)
    const next = { isOff: wanted.isOff ?? before.isOff, price, factor }
    const what = changeIn(tool, before, next)
    if (what === '') return
    await store.put({ slug, ...next }, { what, by, at: now() })
    await refresh()
  }

  const toolDesk: ToolDesk = {
    change,
    overrides: () => overrides,
    ownPriceOf: (slug) => own.bySlug(slug)?.price,
    changes: (countMax) => store.changes(countMax),
  }
  const task = { name: 'tool-overrides', everyMs: LOOK_MS, everywhere: true, run: refresh } as const
  return { catalog, toolDesk, task }
}

const NOTHING: ToolOverride = { isOff: false, price: null, factor: null }

async function readOverrides(store: ToolOverrideStore): Promise<ToolOverrides> {
  const rows = await store.all()
  return new Map(
    rows
      .filter(({ isOff, price, factor }) => isOff || price !== null || factor !== null)
      .map(({ slug, isOff, price, factor }) => [
        slug,
        { isOff, price: price === null ? null : usdOf(price), factor },
      ]),
  )
}

function priceFor(tool: Tool, wanted: WantedChange['price']): Usd | null {
  if (wanted === null || wanted === undefined) return null
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

/** What can be changed where no single price can be set. */
function instead(tool: Tool): string {
  const [least, most] = factorsOf(tool)
  return pricingOf(tool) === 'none'
    ? 'it is what the models charge, as its answers and receipts tell.'
    : `give a factor, ${least} to ${most} percent of its own price.`
}

/** In percent. That of its own price is none. */
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

/** In words, for whoever reads it later; empty where nothing changes. */
function changeIn(tool: Tool, before: ToolOverride, next: ToolOverride): string {
  const priceOf = ({ price }: ToolOverride): string => formatUsd(price ?? tool.price)
  return [
    ...(before.isOff === next.isOff ? [] : [next.isOff ? 'switched off' : 'switched on']),
    ...(before.price === next.price ? [] : [`price ${priceOf(before)} to ${priceOf(next)}`]),
    ...(before.factor === next.factor
      ? []
      : [`${before.factor ?? 100} to ${next.factor ?? 100} percent of its own price`]),
  ].join(', ')
}
