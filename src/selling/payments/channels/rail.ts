import type { PaymentRequirements } from '@x402/core/types'
import { Fault } from '../../../base/core/fault.ts'
import { DAY_MS } from '../../../base/core/milliseconds.ts'
import type { Usd } from '../../../base/core/money.ts'
import type { Wallet } from '../../../base/core/payment.ts'
import type { Tool } from '../../../base/core/tool.ts'
import type { ChannelStore } from '../../../stores/channels.ts'
import type { Authorization, Credential, Quote, Rail, RailGuide } from '../rail.ts'
import type { EscrowNode } from '../x402/evm/escrow-node.ts'
import { eip3009Key, proofOn } from '../x402/payload.ts'
import { sentIn } from '../x402/sent-payload.ts'
import { assertOutlives } from '../x402/windows.ts'
import { isTaken, transferOf } from './deposits.ts'
import { Held, heldDeposit, type HeldChannel } from './held.ts'
import { LEASE_MS, type Leases } from './leases.ts'
import { isChannelPayment, readChannelPayment, SCHEME, type ReadChannelPayment } from './payload.ts'
import { newChannelOf, seenOf, type Reserving } from './reserve.ts'
import { createChannelSettling } from './settling.ts'
import { assertOurs, channelFault, unitsOf, type ChannelTerms } from './terms.ts'
import { assertSigned, voucherFlaw } from './vouchers.ts'

export interface ChannelRailParts {
  readonly terms: ChannelTerms
  readonly channels: ChannelStore
  readonly reserving: Reserving
  readonly leases: Leases
  /** Undefined where no channel is offered on that network. */
  nodeOn(network: string): EscrowNode | undefined
  /** What is offered for a call; the offers of channels are among them. */
  offersFor(quote: Quote): readonly PaymentRequirements[]
  accepts(tool: Tool): boolean
  now(): number
  onTrouble(what: string, cause: unknown): void
}

const RAIL = 'channel'
/** A deposit is looked for on the chain before another call may take its channel. */
const DEPOSIT_SPARE_MS = 600_000

type Sent = ReadChannelPayment | null

interface Good {
  readonly read: ReadChannelPayment
  readonly offer: PaymentRequirements
  readonly node: EscrowNode
}

/**
 * x402 `batch-settlement`: a payer deposits once, and signs a voucher for each call. A voucher is
 * charged in the transaction of its sale; a deposit is settled on the chain with its first call.
 */
