import { matchedOn, wordsOf } from '../../../buying/sellers/listing-row.ts'
import { INCLUDES, type MarketGood } from '../../../buying/sellers/market.ts'
import { dollarsOfNanos } from '../../../buying/sellers/price.ts'
import type { Ranked } from '../../../buying/sellers/rank.ts'
import { displayNameOf } from '../../../buying/sellers/routes.ts'
import { REASONS } from '../../../buying/sellers/verdict.ts'
import { routePage, type RoutedTool } from '../../pages/route.ts'
import type { Endpoint, FrontParts, Instance } from '../endpoint.ts'
import type { SellerPages } from './sellers.ts'

const QUERY_CHARACTERS_MAX = 400
const SHOWN = 10

/** The page that ranks own tools and those of other sellers for a task, as `/api/route` does. */
export function routeEndpoint(
  { buying: { market } }: Pick<FrontParts, 'buying'>,
  { shop }: Pick<Instance, 'shop'>,
  { site, show }: SellerPages,
): Endpoint {
  return {
    method: 'GET',
    path: '/route',
    async handle(request) {
      const asked = new URLSearchParams(request.query)
      const query = (asked.get('q') ?? '').trim().slice(0, QUERY_CHARACTERS_MAX)
      const whose = INCLUDES.find((include) => include === asked.get('include')) ?? 'all'
      if (query === '') return show(routePage({ query, whose, ranking: null }, await site()))
      const { ranked, sellers, matched, isCovered } = await market.find(query, SHOWN, whose)
      const words = wordsOf(query)
      const rows = ranked.flatMap((each) => routedOf(each, words, shop.catalog) ?? [])
      const ranking = { rows, words: words.length, sellers, matched, isCovered }
      return show(routePage({ query, whose, ranking }, await site()))
    },
  }
}

function routedOf(
  { good, score, priceRank }: Ranked<MarketGood>,
  words: readonly string[],
  catalog: Instance['shop']['catalog'],
): RoutedTool | undefined {
  const { name, text } = matchedOn(words, good)
  const place = { score, priceRank, inName: name, inText: text }
  if (good.isOwn) {
    const what = catalog.bySlug(good.slug)
    const isBuyable = what?.unavailable === undefined
    return what && { ...place, what, health: null, isBuyable, why: '' }
  }
  const { route, of: seller, description } = good
  const { eligible: isBuyable, reason } = good.verdict()
  const what = {
    name: good.name,
    description,
    seller: { name: displayNameOf(seller), host: new URL(seller.origin).host },
    priceUsd: route.price === null ? null : dollarsOfNanos(route.price),
  }
  return { ...place, what, health: seller.health, isBuyable, why: REASONS[reason] }
}
