import type { PaymentRequirements } from '@x402/core/types'
import type { Network } from '../../../outside/chains/networks.ts'
import type { Problem } from '../../../base/core/payment.ts'
import type { Tool } from '../../../base/core/tool.ts'
import type { RailChallenge, Quote } from '../rail.ts'
import type { Facilitators } from './facilitator.ts'
import { tell } from './fit-header.ts'
import { requirementsFor, takes, type Merchant } from './requirements.ts'

export interface OfferOptions {
  readonly merchant: Merchant
  /** Networks to be paid on, in the order in which they are offered. */
  readonly networks: readonly Network[]
  readonly facilitators: Facilitators
  /** The offer of a channel beside an `exact` one; null where there is none. */
  channelOffer?(exact: PaymentRequirements): PaymentRequirements | null
}

/** What x402 offers for a quote at this moment. */
export interface Offers {
  offersFor(quote: Quote): readonly PaymentRequirements[]
  /** The x402 part of a 402, with the networks that cannot be paid on, and why. */
  challenge(quote: Quote, problem?: Problem): RailChallenge
}

export function createOffers(options: OfferOptions): Offers {
  const { merchant, networks, facilitators, channelOffer = () => null } = options
  let listPriced = new WeakMap<Tool, Listed>()
  let madeAt = facilitators.version()

  function offersFor(quote: Quote): readonly PaymentRequirements[] {
    return quote.amount === quote.tool.price ? listedFor(quote).offers : offersNow(quote)
  }

  function offersNow(quote: Quote): readonly PaymentRequirements[] {
    const live = new Set(facilitators.live())
    const open = networks.filter(({ id }) => live.has(id))
    const { extraOf, uptoOf } = facilitators
    return requirementsFor(quote, open, { merchant, extraOf, uptoOf, channelOffer })
  }

  /** Offers of list prices are made once, because most calls cost the list price. */
  function listedFor(quote: Quote): Listed {
    if (madeAt !== facilitators.version()) {
      listPriced = new WeakMap()
      madeAt = facilitators.version()
    }
    const known = listPriced.get(quote.tool) ?? { offers: offersNow(quote) }
    listPriced.set(quote.tool, known)
    return known
  }

  function compose(quote: Quote, error: string, only?: PaymentRequirements): RailChallenge {
    const offers = only ? [only] : offersFor(quote)
    const { required, header } = tell(quote, offers, merchant, errorOf(offers, error))
    const unavailable = unavailableFor(quote.tool)
    return {
      protocol: 'x402',
      value: () => required,
      headers: [['payment-required', header]],
      body: { ...required, ...(unavailable.length > 0 ? { unavailable } : {}) },
    }
  }

  /** Networks that would be offered if they had a settler. */
  function unavailableFor(tool: Tool): readonly Unavailable[] {
    if (networks.length === 0) return [{ reason: 'This service names no address to pay.' }]
    const statuses = new Map(facilitators.statuses().map((status) => [status.network, status]))
    return networks.flatMap((network): readonly Unavailable[] => {
      const { isPayable = true, trouble = null } = statuses.get(network.id) ?? {}
      if (isPayable || !takes(network, tool, merchant)) return []
      return [{ network: network.id, reason: trouble ?? 'Nobody settles on it now.' }]
    })
  }

  function challenge(quote: Quote, problem?: Problem): RailChallenge {
    const { tool, amount } = quote
    if (problem || amount !== tool.price)
      return compose(
        quote,
        problem?.detail ?? 'Payment required',
        problem?.terms as PaymentRequirements | undefined,
      )
    const listed = listedFor(quote)
    return (listed.challenge ??= compose(quote, 'Payment required'))
  }

  return { offersFor, challenge }
}

interface Listed {
  readonly offers: readonly PaymentRequirements[]
  challenge?: RailChallenge
}

/** A network that cannot be paid on now, and why. */
interface Unavailable {
  readonly network?: string
  readonly reason: string
}

/** What cannot be settled is not offered, and the header says so by itself. */
const errorOf = (offers: readonly PaymentRequirements[], error: string): string =>
  offers.length > 0 ? error : `${error}; x402 cannot be paid now`