export function createChannelRail(parts: ChannelRailParts): Rail<Sent, Good, HeldChannel> {
  const { terms, channels, reserving, leases, nodeOn, offersFor, now, onTrouble } = parts
  const settling = createChannelSettling(parts)

  function inspect({ data: read }: Credential<Sent>, quote: Quote): Good {
    if (!read) throw channelFault('payload_type')
    if (read.type === 'refund') throw channelFault('payload_type')
    const node = nodeOn(read.network)
    const offer = offersFor(quote).find(
      ({ scheme, network }) => scheme === SCHEME && network === read.network,
    )
    if (!node || !offer) throw channelFault('network_mismatch')
    assertOurs(read, offer, terms)
    assertSigned(read, node.network.chainId)
    if (read.deposit) assertDeposits(read, offer, quote.tool)
    return { read, offer, node }
  }

  function assertDeposits(read: ReadChannelPayment, offer: PaymentRequirements, tool: Tool): void {
    const { deposit } = read
    if (!deposit) return
    if (deposit.amount < BigInt(String(offer.extra['minDeposit'])))
      throw channelFault('deposit_below_min_deposit')
    if (deposit.validAfter * 1000n > BigInt(now())) throw channelFault('deposit_simulation_failed')
    assertOutlives(tool, String(deposit.validBefore), now())
  }

  async function release(id: string, holder: string): Promise<void> {
    leases.end(holder)
    await channels.release(id, holder)
  }

  async function verify(
    { proof }: Credential<Sent>,
    { tool, amount }: Quote,
    { read, offer, node }: Good,
  ): Promise<Authorization<HeldChannel>> {
    const cost = unitsOf(amount)
    const base = read.voucher.max - cost
    const heldMs = read.deposit ? tool.limits.firstEventMs + DEPOSIT_SPARE_MS : LEASE_MS
    const until = now() + heldMs
    const asked = { read, offer, node, base, until }
    const { channel, holder } = await reserving.reserve(asked).catch((thrown: unknown) => {
      if (thrown instanceof Fault) throw thrown
      onTrouble('a payment channel cannot be looked at', thrown)
      throw unreachable(thrown)
    })
    const { id, balance, claimed, withdrawAt, refundNonce, credit, payer } = channel
    if (!read.deposit) leases.hold(id, holder)
    const isProven =
      channel.isProven ||
      read.deposit !== null ||
      read.config.payerAuthorizer.toLowerCase() === payer
    try {
      if (tool.spec.identity === 'wallet' && !isProven) throw channelFault('voucher_signature')
      const deposit = read.deposit && (await depositOf(read, node, channel.balance))
      return {
        rail: RAIL,
        payer: { rail: RAIL, wallet: isProven ? (payer as Wallet) : null },
        amount,
        proof: deposit ? proof : null,
        data: {
          network: read.network,
          id,
          holder,
          base,
          cost,
          credit,
          channel: { balance, claimed, withdrawAt, refundNonce },
          payer,
          max: read.voucher.max,
          signature: read.voucher.signature,
          deposit,
        },
        ...(deposit && { validUntil: Number(deposit.validBefore) * 1000 }),
      }
    } catch (thrown) {
      await release(id, holder)
      throw thrown
    }
  }

  /**
   * A deposit that the chain would take; null where its voucher pays without it, as where somebody
   * else has submitted it.
   */
  async function depositOf(
    read: ReadChannelPayment,
    node: EscrowNode,
    balance: number,
  ): Promise<HeldChannel['deposit']> {
    const { deposit, config, named: id, voucher } = read
    if (!deposit) return null
    const made = { id, config, deposit }
    if (Number(deposit.amount) + balance < voucher.max)
      throw channelFault('cumulative_exceeds_balance')
    const isGood = await isTaken(node, made).catch((thrown: unknown) => {
      onTrouble('a deposit cannot be rehearsed', thrown)
      throw unreachable(thrown)
    })
    if (isGood) return heldDeposit(made)
    const at = now()
    const [state] = await node.states([id])
    if (!state || state.balance < BigInt(voucher.max) || state.withdrawAt > 0)
      throw channelFault('deposit_simulation_failed')
    await channels.see(newChannelOf(read, node.network.chainId), seenOf(state), at)
    return null
  }

  return {
    id: RAIL,
    paymentHeaders: ['payment-signature', 'x-payment', 'x-resume-token'],
    isOutside: ({ data }) => data.deposit !== null,
    accepts: parts.accepts,
    challenge: () => NOTHING,
    claim(request) {
      const sent = sentIn(request)
      if (sent === undefined || !isChannelPayment(sent)) return null
      const read = readChannelPayment(sent)
      const wallet = read?.config.payer.toLowerCase()
      const until = Number(read?.deposit?.validBefore ?? 0) * 1000
      return {
        rail: RAIL,
        payer: `${read?.network} ${wallet}`,
        ...(wallet !== undefined && { wallet }),
        proof: read && depositProof(read),
        proofUntil: Math.min(Math.max(until, now()), now() + 30 * DAY_MS) + DAY_MS,
        data: read,
      }
    },
    inspect,
    async isSigned({ data: read }) {
      const node = read && nodeOn(read.network)
      if (!node || voucherFlaw(read, node.network.chainId) !== null) return false
      const { payer, payerAuthorizer } = read.config
      if (payer.toLowerCase() === payerAuthorizer.toLowerCase()) return true
      return (await channels.find(read.named))?.isProven ?? false
    },
    verify,
    held: Held,
    reduce: (authorization, amount: Usd) => ({
      ...authorization,
      amount,
      data: { ...authorization.data, cost: unitsOf(amount) },
    }),
    settle({ data }) {
      leases.end(data.holder)
      return settling.settle(data)
    },
    trace: ({ data }) => settling.trace(data),
    retry: ({ data }) => settling.retry(data),
    async stands({ data }, reference) {
      return (
        (await nodeOn(data.network)
          ?.stands(reference)
          .catch(() => null)) ?? null
      )
    },
    release: ({ data: { id, holder } }) => release(id, holder),
    extend: ({ data: { id, holder } }, until) => channels.extend(id, holder, until),
    refund: ({ data: { id } }, amount) => [channels.crediting(id, unitsOf(amount))],
    guide: CHANNEL_GUIDE,
    describe: () => null,
  }
}

export const CHANNEL_GUIDE: RailGuide = {
  title: 'payment channel',
  how: (freeUrl) =>
    `Payment channel (x402 \`batch-settlement\`): the offer of that scheme in \`PAYMENT-REQUIRED\` is taken once by a deposit into the escrow, and then by one signed voucher a call, without a transaction. A call that costs less than its price is charged what it costs. What is left is given back for a refund payload to ${freeUrl('channel-refund')}, and can be withdrawn from the escrow without this service.`,
}

const NOTHING = { protocol: RAIL, value: () => null, headers: [], body: {} }

/** A deposit is used once, by the nonce of its transfer. */
function depositProof({ network, config, named, deposit }: ReadChannelPayment): string | null {
  if (!deposit) return null
  return proofOn(network, eip3009Key(config.token, transferOf({ id: named, config, deposit })))
}

const unreachable = (cause: unknown): Fault =>
  new Fault(
    'upstream_unreachable',
    'The channel cannot be looked at right now; nothing was charged. Try again.',
    { retryAfterSeconds: 5, cause },
  )
