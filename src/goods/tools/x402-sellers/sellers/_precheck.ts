import type { Capability } from '../../../../base/core/capability.ts'
import { nullIfTheirs } from '../../../../base/core/failover.ts'
import type { lists } from '../../../../capabilities/kept/lists.ts'
import type { Offer } from '../../../../engines/payment-wires/offer.ts'
import type { sellerRecords } from '../../../../buying/sellers/seller-records.ts'
import type { sellerMarket } from '../../../../buying/sellers/market-capability.ts'

/** What there is to say of an offer and of its seller before it is paid. */

const DOLLARS = new Set(['USDC', 'USDT', 'PYUSD', 'USDG', 'DAI'])
/** Fewer prices are too few for a comparison. */
const PRICES_MIN = 5

type Api<C> = C extends Capability<infer Lent> ? Lent : never
export type PrecheckConcern = readonly [decision: 'ask' | 'refuse', what: string]

export interface PaymentChallenge {
  readonly raw: readonly unknown[]
  readonly flaws: readonly {
    readonly path: string
    readonly message: string
    readonly severity: string
  }[]
  readonly problems: readonly string[]
  readonly resource: string | null
  /** What is sold, as the seller describes it. */
  readonly words: string
}

export function judged(
  offer: Offer,
  place: string,
  flaws: PaymentChallenge['flaws'],
  maxUsd?: number,
) {
  const { network, asset, amount, payTo, scheme, symbol } = offer
  const problems = flaws
    .filter(
      ({ path, severity }) =>
        severity === 'error' && (path.startsWith(place) || !path.startsWith('accepts[')),
    )
    .map(({ path, message }) => `${path}: ${message}`)
  const isDollar = symbol !== null && DOLLARS.has(symbol) && amount !== null
  const amountUsd = isDollar ? Number(amount) : null
  if (symbol === null)
    problems.push('The token is none of the stablecoins that this service knows.')
  if (maxUsd !== undefined && (amountUsd === null || amountUsd > maxUsd))
    problems.push(
      amountUsd === null
        ? 'Its price in dollars is unknown, so it may be more than maxUsd.'
        : `It costs $${amount}, more than $${maxUsd}.`,
    )
  return { network, asset, amountUsd, payTo, scheme, ok: problems.length === 0, problems, symbol }
}

export function originOf(address: string | null): string | null {
  const url = address === null ? null : URL.parse(address)
  return url && /^https?:$/.test(url.protocol) ? url.origin : null
}

export const SANCTIONED = 'The payee is on the OFAC sanctions list.'

/** Whether each payee is on a sanctions list; null if it was not checked. */
export async function sanctionedAmong(
  { address }: Pick<Api<typeof lists>, 'address'>,
  payees: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, boolean | null>> {
  const asked = [...new Set(payees)].map(async (payTo) => {
    const found = payTo === null ? null : await address(payTo).catch(nullIfTheirs)
    return [payTo, found && found.hits.length > 0] as const
  })
  return new Map(await Promise.all(asked))
}

type Dossier = Awaited<ReturnType<Api<typeof sellerRecords>['dossier']>>

/** What the index has recorded of the seller, and whether it agrees with the offer. */
export function knownOf(seller: Dossier | null, payTo: string | null) {
  const nothing = { firstSeenIso: null, settlements: null }
  if (!seller)
    return { ...nothing, said: [['ask', 'The offer does not name its seller.'] as PrecheckConcern] }
  if (!seller.listed || !seller.identity)
    return {
      ...nothing,
      said: [['ask', 'The index does not know this seller.'] as PrecheckConcern],
    }
  const same = (wallet: string): boolean => wallet.toLowerCase() === payTo?.toLowerCase()
  const wallet = seller.wallets?.evidenceByWallet.find((one) => same(one.wallet))
  const chain = seller.settlementEvidence?.chain.find((one) => same(one.wallet))
  const said: PrecheckConcern[] = []
  if (!wallet) said.push(['ask', 'The seller has not named this payee before.'])
  if (wallet && wallet.sharedWith.length > 0)
    said.push(['ask', 'Other sellers name the same payee.'])
  if (chain && chain.settled === 0) said.push(['ask', 'No settled call to this payee was seen.'])
  return { firstSeenIso: seller.identity.firstSeenIso, settlements: chain?.settled ?? null, said }
}

/** The price divided by the median of what other sellers ask for tools found by the same words. */
export async function marketRatio(
  { search }: Pick<Api<typeof sellerMarket>, 'search'>,
  q: string,
  priceUsd: number | null,
  origin: string | null,
): Promise<number | null> {
  if (q.trim() === '' || priceUsd === null) return null
  const found = await search({ q, minHealth: 0, limit: 20 })
  const prices = found
    .filter(({ seller }) => seller !== origin)
    .flatMap(({ priceUsd: price }) => (price === null || price === 0 ? [] : [price]))
    .toSorted((a, b) => a - b)
  if (prices.length < PRICES_MIN) return null
  const middle = prices.length >> 1
  const median =
    prices.length % 2 === 1
      ? (prices[middle] ?? 0)
      : ((prices[middle - 1] ?? 0) + (prices[middle] ?? 0)) / 2
  return Math.round((priceUsd / median) * 100) / 100
}
