import { isMpp, type Accept } from './accepts.ts'
import { dollarsOfNanos } from './price.ts'
import { displayNameOf, fieldsOf, networksOf } from './routes.ts'
import type { MarketGood, OutsideGood } from './market.ts'
import { viaOf } from './execution-rungs.ts'
import { TIEBREAK_NAMES, type Ranked } from './rank.ts'

/** A row of the answer of `/api/route`. */
export type Row = Readonly<Record<string, unknown>>

/** Words of the query that a row has in each of its parts, so that its rank can be followed. */
export function matchedOn(words: readonly string[], good: MarketGood) {
  const count = (text: string): number => {
    const lower = text.toLowerCase()
    return words.filter((word) => lower.includes(word)).length
  }
  const text = [good.description, ...good.inputs, ...good.outputs].join(' ')
  return { slug: count(good.slug), name: count(good.name), text: count(text) }
}

const WORDS_MAX = 40

export const wordsOf = (query: string): readonly string[] =>
  [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [])].slice(0, WORDS_MAX)

export function rowOf(
  { good, score, priceRank }: Ranked<MarketGood>,
  words: readonly string[],
): Row {
  return {
    ...(good.isOwn ? good.row() : outsideRow(good)),
    ...viaOf(good),
    score,
    health: good.health,
    why: {
      score,
      matchedOn: matchedOn(words, good),
      health: good.health,
      healthSource: good.isOwn
        ? 'self-asserted'
        : good.of.health === null
          ? 'not crawled yet'
          : 'crawls',
      priceRank,
      bazaarPayers30d: good.isOwn ? null : (good.route.traffic?.payers30d ?? null),
      bazaarCurated: good.isCurated,
      tiebreaks: TIEBREAK_NAMES,
    },
  }
}

/** A stranger's route as everybody sees it. */
export function outsideRow(good: OutsideGood): Row {
  const { route, of: seller, name, slug } = good
  const verdict = good.verdict()
  const { price, method, url, accepts, traffic, input, output } = route
  const networks = networksOf(route)
  const priceUsd = price === null ? null : dollarsOfNanos(price)
  const isPaid = (price !== null && price > 0) || accepts.length > 0
  const { pathname, search } = new URL(url)
  return {
    seller: seller.origin,
    sellerHome: seller.origin,
    sellerName: displayNameOf(seller),
    slug,
    name,
    // Where no source says, GET is what a purchase tries first.
    method: method ?? 'GET',
    methodKnown: method !== null,
    route: `${method ?? 'GET'} ${pathname}${search}`,
    url,
    price: priceUsd === null ? null : `$${priceUsd.toFixed(9).replace(/0{1,6}$/, '')}`,
    priceUsd,
    priceKnown: price !== null,
    payable: isPaid ? (accepts.length > 0 && accepts.every(isMpp) ? 'mpp' : 'x402') : null,
    category: route.category,
    description: route.description,
    networks,
    paymentNetworksKnown: networks.length > 0,
    untrustedContent: true,
    source: route.sources.join(', '),
    routerDispatchEligible: verdict.eligible,
    routerDispatchReason: verdict.reason,
    routerDispatchByChain: verdict.byChain,
    evmDomainByNetwork: domainsOf(accepts),
    ...(traffic && { bazaar: traffic }),
    ...(route.isInConflict && { priceConflict: true }),
    priceSince: new Date(route.priceSince).toISOString(),
    lastSeenAt: new Date(route.seen).toISOString(),
    requestContract: contractOf(input, route.sources),
    responseContract: { ...contractOf(output, route.sources), ...guaranteed(output) },
  }
}

/** EIP-712 names of tokens by network, exactly as advertised. */
export const domainsOf = (accepts: readonly Accept[]) =>
  Object.fromEntries(
    accepts.flatMap(({ network, asset, domain }) =>
      network && asset && domain ? [[network, { asset, ...domain }] as const] : [],
    ),
  )

function contractOf(schema: OutsideGood['route']['input'], sources: readonly string[]) {
  if (schema === null) return { state: 'undeclared', source: null, runtimeVerified: false }
  const required = Array.isArray(schema['required']) ? schema['required'].map(String) : []
  return {
    state: 'declared',
    source: sources[0] ?? null,
    required,
    optional: fieldsOf(schema).filter((field) => !required.includes(field)),
    runtimeVerified: false,
  }
}

const guaranteed = (schema: OutsideGood['route']['output']) => {
  const required = schema?.['required']
  return {
    successVariants: schema === null ? 0 : 1,
    jsonSchemas: schema === null ? 0 : 1,
    guaranteedPaths: Array.isArray(required) ? required.map(String) : [],
  }
}

/** What `neutrality` says, and is true by how ranking is built. */
export const NEUTRALITY = {
  paidPlacement: false,
  sellerKeyedScoring: false,
  ranking: [
    'One index and one set of weights for all rows.',
    'Rows of a seller that took a payment of this service lately and delivered nothing stand last.',
    `Equal scores are ordered by ${TIEBREAK_NAMES.join(', ')}.`,
    'No seller has more than a third of the rows while others have any.',
  ].join(' '),
  hostAdvantages: [
    'The health of own rows is self-asserted: 1.',
    'Own rows can be bought without a routing chain.',
  ],
  excludeHost: 'include: "external" leaves own rows out.',
  source: 'src/buying/sellers/rank.ts',
} as const
