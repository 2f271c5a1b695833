import { encodePaymentRequiredHeader } from '@x402/core/http'
import type { PaymentRequired, PaymentRequirements } from '@x402/core/types'
import type { CallReply, CallRequest } from '../../../base/core/call.ts'
import { json } from '../../../base/core/call.ts'
import type { Db } from '../../../base/core/db.ts'
import { Fault } from '../../../base/core/fault.ts'
import { refundDigest } from '../../../outside/chains/evm/escrow.ts'
import type { Channel } from '../../../stores/channel-rows.ts'
import type { ChannelStore } from '../../../stores/channels.ts'
import type { EscrowNode } from '../x402/evm/escrow-node.ts'
import { sentIn } from '../x402/sent-payload.ts'
import { claimCalls, claimRowOf } from './claims.ts'
import type { ChannelKeys } from './keys.ts'
import { readChannelPayment, type ReadChannelPayment } from './payload.ts'
import { seenOf, type Reserving } from './reserve.ts'
import { channelFault, configOf, freeOn, stateOf } from './terms.ts'
import { assertSigned } from './vouchers.ts'

/** Gives back what channels hold and calls have not cost. */
export interface ChannelRefunds {
  /** Without a payment, a 402 with the offers of channels; with a refund payload, the refund. */
  answer(request: CallRequest): Promise<CallReply>
}

export interface RefundParts {
  readonly channels: ChannelStore
  readonly reserving: Reserving
  readonly keys: ChannelKeys
  readonly db: Db
  readonly url: string
  nodeOn(network: string): EscrowNode | undefined
  /** The offers of channels; their amounts do not matter. */
  offers(): readonly PaymentRequirements[]
  now(): number
}

const HOLD_MS = 180_000
const GAS_SPARE = 60_000n
/** Each refund costs gas: a channel has one at most so often, and of at least a cent. */
const PAUSE_MS = 60_000
const LEAST = 10_000

export function createChannelRefunds(parts: RefundParts): ChannelRefunds {
  const { channels, reserving, keys, db, nodeOn, now } = parts

  const required = (error: string, accepts = parts.offers()): PaymentRequired => ({
    x402Version: 2,
    error,
    resource: {
      url: parts.url,
      description: 'Refund of a payment channel.',
      mimeType: 'application/json',
    },
    accepts: [...accepts],
  })

  function ask(error: string, only?: PaymentRequirements): CallReply {
    const value = required(error, only ? [only] : undefined)
    return {
      status: 402,
      headers: [['payment-required', encodePaymentRequiredHeader(value)]],
      body: json(value),
      challenges: [{ protocol: 'x402', value: () => value }],
    }
  }

  async function refund(read: ReadChannelPayment): Promise<CallReply> {
    const node = nodeOn(read.network)
    const offer = parts.offers().find(({ network }) => network === read.network)
    if (!node || !offer) throw channelFault('network_mismatch')
    if (!keys.has(read.config.receiverAuthorizer.toLowerCase()))
      throw channelFault('receiver_authorizer_mismatch')
    assertSigned(read, node.network.chainId)
    const until = now() + HOLD_MS
    const taken = await reserving.reserve({ read, offer, node, base: read.voucher.max, until })
    try {
      return await pay(node, taken.channel, taken.holder, read)
    } finally {
      await channels.release(read.named, taken.holder)
    }
  }

  async function pay(
    node: EscrowNode,
    known: Channel,
    holder: string,
    { refund: asked, config }: ReadChannelPayment,
  ): Promise<CallReply> {
    const { id } = known
    if (known.refunded > now() - PAUSE_MS) throw channelFault('channel_busy', PAUSE_MS / 1000)
    const at = now()
    const [state] = await node.states([id])
    if (!state) throw channelFault('channel_not_found')
    await channels.see(known, seenOf(state), at)
    const channel = { ...known, ...seenOf(state) }
    const isWhole = asked === null || asked >= freeOn(channel, false)
    const free = freeOn(channel, isWhole)
    if (free < LEAST) throw channelFault('refund_no_balance')
    const amount = isWhole ? free : (asked ?? 0)
    if (amount < LEAST) throw channelFault('refund_amount_invalid')
    const row = claimRowOf(channel)
    const given = { amount: BigInt(amount), nonce: state.refundNonce }
    const signature = keys.sign(channel.authorizer, refundDigest(node.network.chainId, id, given))
    const { refundCall, together } = await import('../../../outside/chains/evm/escrow-calls.ts')
    const data = together([
      ...(row ? await claimCalls(node, keys, [{ channel, row }]) : []),
      refundCall(configOf(channel), given, signature),
    ])
    const gas = await node.rehearse(data)
    if (gas === null) throw channelFault('refund_no_balance')
    const sent = await node.send(data, gas + GAS_SPARE)
    if (sent.state !== 'mined') throw notSent(sent)
    const after = {
      ...channel,
      balance: channel.balance - amount,
      refundNonce: channel.refundNonce + 1,
    }
    const claimed = row ? Number(row.total) : channel.claimed
    await db.batch([
      channels.seeing(id, { ...after, claimed }, now()),
      ...channels.refunded(id, holder, isWhole, now()),
    ])
    const value = {
      success: true,
      transaction: sent.transaction,
      network: node.network.id,
      payer: config.payer,
      amount: String(amount),
      extra: { channelState: stateOf({ ...after, claimed }) },
    }
    const header = Buffer.from(JSON.stringify(value)).toString('base64')
    return { status: 200, headers: [['payment-response', header]], body: json(value) }
  }

  return {
    async answer(request) {
      const sent = sentIn(request)
      if (sent === undefined) return ask('Payment required')
      try {
        const read = readChannelPayment(sent)
        if (read?.type !== 'refund') throw channelFault('payload_type')
        return await refund(read)
      } catch (thrown) {
        if (!(thrown instanceof Fault) || thrown.status !== 402) throw thrown
        return ask(thrown.message, thrown.detail.terms as PaymentRequirements | undefined)
      }
    },
  }
}

const notSent = (sent: { readonly state: string }): Fault =>
  new Fault(
    'upstream_unreachable',
    `The refund could not be sent (${sent.state}); ask again later: it is made once.`,
    { retryAfterSeconds: 30 },
  )
