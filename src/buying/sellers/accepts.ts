import { NETWORKS } from '../../outside/chains/networks.ts'
import { evmAddressProblem } from '../../engines/onchain/account-address.ts'
import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import { caip2Of, isTestnet } from './network-label.ts'
import { unitsOf, type Nanos } from './price.ts'

/** One offer of a seller, as the seller describes it. */
export interface Accept {
  readonly scheme: string
  /** CAIP-2, or null for an unknown network. */
  readonly network: string | null
  /** As the seller wrote it, for display. */
  readonly label: string
  /** Address of the token; null where it is only a symbol. */
  readonly asset: string | null
  /** Base units as digits; null where none are stated. */
  readonly amount: string | null
  readonly payTo: string | null
  /** EIP-712 name and version of the token, exactly as advertised. */
  readonly domain: { readonly name: string; readonly version: string } | null
}

export const ACCEPTS_MAX = 32

const text = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value.length <= 200 ? value : null

/** Reads one entry of `accepts`, of version 1 or 2 and in either spelling; null if it is none. */
export function acceptOf(raw: unknown): Accept | null {
  if (!isObject(raw)) return null
  const label = raw['network'] ?? raw['chain'] ?? raw['chainId']
  if (label === undefined && raw['amount'] === undefined && raw['payTo'] === undefined) return null
  const network = caip2Of(label)
  const extra = isObject(raw['extra']) ? raw['extra'] : {}
  const amount = raw['amount'] ?? raw['maxAmountRequired'] ?? raw['max_amount_required']
  const asset = assetOf(raw['asset'], network)
  const isSymbol = asset === null && raw['asset'] !== undefined
  return {
    scheme: text(raw['scheme']) ?? 'exact',
    network,
    label: labelOf(label),
    asset,
    amount: /^(0|[1-9]\d{0,40})$/.test(String(amount)) ? String(amount) : null,
    // A symbol is not a token address; the seller's own 402 names the token.
    payTo: isSymbol ? null : payToOf(raw, network),
    domain: domainOf(extra),
  }
}

const LABEL_CHARACTERS_MAX = 80

const labelOf = (label: unknown): string =>
  typeof label === 'string' || typeof label === 'number'
    ? String(label).slice(0, LABEL_CHARACTERS_MAX)
    : ''

function domainOf(extra: JsonObject): Accept['domain'] {
  const [name, version] = [text(extra['name']), text(extra['version'])]
  return name !== null && version !== null ? { name, version } : null
}

const ADDRESS = /^(0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44}|C[A-Z2-7]{55}|\d{3,12})$/

function assetOf(raw: unknown, network: string | null): string | null {
  const asset = isObject(raw) ? raw['address'] : raw
  const written = typeof asset === 'number' ? String(asset) : text(asset)
  if (written === null || !ADDRESS.test(written)) return null
  return network?.startsWith('eip155:') ? written.toLowerCase() : written
}

const PAY_TO_KEYS = ['payTo', 'pay_to', 'recipient', 'wallet', 'address'] as const

/** Whether it is paid over MPP: its schemes are intents. */
export const isMpp = ({ scheme }: Pick<Accept, 'scheme'>): boolean => scheme === 'charge'

/** A wallet that money can be sent to on that network; placeholders are none. */
export function payToOf(raw: JsonObject, network: string | null): string | null {
  const named = PAY_TO_KEYS.map((key) => text(raw[key])).find((each) => each !== null) ?? null
  if (named === null) return null
  const [space = ''] = (network ?? 'eip155').split(':')
  if (space === 'eip155') return evmAddressProblem(named.toLowerCase()) ? null : named.toLowerCase()
  return WALLET_FORMS[space]?.test(named) ? named : null
}

/** The format only: checksums are verified before money is sent. */
const WALLET_FORMS: Readonly<Record<string, RegExp>> = {
  solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  algorand: /^[A-Z2-7]{58}$/,
  stellar: /^G[A-Z2-7]{55}$/,
}

/** The token of a network that this service knows. */
const tokenAt = (network: string | null) =>
  NETWORKS.find((row) => network !== null && caip2Of(row.id) === network)

/** Dollars on networks where nothing is sold here. The decimals of other tokens are unknown. */
const OTHER_DOLLARS: ReadonlyMap<string, number> = new Map([
  // USDC of Circle, on Ethereum.
  ['eip155:1/0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', 6],
  // pathUSD, on Tempo.
  ['eip155:4217/0x20c0000000000000000000000000000000000000', 6],
  // USDC.e, on Tempo.
  ['eip155:4217/0x20c000000000000000000000b9537d11c60e8b50', 6],
])

/** What an accept asks, where its token is known to be a dollar. */
export function askedBy({ network, asset, amount }: Accept): Nanos | null {
  if (amount === null) return null
  const known = tokenAt(network)
  const isKnown = known && (asset === null || asset.toLowerCase() === known.asset.toLowerCase())
  const decimals = isKnown ? known.decimals : OTHER_DOLLARS.get(`${network}/${asset}`)
  return decimals === undefined ? null : unitsOf(amount, decimals)
}

/** Wallets that can be paid with real money. */
export const walletsOf = (accepts: readonly Accept[]): ReadonlySet<string> =>
  new Set(
    accepts.flatMap(({ payTo, network }) =>
      payTo !== null && network !== null && !isTestnet(network) ? [payTo] : [],
    ),
  )

/** Wallets by the network on which they are paid. */
export function payTosByNetwork(accepts: readonly Accept[]): Record<string, string[]> {
  const named = accepts.flatMap(({ network, payTo }) =>
    network !== null && payTo !== null ? [{ network, payTo }] : [],
  )
  return Object.fromEntries(
    [...Map.groupBy(named, ({ network }) => network)].map(([network, own]) => [
      network,
      [...new Set(own.map(({ payTo }) => payTo))],
    ]),
  )
}
