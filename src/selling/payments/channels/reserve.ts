import { randomUUID } from 'node:crypto'
import type { PaymentRequirements } from '@x402/core/types'
import type { EscrowNode } from '../x402/evm/escrow-node.ts'
import type { ChannelState } from '../../../outside/chains/evm/escrow-state.ts'
import type { Channel, NewChannel, SeenChannel } from '../../../stores/channel-rows.ts'
import type { ChannelStore } from '../../../stores/channels.ts'
import { channelIdOf } from '../../../outside/chains/evm/escrow.ts'
import type { ReadChannelPayment } from './payload.ts'
import { channelFault, corrective } from './terms.ts'
import type { Turns } from './turns.ts'

/** What a call asks of a channel. */
export interface Wanted {
  readonly read: ReadChannelPayment
  readonly offer: PaymentRequirements
  readonly node: EscrowNode
  /** What must have been charged before, in base units. */
  readonly base: number
  readonly until: number
}

export interface Reserved {
  readonly channel: Channel
  readonly holder: string
}

export interface Reserving {
  /**
   * Takes the channel for a call, which may wait for others of the channel. Throws the refusal that
   * its payer must know.
   */
  reserve(wanted: Wanted): Promise<Reserved>
}

export interface ReservingParts {
  readonly channels: ChannelStore
  readonly turns: Turns
  /** How old the last look at the chain may be, in milliseconds. */
  readonly lookedWithinMs: number
  now(): number
}

/** How long a channel is kept for the voucher that its payer was asked for. */
const NEXT_VOUCHER_MS = 4_000
/** A channel that seems to hold too little is looked at again, but not more often than this. */
const LOOK_AGAIN_MS = 1_000

export const newChannelOf = (
  { config, network }: Pick<ReadChannelPayment, 'config' | 'network'>,
  chainId: number,
): NewChannel => ({
  id: channelIdOf(chainId, config),
  network,
  payer: config.payer.toLowerCase(),
  authorizer: config.receiverAuthorizer.toLowerCase(),
  config: JSON.stringify(config),
})

/** Sums beyond what is counted here count as the most that is. */
const countOf = (units: bigint): number => Math.min(Number(units), Number.MAX_SAFE_INTEGER)

export const seenOf = (state: ChannelState): SeenChannel => ({
  balance: countOf(state.balance),
  claimed: countOf(state.claimed),
  withdrawAt: state.withdrawAt,
  refundNonce: countOf(state.refundNonce),
})

export function createReserving(parts: ReservingParts): Reserving {
  const { channels, turns, lookedWithinMs, now } = parts

  /** Asks the chain; what it says is read before, so an older look never replaces it. */
  async function look({ read, node }: Wanted): Promise<void> {
    const channel = newChannelOf(read, node.network.chainId)
    const at = now()
    const [state] = await node.states([channel.id])
    if (!state) throw channelFault('channel_not_found')
    if (read.type !== 'deposit' && state.balance === 0n) throw channelFault('channel_not_found')
    await channels.see(channel, seenOf(state), at)
  }

  /** Where nothing but the voucher is needed. */
  function take({ read, node, base, until }: Wanted, holder: string): Promise<Channel | null> {
    const id = channelIdOf(node.network.chainId, read.config)
    const at = now()
    const room = { max: read.voucher.max, since: at - lookedWithinMs }
    const reservation = { id, holder, base, until }
    return channels.reserve(reservation, at, read.type === 'voucher' ? room : undefined)
  }

  async function attempt(
    wanted: Wanted,
    holder: string,
    isQuiet: boolean,
  ): Promise<Channel | 'busy'> {
    const { read, node } = wanted
    const id = channelIdOf(node.network.chainId, read.config)
    const taken = await take(wanted, holder)
    if (taken) return taken
    const { max } = read.voucher
    const since = now() - lookedWithinMs
    const isVoucher = read.type === 'voucher'
    const known = await channels.find(id)
    const isDoubtful =
      !known ||
      (known.seen < now() - LOOK_AGAIN_MS &&
        (known.withdrawAt > 0 || (isVoucher && known.balance < max)))
    const isOld = isVoucher && known !== null && known.seen < since
    if (isDoubtful || isOld) {
      await look(wanted)
      const seen = await take(wanted, holder)
      if (seen) return seen
    }
    return judge(await channels.find(id), wanted, isQuiet)
  }

  /** Why a channel could not be taken. */
  async function judge(
    channel: Channel | null,
    { read, offer, base }: Wanted,
    isQuiet: boolean,
  ): Promise<'busy'> {
    if (!channel) throw channelFault('channel_not_found')
    if (channel.withdrawAt > 0) throw channelFault('channel_closing')
    if (channel.charged === base) {
      if (read.type === 'voucher' && channel.balance < read.voucher.max)
        throw channelFault('cumulative_exceeds_balance')
      return 'busy'
    }
    if (!isQuiet) return 'busy'
    // One at a time is asked to sign again: then nobody takes the sum that it will sign.
    if (!(await channels.await(channel.id, now() + NEXT_VOUCHER_MS, now()))) return 'busy'
    throw corrective(offer, channel)
  }

  return {
    async reserve(wanted) {
      const holder = randomUUID()
      const id = channelIdOf(wanted.node.network.chainId, wanted.read.config)
      const first = async () => (await take(wanted, holder)) ?? 'busy'
      const channel = await turns.take(id, first, (isQuiet) => attempt(wanted, holder, isQuiet))
      return { channel, holder }
    },
  }
}
