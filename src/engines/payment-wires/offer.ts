import {
  algorandAddressProblem,
  evmAddressProblem,
  solanaAddressProblem,
  stellarAddressProblem,
} from '../onchain/account-address.ts'
import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import { stablecoinAt, type Stablecoin } from '../onchain/stablecoins.ts'
import { chainIdOf, isTestChain } from '../onchain/chains/caip.ts'
import { unitsOf } from '../onchain/token-units.ts'

/** A problem of an offer, or a warning for payers. With an `error`, it cannot be paid. */
export interface Flaw {
  readonly path: string
  readonly message: string
  readonly severity: 'error' | 'warning'
}

/** One entry of `accepts`, of version 1 or 2, as far as it can be read. */
export interface Offer {
  readonly scheme: string | null
  /** As written. */
  readonly network: string | null
  /** The CAIP-2 id; null for an unknown network. */
  readonly chain: string | null
  readonly asset: string | null
  readonly symbol: string | null
  readonly amountBase: string | null
  /** In units of the token; null if its decimals are unknown. */
  readonly amount: string | null
  readonly payTo: string | null
  readonly maxTimeoutSeconds: number | null
  readonly domain: { readonly name: string; readonly version: string } | null
}

export const OFFERS_MAX = 50
const TEXT_MAX = 300

export const textIn = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value.length <= TEXT_MAX ? value : null

const integer = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : null

export function offerOf(raw: JsonObject): Offer {
  const network = textIn(raw['network'])
  const chain = network === null ? null : chainIdOf(network)
  const asset = textIn(raw['asset'])
  const token = tokenOf(chain, asset)
  const amountBase = digitsIn(raw['amount'] ?? raw['maxAmountRequired'])
  return {
    scheme: textIn(raw['scheme']),
    network,
    chain,
    asset,
    symbol: token?.symbol ?? null,
    amountBase,
    amount: token && amountBase !== null ? unitsOf(amountBase, token.decimals) : null,
    payTo: textIn(raw['payTo']),
    maxTimeoutSeconds: integer(raw['maxTimeoutSeconds']),
    domain: domainIn(raw['extra']),
  }
}

const tokenOf = (chain: string | null, asset: string | null): Stablecoin | undefined =>
  chain === null || asset === null ? undefined : stablecoinAt(chain, asset)

const digitsIn = (value: unknown): string | null =>
  typeof value === 'string' && /^(0|[1-9]\d{0,77})$/.test(value) ? value : null

function domainIn(extra: unknown): Offer['domain'] {
  if (!isObject(extra)) return null
  const [name, version] = [textIn(extra['name']), textIn(extra['version'])]
  return name !== null && version !== null ? { name, version } : null
}

const ADDRESS_PROBLEMS: Readonly<Record<string, (text: string) => string | null>> = {
  eip155: evmAddressProblem,
  solana: solanaAddressProblem,
  algorand: algorandAddressProblem,
  stellar: stellarAddressProblem,
}

/** Each rule that an entry of `accepts` breaks. */
export function flawsOfOffer(raw: unknown, path: string, version: 1 | 2): readonly Flaw[] {
  if (!isObject(raw)) return [{ path, message: 'must be an object', severity: 'error' }]
  const flaws: Flaw[] = []
  const add = (field: string, message: string, severity: Flaw['severity'] = 'error') =>
    flaws.push({ path: field === '' ? path : `${path}.${field}`, message, severity })
  const offer = offerOf(raw)
  const extra = isObject(raw['extra']) ? raw['extra'] : {}
  if (offer.scheme === null) add('scheme', 'is required, such as exact')
  networkFlaws(offer, version, add)
  const named = version === 2 ? 'amount' : 'maxAmountRequired'
  const other = version === 2 ? 'maxAmountRequired' : 'amount'
  if (raw[named] === undefined && raw[other] !== undefined)
    add(other, `version ${version} calls it ${named}`)
  else if (offer.amountBase === null)
    add(
      named,
      'must be base units of the token as text of digits, without sign, dot or zeros first',
    )
  else if (offer.amountBase === '0' && offer.scheme === 'exact')
    add(named, 'asks for nothing', 'warning')
  if (offer.payTo === null) add('payTo', 'is required: the address that is paid')
  if (offer.asset === null) add('asset', 'is required: the address of the token')
  addressFlaws(offer, add)
  if (offer.maxTimeoutSeconds === null || offer.maxTimeoutSeconds <= 0)
    add('maxTimeoutSeconds', 'must be a whole number of seconds above 0')
  if (offer.chain?.startsWith('eip155:')) domainFlaws(offer, extra, add)
  if (offer.chain?.startsWith('solana:') && textIn(extra['feePayer']) === null)
    add('extra.feePayer', 'is missing: stock buyers on Solana need to know who pays the fee')
  return flaws
}

type Add = (field: string, message: string, severity?: Flaw['severity']) => void

function networkFlaws({ network, chain }: Offer, version: 1 | 2, add: Add): void {
  if (network === null) return add('network', 'is required')
  if (version === 2 && !network.includes(':'))
    add('network', `must be a CAIP-2 id${chain ? `, here ${chain}` : ''}; names are of version 1`)
  if (chain === null) add('network', 'is no network that is known here', 'warning')
  else if (isTestChain(chain))
    add('network', 'is a test network: its money is worth nothing', 'warning')
}

function addressFlaws({ chain, payTo, asset }: Offer, add: Add): void {
  const [space = ''] = (chain ?? '').split(':')
  const problem = ADDRESS_PROBLEMS[space]
  const wrong = payTo === null || !problem ? null : problem(payTo)
  if (wrong !== null) add('payTo', wrong)
  const wrongAsset = space === 'eip155' && asset !== null ? evmAddressProblem(asset) : null
  if (wrongAsset !== null) return add('asset', wrongAsset)
  if (chain !== null && asset !== null && !stablecoinAt(chain, asset))
    add(
      'asset',
      'is not in the list of genuine stablecoins: its decimals and its worth are unknown here',
      'warning',
    )
}

/** The token refuses signatures with another domain name or version than its own. */
function domainFlaws({ chain, asset, domain }: Offer, extra: JsonObject, add: Add): void {
  if (extra['assetTransferMethod'] === 'permit2') return
  const known = tokenOf(chain, asset)
  if (known?.eip3009 === false)
    add('asset', `${known.symbol} takes no EIP-3009 authorization there`)
  if (domain === null)
    return add('extra', 'must hold name and version of the token, under which buyers sign')
  if (!known?.domain) return
  const { name, version } = known.domain
  if (domain.name === name && domain.version === version) return
  const [told, real] = [JSON.stringify(domain.name), JSON.stringify(name)]
  const names = `names the token ${told} ${domain.version}, and the chain ${real} ${version}`
  add('extra', `${names}: a signature would fail`)
}
