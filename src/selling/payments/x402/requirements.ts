import type { PaymentRequired, PaymentRequirements } from '@x402/core/types'
import { baseUnits, type Usd } from '../../../base/core/money.ts'
import { mayCostLess, type PayTo, type Tool } from '../../../base/core/tool.ts'
import type { Quote } from '../rail.ts'
import type { Scheme } from './facilitator.ts'
import type { Network } from '../../../outside/chains/networks.ts'

/** Longer than any tool of its pace, so that a payment signed now outlives the call. */
const SPARE_SECONDS = 90
const DESCRIPTION_LENGTH_MAX = 300

export interface Merchant {
  /** The payees: an EVM address, and one address for each other family. */
  readonly payTo: { readonly evm: string } & PayTo
  readonly baseUrl: string
  readonly name: string
  /** Settings, for tools that name whom to pay. */
  setting?(name: string): string | undefined
}

/** The payee of a tool. */
export function payToFor({ spec }: Tool, { payTo, setting = () => undefined }: Merchant): PayTo {
  const own = spec.payTo
  if (own === undefined) return payTo
  return typeof own === 'function' ? own(setting) : own
}

export interface RequirementParts {
  readonly merchant: Merchant
  extraOf(network: string): object
  /** Other facts for payers of `upto`; null without a settler. */
  uptoOf?(network: string): object | null
  /** The offer of a channel beside an `exact` one; null where there is none. */
  channelOffer?(exact: PaymentRequirements): PaymentRequirements | null
}

/** Of so many networks a channel is offered: each entry takes a ninth of the header. */
const CHANNELS_MAX = 2

/**
 * What a buyer may sign for a quote: one entry per network, cheapest to settle first. A channel is
 * offered behind the `exact` entry of its network, so that nobody deposits who did not choose to.
 * Entries of `upto` come last, because they need an allowance for Permit2.
 */
export function requirementsFor(
  quote: Quote,
  networks: readonly Network[],
  { merchant, extraOf, uptoOf, channelOffer = () => null }: RequirementParts,
): PaymentRequirements[] {
  const open = networks.filter((network) => takes(network, quote.tool, merchant))
  let channels = 0
  const exact = open.flatMap((network) => {
    const offer = offerOn(network, quote, merchant, 'exact', extraOf(network.id))
    const channel = channels < CHANNELS_MAX ? channelOffer(offer) : null
    if (channel) channels += 1
    return channel ? [offer, channel] : [offer]
  })
  if (!uptoOf || !mayCostLess(quote.tool)) return exact
  const upto = open.flatMap((network) => {
    const extra = network.family === 'evm' ? uptoOf(network.id) : null
    const more = { assetTransferMethod: 'permit2', ...extra }
    return extra ? [offerOn(network, quote, merchant, 'upto', more)] : []
  })
  return [...exact, ...upto]
}

const offerOn = (
  network: Network,
  { tool, amount }: Quote,
  merchant: Merchant,
  scheme: Scheme,
  extra: object,
): PaymentRequirements => ({
  scheme,
  network: network.id as PaymentRequirements['network'],
  amount: amountOn(network, amount),
  asset: network.asset,
  payTo: payToFor(tool, merchant)[network.family] ?? '',
  maxTimeoutSeconds: timeoutSeconds(tool),
  extra: { ...(network.family === 'evm' ? network.domain : {}), ...extra },
})

export const amountOn = ({ decimals }: Network, amount: Usd): string =>
  String(baseUnits(amount, decimals))

export function paymentRequired(
  { tool }: Quote,
  accepts: readonly PaymentRequirements[],
  { baseUrl, name }: Merchant,
  error: string,
): PaymentRequired {
  return {
    x402Version: 2,
    error,
    resource: {
      url: baseUrl + tool.path,
      description: tool.spec.description.slice(0, DESCRIPTION_LENGTH_MAX),
      mimeType: 'application/json',
      serviceName: name,
      tags: [tool.family],
    },
    accepts: [...accepts],
    extensions: {},
  }
}

const timeoutSeconds = (tool: Tool): number => tool.limits.firstEventMs / 1000 + SPARE_SECONDS

/**
 * Wallet-bound tools take some EVM networks; slow tools take all EVM networks, whose payments last
 * long enough.
 */
export function takes(network: Network, tool: Tool, merchant: Merchant): boolean {
  if (!payToFor(tool, merchant)[network.family]) return false
  if (tool.spec.identity === 'wallet') return network.family === 'evm' && network.wallets === true
  return network.family === 'evm' || tool.spec.pace !== 'slow'
}
