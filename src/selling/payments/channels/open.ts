import type { PaymentRequirements } from '@x402/core/types'
import type { Hex } from 'viem'
import type { Db } from '../../../base/core/db.ts'
import { canonicalId } from '../../../outside/chains/networks.ts'
import { createChannelStore } from '../../../stores/channels.ts'
import type { Rail } from '../rail.ts'
import type { EscrowNode } from '../x402/evm/escrow-node.ts'
import { createLeases, type Leases } from './leases.ts'
import { createOffers, type OfferOptions } from '../x402/offers.ts'
import { payToFor, takes } from '../x402/requirements.ts'
import { createClaims } from './claims.ts'
import { createChannelKeeper, type ChannelKeeper, type ClaimPolicy } from './keeper.ts'
import { createChannelKeys } from './keys.ts'
import { createChannelRail } from './rail.ts'
import { createChannelRefunds, type ChannelRefunds } from './refunds.ts'
import { createReserving } from './reserve.ts'
import { channelOffer, DECIMALS, type ChannelTerms } from './terms.ts'
import { createTurns } from './turns.ts'

/** Payment channels of this service. */
export interface Channels {
  readonly rail: Rail
  readonly keeper: ChannelKeeper
  readonly refunds: ChannelRefunds
  readonly leases: Leases
  /** The offer of a channel beside an `exact` one; null where there is none. */
  offerBeside(exact: PaymentRequirements): PaymentRequirements | null
  /** Networks on which channels are offered. */
  networks(): readonly string[]
}

export interface ChannelOptions extends OfferOptions {
  /** Keys that sign claims, the one of new channels first; none closes the rail. */
  readonly keys: readonly Hex[]
  readonly withdrawDelaySeconds: number
  readonly depositMin: number
  readonly policy: Omit<ClaimPolicy, 'withdrawDelayMs'>
  readonly db: Db
  readonly refundUrl: string
  now(): number
  onTrouble(what: string, cause: unknown): void
}

/**
 * A look at the chain is good for a quarter of the time of a withdrawal, and ten minutes at most.
 */
const LOOKED_SHARE = 4
const LOOKED_MS_MAX = 600_000

export async function openChannels(options: ChannelOptions): Promise<Channels> {
  const { facilitators, merchant, networks, db, now, onTrouble, policy } = options
  const keys = createChannelKeys(options.keys)
  const nodes = keys.current === '' ? [] : await thereOf(facilitators.escrows(), onTrouble)
  const byNetwork = new Map(nodes.map((node) => [node.network.id, node]))
  const channels = createChannelStore(db)
  const { withdrawDelaySeconds, depositMin } = options
  const terms: ChannelTerms = { authorizer: keys.current, withdrawDelaySeconds, depositMin }
  const nodeOn = (id: string) => byNetwork.get(canonicalId(id))
  const withdrawDelayMs = withdrawDelaySeconds * 1000
  const lookedWithinMs = Math.min(withdrawDelayMs / LOOKED_SHARE, LOOKED_MS_MAX)
  const reserving = createReserving({ channels, turns: createTurns(), lookedWithinMs, now })
  const leases = createLeases(channels, now)
  const claims = createClaims({ channels, keys, now, onTrouble })

  /** A tool that pays somebody else is sold without a channel: its escrow pays one receiver. */
  function offerBeside(exact: PaymentRequirements): PaymentRequirements | null {
    const isOurs = exact.payTo.toLowerCase() === merchant.payTo.evm.toLowerCase()
    return isOurs && nodeOn(exact.network) ? channelOffer(exact, terms) : null
  }

  const { offersFor } = createOffers({ ...options, channelOffer: offerBeside })
  const common = { terms, channels, reserving, leases, keys, db, nodeOn, now, onTrouble }
  return {
    rail: createChannelRail({
      ...common,
      offersFor,
      accepts: (tool) =>
        networks.some(
          (network) =>
            nodeOn(network.id) !== undefined &&
            takes(network, tool, merchant) &&
            payToFor(tool, merchant).evm === merchant.payTo.evm,
        ),
    }),
    keeper: createChannelKeeper({
      ...common,
      claims,
      nodes,
      policy: { ...policy, withdrawDelayMs },
    }),
    refunds: createChannelRefunds({
      ...common,
      url: options.refundUrl,
      offers: () => nodes.map((node) => refundOffer(node, merchant.payTo.evm, terms)),
    }),
    leases,
    offerBeside,
    networks: () => [...byNetwork.keys()],
  }
}

/** An offer by which a client finds the channel that it wants to have refunded. */
const refundOffer = (
  { network }: EscrowNode,
  payTo: string,
  terms: ChannelTerms,
): PaymentRequirements =>
  channelOffer(
    {
      scheme: 'exact',
      network: network.id as PaymentRequirements['network'],
      amount: '0',
      asset: network.asset,
      payTo,
      maxTimeoutSeconds: 300,
      extra: { ...network.domain },
    },
    terms,
  )

/** Sums are counted in whole numbers, which tokens with more decimals exceed. */
async function thereOf(
  escrows: readonly EscrowNode[],
  onTrouble: ChannelOptions['onTrouble'],
): Promise<readonly EscrowNode[]> {
  const found = await Promise.all(
    escrows.map(async (node) => {
      if (node.network.decimals !== DECIMALS) return []
      const isThere = await node.isThere().catch((thrown: unknown) => {
        onTrouble(`payment channels on ${node.network.id}`, thrown)
        return false
      })
      return isThere ? [node] : []
    }),
  )
  return found.flat()
}
