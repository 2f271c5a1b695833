import type { ChannelStore } from '../../../stores/channels.ts'
import type { PaymentReceipt, Settlement } from '../rail.ts'
import type { EscrowNode } from '../x402/evm/escrow-node.ts'
import { sendDeposit, traceDeposit } from './deposits.ts'
import { depositIn, type HeldChannel } from './held.ts'
import { seenOf } from './reserve.ts'
import { stateOf } from './terms.ts'

/** Settles calls that were paid by channel. */
export interface ChannelSettling {
  settle(data: HeldChannel): Promise<Settlement>
  /** Looks for the deposit of a call on the chain, and sends nothing. */
  trace(data: HeldChannel): Promise<Settlement>
  /** Sends the deposit of a call that the chain does not have. */
  retry(data: HeldChannel): Promise<Settlement>
}

export interface ChannelSettlingParts {
  readonly channels: ChannelStore
  /** Undefined where no channel is offered on that network. */
  nodeOn(network: string): EscrowNode | undefined
  now(): number
  onTrouble(what: string, cause: unknown): void
}

type Settled = Extract<Settlement, { state: 'settled' }>

/** A deposit that was just mined is looked at again and again, as its block may be taken back. */
const YOUNG_MS = 600_000

export function createChannelSettling(parts: ChannelSettlingParts): ChannelSettling {
  const { channels, nodeOn, now, onTrouble } = parts

  /** What the voucher of a call is charged, with the receipt of its payer. */
  function charge(data: HeldChannel, transaction = ''): Settled {
    const { id, holder, base, cost, credit, max, signature, network, payer, deposit } = data
    const fromCredit = Math.min(credit, cost)
    const due = cost - fromCredit
    const added = deposit && transaction !== '' ? Number(deposit.amount) : 0
    const state = { ...data.channel, id, charged: base + due }
    const balance = data.channel.balance + added
    const entries = channels.charging(
      { id, holder, base, charge: due, fromCredit, signed: max, signature },
      now(),
    )
    return {
      state: 'settled',
      receipt: receiptOf({
        success: true,
        transaction,
        network,
        payer,
        amount: deposit?.amount ?? '',
        extra: {
          channelState: stateOf({ ...state, balance }),
          chargedAmount: String(due),
        },
      }),
      entries,
      network,
      reference: transaction || id,
      ...(transaction !== '' && { mayRevert: true }),
    }
  }

  /** The chain has the deposit. */
  async function chargeDeposited(data: HeldChannel, transaction: string): Promise<Settled> {
    const settled = charge(data, transaction)
    const at = now()
    const node = nodeOn(data.network)
    const read = await node?.states([data.id]).catch(() => [])
    const added = { ...data.channel, balance: data.channel.balance + Number(data.deposit?.amount) }
    const seen = read?.[0] ? seenOf(read[0]) : added
    const before = [channels.seeing(data.id, seen, at, at + YOUNG_MS), channels.proving(data.id)]
    return { ...settled, entries: [...before, ...settled.entries] }
  }

  async function settleDeposit(
    data: HeldChannel,
    how: 'send' | 'look' | 'retry',
  ): Promise<Settlement> {
    const made = depositIn(data)
    const node = nodeOn(data.network)
    if (!made || !node) return unknownOf(data)
    try {
      const seen = how === 'send' ? { state: 'unused' as const } : await traceDeposit(node, made)
      if (seen.state === 'unused' && how === 'look') return unknownOf(data)
      const done = seen.state === 'unused' ? await sendDeposit(node, made) : seen
      if (done.state === 'mined') return await chargeDeposited(data, done.transaction)
      if (done.state === 'refused') return refusalOf(data, done.reason)
      return unknownOf(data, done.transaction)
    } catch (thrown) {
      onTrouble(`a deposit cannot be settled (${how})`, thrown)
      return unknownOf(data)
    }
  }

  return {
    settle: async (data) => (data.deposit ? settleDeposit(data, 'send') : charge(data)),
    trace: (data) => settleDeposit(data, 'look'),
    retry: (data) => settleDeposit(data, 'retry'),
  }
}

function receiptOf(value: Readonly<Record<string, unknown>>): PaymentReceipt {
  const header = Buffer.from(JSON.stringify(value)).toString('base64')
  return { protocol: 'x402', value, header: ['payment-response', header] }
}

const failureOf = ({ network, payer }: HeldChannel, errorReason: string, transaction = '') =>
  receiptOf({ success: false, errorReason, transaction, network, payer })

const refusalOf = (data: HeldChannel, reason: string): Settlement => ({
  state: 'refused',
  reason,
  receipt: failureOf(data, reason),
})

const unknownOf = (data: HeldChannel, transaction = ''): Settlement => ({
  state: 'unknown',
  reason: 'settlement_pending: do not sign again; resume with the same request later',
  receipt: failureOf(data, 'settlement_pending', transaction),
})
