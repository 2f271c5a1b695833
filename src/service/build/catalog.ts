import { createCatalog, type Assortment } from '../../selling/catalog/catalog.ts'
import { createLiveCatalog, type LiveCatalog } from '../../selling/catalog/replaceable-catalog.ts'
import type { Loaded } from '../../selling/catalog/load.ts'
import { changedAs, changeTold } from '../../selling/catalog/override-change.ts'
import type {
  OverrideControl,
  ToolOverride,
  ToolOverrides,
  WantedChange,
} from '../../selling/catalog/overrides.ts'
import type { Config } from '../settings/config.ts'
import { notFound } from '../../base/core/fault.ts'
import { usdOf } from '../../base/core/money.ts'
import { isInstalled } from '../../base/lib/installed-engines.ts'
import type { ReadText } from '../../base/core/setting.ts'
import type { Till } from '../../selling/payments/till.ts'
import type { OverrideRow, ToolOverrideStore } from '../../stores/tool-overrides.ts'
import type { Task } from '../tasks/task.ts'

/** How long a change may go unseen by another replica. */
const LOOK_MS = 2_000

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
  readonly overrideControl: OverrideControl
  readonly task: Task
}> {
  const offer: Assortment = {
    setting: goods.setting,
    isInstalled,
    off: goods.config.TOOLS_OFF,
    isPayable: (tool) => goods.till.railsFor(tool).length > 0,
  }
  let revision = await store.revision()
  let overrides = await readOverrides(store)
  let held = createCatalog(loaded, { ...offer, overrides })
  const catalog = createLiveCatalog(held)
  const own = createCatalog(loaded, offer)

  /** Reads what was changed, if anything was. */
  async function refresh(): Promise<void> {
    const found = await store.revision()
    if (found === revision) return
    const next = await readOverrides(store)
    const changed = changedSlugs(overrides, next)
    overrides = next
    revision = found
    held = createCatalog(loaded, { ...offer, overrides }, { catalog: held, changed })
    catalog.replace(held)
  }

  async function change(slug: string, wanted: WantedChange, by: string): Promise<void> {
    const tool = own.bySlug(slug)
    if (!tool) throw notFound(`slug: no tool is called ${slug.slice(0, 60)}.`)
    await store.change(slug, { by, at: now() }, (row) => {
      const before = overrideOf(row)
      const next = changedAs(tool, before, wanted)
      const what = changeTold(tool, before, next)
      return what === '' ? null : { next, what }
    })
    await refresh()
  }

  const overrideControl: OverrideControl = {
    change,
    overrides: () => overrides,
    ownPriceOf: (slug) => own.bySlug(slug)?.price,
    changes: (countMax) => store.changes(countMax),
  }
  const task = { name: 'tool-overrides', everyMs: LOOK_MS, everywhere: true, run: refresh } as const
  return { catalog, overrideControl, task }
}

/** The tools whose override is another one, or is new, or is gone. */
function changedSlugs(before: ToolOverrides, next: ToolOverrides): ReadonlySet<string> {
  const isOther = (slug: string): boolean => {
    const [one, other] = [before.get(slug), next.get(slug)]
    return (
      one?.isOff !== other?.isOff || one?.price !== other?.price || one?.factor !== other?.factor
    )
  }
  return new Set([...before.keys(), ...next.keys()].filter(isOther))
}

async function readOverrides(store: ToolOverrideStore): Promise<ToolOverrides> {
  const rows = await store.all()
  return new Map(
    [...rows]
      .filter(([, { isOff, price, factor }]) => isOff || price !== null || factor !== null)
      .map(([slug, row]) => [slug, overrideOf(row)]),
  )
}

const overrideOf = ({ isOff, price, factor }: OverrideRow): ToolOverride => ({
  isOff,
  price: price === null ? null : usdOf(price),
  factor,
})
