import type { WantedChange } from '../../../../selling/catalog/overrides.ts'
import { Fault } from '../../../../base/core/fault.ts'
import type { Dollars } from '../../../../base/core/money.ts'
import { toolsPage } from '../../../pages/operator/tools.ts'
import type { Endpoint, FrontParts, Instance } from '../../endpoint.ts'
import type { OperatorPages } from './shared.ts'

const FOUND = 25
const CHANGES = 40

/** Tools are switched off and on here, and given other prices. */
export function toolPages(
  { catalog: { find, overrides } }: FrontParts,
  { shop: { catalog } }: Instance,
  { inside, show, formOf, to }: OperatorPages,
): readonly Endpoint[] {
  async function toolsFor(q: string) {
    if (q === '')
      return [...overrides.overrides().keys()].flatMap((slug) => catalog.bySlug(slug) ?? [])
    const exact = catalog.bySlug(q)
    const { results } = await find(q, FOUND)
    const found = results.flatMap(({ slug }) => catalog.bySlug(slug) ?? [])
    return exact ? [exact, ...found.filter((tool) => tool !== exact)] : found
  }

  async function page(given: string, problem: string | null) {
    const q = given.trim().slice(0, 200)
    const [tools, changes] = await Promise.all([toolsFor(q), overrides.changes(CHANGES)])
    const data = { q, tools, changes, problem, overrides: overrides.overrides() }
    const shownPage = toolsPage({ ...data, ownPriceOf: (slug) => overrides.ownPriceOf(slug) })
    return show(shownPage, problem === null ? 200 : 400)
  }

  return [
    {
      method: 'GET',
      path: '/operator/tools',
      handle: inside((request) => page(new URLSearchParams(request.query).get('q') ?? '', null)),
    },
    {
      method: 'POST',
      path: '/operator/tools',
      handle: inside(async (request) => {
        const { slug = '', q = '', ...wanted } = await formOf(request)
        try {
          await overrides.change(slug, wantedIn(wanted), 'dashboard')
        } catch (thrown) {
          if (!(thrown instanceof Fault)) throw thrown
          return page(q, thrown.message)
        }
        return to(`/operator/tools${q === '' ? '' : `?q=${encodeURIComponent(q)}`}`)
      }),
    },
  ]
}

/** `0.01` is read as dollars too. */
function wantedIn({ off, price, factor, own }: Readonly<Record<string, string>>): WantedChange {
  if (own === 'true') return { price: null, factor: null }
  if (factor !== undefined)
    return { factor: Number(factor.trim().replace(/\s*%$/, '') || Number.NaN) }
  if (price !== undefined) return { price: `$${price.trim().replace(/^\$/, '')}` as Dollars }
  return off === undefined ? {} : { isOff: off === 'true' }
}
