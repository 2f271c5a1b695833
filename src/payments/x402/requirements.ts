import type { PaymentRequired, PaymentRequirements } from '@x402/core/types'
import { baseUnits } from '../../core/money.ts'
import type { Tool } from '../../core/tool.ts'
import type { Quote } from '../rail.ts'
import type { Network } from './networks.ts'

/** Longer than any tool of its pace, so that a payment signed now outlives the call. */
const SPARE_SECONDS = 90
const DESCRIPTION_LENGTH_MAX = 300

export interface Seller {
  /** Who receives: an EVM address, and one of its own for each other family. */
  readonly payTo: { readonly evm: string } & Readonly<Partial<Record<Network['family'], string>>>
  readonly baseUrl: string
  readonly name: string
}

/** What a buyer may sign for a quote: one entry per network, cheapest to settle first. */
export function requirementsFor(
  { tool, amount }: Quote,
  networks: readonly Network[],
  { seller, extraOf }: { readonly seller: Seller; extraOf(network: string): object },
): PaymentRequirements[] {
  return networks
    .filter((network) => takes(network, tool))
    .map((network) => ({
      scheme: 'exact',
      network: network.id as PaymentRequirements['network'],
      amount: String(baseUnits(amount, network.decimals)),
      asset: network.asset,
      payTo: payToOn(network, seller),
      maxTimeoutSeconds: timeoutSeconds(tool),
      extra: { ...(network.family === 'evm' ? network.domain : {}), ...extraOf(network.id) },
    }))
}

export function paymentRequired(
  { tool }: Quote,
  accepts: PaymentRequirements[],
  { baseUrl, name }: Seller,
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
    accepts,
    extensions: {},
  }
}

const timeoutSeconds = (tool: Tool): number => tool.deadlineMs / 1000 + SPARE_SECONDS

/** Wallet-bound tools take few networks; slow ones take those whose payments outlive them. */
function takes(network: Network, { spec }: Tool): boolean {
  if (spec.identity === 'wallet') return network.family === 'evm' && network.wallets === true
  return network.family === 'evm' || spec.pace !== 'slow'
}

function payToOn({ family, id }: Network, { payTo }: Seller): string {
  const address = payTo[family]
  if (!address) throw new Error(`nobody is to be paid on ${id}`)
  return address
}
