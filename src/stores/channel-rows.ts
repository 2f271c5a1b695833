/** A payment channel. Amounts are base units of its token, which has six decimals. */
export interface Channel {
  /** In lower-case hex; it holds the chain, so no two networks share one. */
  readonly id: string
  readonly network: string
  /** In lower case. */
  readonly payer: string
  /** Who signs claims and refunds, in lower case. */
  readonly authorizer: string
  /** The `ChannelConfig`, as JSON. */
  readonly config: string
  /** As the chain had it when it was last read. */
  readonly balance: number
  readonly claimed: number
  /** What its payer has been told that all calls cost. */
  readonly charged: number
  /** What calls have cost less than was told; it lowers the next charges, and is never claimed. */
  readonly credit: number
  /** What the last voucher allows. */
  readonly signed: number
  readonly signature: string | null
  /** When its payer began to withdraw, in seconds; 0 for not. */
  readonly withdrawAt: number
  readonly refundNonce: number
  /** A deposit of it was signed by its payer here, so that its vouchers prove that wallet. */
  readonly isProven: boolean
  readonly holder: string | null
  readonly heldUntil: number
  /** When the oldest charge was made that is not claimed, in milliseconds; 0 for none. */
  readonly unclaimedSince: number
  /** When the chain was last asked about it, in milliseconds. */
  readonly seen: number
  /** When it was last refunded, in milliseconds; 0 for never. */
  readonly refunded: number
  readonly updated: number
}

/** What the calls have cost, and may be claimed. */
export const owedOn = ({ charged, credit }: Pick<Channel, 'charged' | 'credit'>): number =>
  charged - credit

export type NewChannel = Pick<Channel, 'id' | 'network' | 'payer' | 'authorizer' | 'config'>

/** A channel as the chain has it. */
export interface SeenChannel {
  readonly balance: number
  readonly claimed: number
  readonly withdrawAt: number
  readonly refundNonce: number
}

/** A channel as its row holds it. */
export interface Row extends Omit<
  Channel,
  'isProven' | 'withdrawAt' | 'refundNonce' | 'heldUntil' | 'unclaimedSince'
> {
  readonly withdraw_at: number
  readonly refund_nonce: number
  readonly proven: number
  readonly held_until: number
  readonly unclaimed_since: number
}

export const COLUMNS = `id, network, payer, authorizer, config, balance, claimed, charged, credit,
  signed, signature, withdraw_at, refund_nonce, proven, holder, held_until, unclaimed_since, seen,
  refunded, updated`

export const channelOf = ({
  withdraw_at: withdrawAt,
  refund_nonce: refundNonce,
  proven,
  held_until: heldUntil,
  unclaimed_since: unclaimedSince,
  ...row
}: Row): Channel => ({
  ...row,
  withdrawAt,
  refundNonce,
  heldUntil,
  unclaimedSince,
  isProven: proven === 1,
})
