import type { Hex } from 'viem'
import { claimDigest } from '../../../outside/chains/evm/escrow.ts'
import type { ClaimRow } from '../../../outside/chains/evm/escrow-calls.ts'
import { owedOn, type Channel } from '../../../stores/channel-rows.ts'
import type { ChannelStore } from '../../../stores/channels.ts'
import type { EscrowNode, Mined } from '../x402/evm/escrow-node.ts'
import type { ChannelKeys } from './keys.ts'
import { seenOf } from './reserve.ts'
import { configOf } from './terms.ts'

/** Claims what channels owe, many in one transaction, and settles it to the receiver. */
export interface Claims {
  /**
   * Claims from these channels, as they are on the chain now. A channel that cannot be claimed from
   * does not keep the others from it. Throws when the node cannot be asked.
   */
  claim(node: EscrowNode, due: readonly Channel[]): Promise<void>
}

export interface ClaimParts {
  readonly channels: ChannelStore
  readonly keys: ChannelKeys
  now(): number
  onTrouble(what: string, cause: unknown): void
}

/** A claim takes 24,000 gas for each further channel, and blocks have room for more than these. */
const ROWS_MAX = 50
const GAS_SPARE = 50_000n

/** A voucher and how much of it can be claimed; null where the channel holds nothing to claim. */
export function claimRowOf(channel: Channel): ClaimRow | null {
  const total = Math.min(owedOn(channel), channel.balance, channel.signed)
  if (channel.signature === null || total <= channel.claimed) return null
  return {
    config: configOf(channel),
    max: BigInt(channel.signed),
    signature: channel.signature,
    total: BigInt(total),
  }
}

/** The calls that claim rows and pay them out. All rows have one authorizer. */
export async function claimCalls(
  { network }: EscrowNode,
  keys: ChannelKeys,
  claimed: readonly Claimed[],
): Promise<readonly Hex[]> {
  const [first] = claimed
  if (!first) return []
  const { claimCall, settleCall } = await import('../../../outside/chains/evm/escrow-calls.ts')
  const entries = claimed.map(({ channel, row }) => ({ id: channel.id, ...row }))
  const signature = keys.sign(first.channel.authorizer, claimDigest(network.chainId, entries))
  const { receiver, token } = first.row.config
  return [
    claimCall(
      claimed.map(({ row }) => row),
      signature,
    ),
    settleCall(receiver, token),
  ]
}

interface Claimed {
  readonly channel: Channel
  readonly row: ClaimRow
}

export function createClaims({ channels, keys, now, onTrouble }: ClaimParts): Claims {
  /** Reads the channels on the chain, and answers them as they are then. */
  async function read(node: EscrowNode, known: readonly Channel[]): Promise<readonly Channel[]> {
    const at = now()
    const states = await node.states(known.map(({ id }) => id))
    const seen = known.flatMap((channel, index) => {
      const state = states[index]
      return state ? [{ ...channel, ...seenOf(state) }] : []
    })
    for (const one of seen) await channels.see(one, one, at)
    return seen
  }

  async function send(node: EscrowNode, claimed: readonly Claimed[]): Promise<void> {
    const { together } = await import('../../../outside/chains/evm/escrow-calls.ts')
    const data = together(await claimCalls(node, keys, claimed))
    const gas = await node.rehearse(data)
    if (gas === null) return apart(node, claimed)
    const sent = await node.send(data, gas + GAS_SPARE)
    if (sent.state === 'reverted') return apart(node, claimed)
    if (sent.state !== 'mined')
      onTrouble('claiming from payment channels', new Error(endingOf(sent)))
    await read(
      node,
      claimed.map(({ channel }) => channel),
    )
  }

  /** One that fails undoes all, so the failing one is searched for by halves. */
  async function apart(node: EscrowNode, claimed: readonly Claimed[]): Promise<void> {
    if (claimed.length === 1) {
      onTrouble('a payment channel cannot be claimed from', new Error(claimed[0]?.channel.id))
      return
    }
    const half = Math.ceil(claimed.length / 2)
    await send(node, claimed.slice(0, half))
    await send(node, claimed.slice(half))
  }

  return {
    async claim(node, due) {
      const seen = await read(node, due)
      for (const channel of seen)
        if (owedOn(channel) > channel.balance) onTrouble(LOST, new Error(lossOn(channel)))
      const rows = seen.flatMap((channel) => {
        const row = keys.has(channel.authorizer) ? claimRowOf(channel) : null
        return row ? [{ channel, row }] : []
      })
      for (const alike of Map.groupBy(rows, ({ channel }) => channel.authorizer).values())
        for (let at = 0; at < alike.length; at += ROWS_MAX)
          await send(node, alike.slice(at, at + ROWS_MAX))
    },
  }
}

const LOST = 'a payment channel holds less than its calls have cost'

const lossOn = (channel: Channel): string =>
  `${channel.id}: ${owedOn(channel) - channel.balance} of ${owedOn(channel)} base units`

const endingOf = (sent: Mined): string =>
  sent.state === 'rejected'
    ? sent.reason
    : `${sent.state} ${'transaction' in sent ? sent.transaction : ''}`
