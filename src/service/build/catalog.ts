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
    off: serving.TOOLS_OFF,
    isPayable: (tool) => payments.till.railsFor(tool).length > 0,
  }
  let revision = await store.revision()
  let changed = await readOverrides(store)
  const made = () => createCatalog(loaded, { ...offer, overrides: changed })
  const catalog = createLiveCatalog(made())
  const own = createCatalog(loaded, offer)

  /** Reads what was changed, if anything was. */
  async function refresh(): Promise<void> {
    const found = await store.revision()
    if (found === revision) return
    changed = await readOverrides(store)
    revision = found
    catalog.replace(made())
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
    overrides: () => changed,
    ownPriceOf: (slug) => own.bySlug(slug)?.price,
    changes: (countMax) => store.changes(countMax),
  }
  const find = createFind(catalog, site, packsOf(catalog, site), indexTools)
  const look: Task = { name: 'tool-overrides', everyMs: LOOK_MS, everywhere: true, run: refresh }
  return { catalog, find, overrides, tasks: [look] }
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
