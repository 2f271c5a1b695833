import { createCatalog, type Assortment } from '../../selling/catalog/catalog.ts'
import { createLiveCatalog, type LiveCatalog } from '../../selling/catalog/replaceable-catalog.ts'
import { packsOf } from '../../selling/catalog/entry.ts'
import { createFind, type Find, type IndexTools } from '../../selling/catalog/find.ts'
import { changedAs, changeTold } from '../../selling/catalog/override-change.ts'
import type {
  OverrideControl,
  ToolOverride,
  ToolOverrides,
  WantedChange,
} from '../../selling/catalog/overrides.ts'
import type { Settings } from '../settings/config.ts'
import { notFound } from '../../base/core/fault.ts'
import { usdOf } from '../../base/core/money.ts'
import { isInstalled } from '../../selling/catalog/installed-engines.ts'
import type { Task } from '../../base/core/task.ts'
import type { OverrideRow, ToolOverrideStore } from '../../stores/tool-overrides.ts'
import type { Goods } from './goods.ts'
import type { Ground } from './ground.ts'
import type { Lifetime } from './lifetime.ts'
import type { Payments } from './payments.ts'

/** How long a change may go unseen by another replica. */
const LOOK_MS = 2_000

/** What is for sale, with what the operator has changed of it, here or at another replica. */
export interface OpenCatalog {
  readonly catalog: LiveCatalog
  readonly find: Find
  readonly overrides: OverrideControl
  readonly tasks: readonly Task[]
}

interface CatalogParts {
  readonly ground: Pick<Ground, 'stores' | 'site'>
  readonly goods: Pick<Goods, 'loaded' | 'read'>
  readonly payments: Pick<Payments, 'till'>
  readonly indexTools: IndexTools | undefined
}

export async function openCatalog(
  { serving }: { readonly serving: Pick<Settings['serving'], 'TOOLS_OFF'> },
  { ground, goods, payments, indexTools }: CatalogParts,
  { now }: Pick<Lifetime, 'now'>,
): Promise<OpenCatalog> {
  const { loaded, read: setting } = goods
  const { site } = ground
  const store = ground.stores.toolOverrides
  const offer: Assortment = {
    setting,
    isInstalled,
    off: serving.TOOLS_OFF,
    isPayable: (tool) => payments.till.railsFor(tool).length > 0,
  }
  let revision = await store.revision()
  let current = await readOverrides(store)
  let held = createCatalog(loaded, { ...offer, overrides: current })
  const catalog = createLiveCatalog(held)
  const own = createCatalog(loaded, offer)

  /** Reads what was changed, if anything was. */
  async function refresh(): Promise<void> {
    const found = await store.revision()
    if (found === revision) return
    const next = await readOverrides(store)
    const changed = changedSlugs(current, next)
    current = next
    revision = found
    held = createCatalog(loaded, { ...offer, overrides: current }, { catalog: held, changed })
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

  const overrides: OverrideControl = {
    change,
    overrides: () => current,
    ownPriceOf: (slug) => own.bySlug(slug)?.price,
    changes: (countMax) => store.changes(countMax),
  }
  const find = createFind(catalog, site, packsOf(catalog, site), indexTools)
  const look: Task = { name: 'tool-overrides', everyMs: LOOK_MS, everywhere: true, run: refresh }
  return { catalog, find, overrides, tasks: [look] }
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
