import type { PaymentRequirements } from '@x402/core/types'
import { Fault } from '../../../base/core/fault.ts'
import { baseUnits } from '../../../base/core/money.ts'
import type { ChannelConfig } from '../../../outside/chains/evm/escrow.ts'
import { same } from '../x402/payload.ts'
import { owedOn, type Channel } from '../../../stores/channel-rows.ts'
import { SCHEME, type ReadChannelPayment } from './payload.ts'

/** What a seller of channels says in its offers. */
export interface ChannelTerms {
  /** The address that signs claims and refunds. */
  readonly authorizer: string
  readonly withdrawDelaySeconds: number
  /** The least deposit, in base units. */
  readonly depositMin: number
}

/** The offer of a channel beside the `exact` offer of the same call. */
export function channelOffer(exact: PaymentRequirements, terms: ChannelTerms): PaymentRequirements {
  const minDeposit = Math.max(terms.depositMin, Number(exact.amount))
  return {
    ...exact,
    scheme: SCHEME,
    extra: {
      ...exact.extra,
      receiverAuthorizer: terms.authorizer,
      withdrawDelay: terms.withdrawDelaySeconds,
      minDeposit: String(minDeposit),
    },
  }
}

/** A code that official clients know, without its prefix. */
export type ChannelCode =
  | 'cumulative_amount_mismatch'
  | 'voucher_signature'
  | 'channel_id_mismatch'
  | 'receiver_mismatch'
  | 'receiver_authorizer_mismatch'
  | 'withdraw_delay_mismatch'
  | 'token_mismatch'
  | 'channel_not_found'
  | 'channel_busy'
  | 'channel_closing'
  | 'cumulative_exceeds_balance'
  | 'deposit_simulation_failed'
  | 'deposit_below_min_deposit'
  | 'refund_no_balance'
  | 'refund_amount_invalid'
  | 'payload_type'
  | 'network_mismatch'

const PREFIX = 'invalid_batch_settlement_evm_'

export const channelFault = (code: ChannelCode, retryAfterSeconds?: number): Fault =>
  new Fault('payment_refused', PREFIX + code, {
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })

/** The refusal from which an official client learns the sums, and signs anew. */
export function corrective(offer: PaymentRequirements, channel: Channel): Fault {
  const { signed, signature } = channel
  const extra = {
    ...offer.extra,
    channelState: stateOf(channel),
    ...(signature !== null && {
      voucherState: { signedMaxClaimable: String(signed), signature },
    }),
  }
  return new Fault('payment_refused', `${PREFIX}cumulative_amount_mismatch`, {
    terms: { ...offer, extra },
  })
}

/** What a payer is told of a channel. */
export const stateOf = (
  channel: Pick<Channel, 'id' | 'balance' | 'claimed' | 'withdrawAt' | 'refundNonce' | 'charged'>,
) => ({
  channelId: channel.id,
  balance: String(channel.balance),
  totalClaimed: String(channel.claimed),
  withdrawRequestedAt: channel.withdrawAt,
  refundNonce: String(channel.refundNonce),
  chargedCumulativeAmount: String(channel.charged),
})

/** What its payer may have back: deposits, less what calls have cost or were told to cost. */
export const freeOn = (channel: Channel, isWhole: boolean): number =>
  channel.balance - Math.max(isWhole ? owedOn(channel) : channel.charged, channel.claimed)

/** Refuses a channel of another seller, or of other terms. */
export function assertOurs(
  { config }: Pick<ReadChannelPayment, 'config'>,
  offer: Pick<PaymentRequirements, 'asset' | 'payTo'>,
  { authorizer, withdrawDelaySeconds }: ChannelTerms,
): void {
  if (!same(config.receiver, offer.payTo)) throw channelFault('receiver_mismatch')
  if (!same(config.receiverAuthorizer, authorizer))
    throw channelFault('receiver_authorizer_mismatch')
  if (!same(config.token, offer.asset)) throw channelFault('token_mismatch')
  if (config.withdrawDelay !== withdrawDelaySeconds) throw channelFault('withdraw_delay_mismatch')
}

export const configOf = ({ config }: Pick<Channel, 'config'>): ChannelConfig =>
  JSON.parse(config) as ChannelConfig

/** Channels are counted in millionths, as their tokens have them. */
export const DECIMALS = 6

export const unitsOf = (amount: Parameters<typeof baseUnits>[0]): number =>
  Number(baseUnits(amount, DECIMALS))
