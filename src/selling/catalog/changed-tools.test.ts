import { expect, test } from 'vitest'
import { loadedGoods } from '../../../test/support/catalog.ts'
import { usdOf } from '../../base/core/money.ts'
import { createCatalog, type Assortment } from './catalog.ts'
import type { ToolOverride } from './overrides.ts'

const loaded = await loadedGoods()

/** An instance without any setting, so that many tools say what they lack. */
const offer: Assortment = { setting: () => undefined, isPayable: () => true }
const dear: ToolOverride = { isOff: false, price: usdOf(90_000), factor: null }

test.each(['hash', 'dns-lookup', 'keyword-extract'])(
  'a change of %s replaces it and what runs it, as a whole new catalog would',
  (slug) => {
    const first = createCatalog(loaded, offer)
    const overrides = new Map([[slug, dear]])
    const since = { catalog: first, changed: new Set([slug]) }
    const next = createCatalog(loaded, { ...offer, overrides }, since)
    const whole = createCatalog(loaded, { ...offer, overrides })
    const told = ({ slug: name, price, unavailable, parts = [] }: (typeof next.tools)[number]) =>
      [name, price, unavailable, parts.map((part) => [part.slug, part.price])] as const
    expect(next.tools.map(told)).toEqual(whole.tools.map(told))
    const replaced = next.tools.filter((tool) => first.bySlug(tool.slug) !== tool)
    const runsIt = first.tools.filter(({ parts = [] }) => parts.some((part) => part.slug === slug))
    expect(replaced.map((tool) => tool.slug)).toEqual(
      first.tools
        .filter((tool) => tool.slug === slug || runsIt.includes(tool))
        .map((tool) => tool.slug),
    )
    const back = createCatalog(loaded, offer, { catalog: next, changed: new Set([slug]) })
    expect(back.tools.map(told)).toEqual(first.tools.map(told))
  },
)
