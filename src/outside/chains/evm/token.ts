import type { Hex } from 'viem'
import { selectorOf, topicOf } from '../../../engines/onchain/evm-selector.ts'
import type { PayableEvmNetwork } from '../networks.ts'
import { addressWord, numberWord } from '../../../engines/onchain/abi-words.ts'
import { transferWords, type Eip3009 } from './eip3009.ts'

/**
 * Calldata and events of a token. A transfer is nine words, encoded here by hand: the general
 * encoder takes longer than a signature check.
 */
const TRANSFER_WITH_AUTHORIZATION = selectorOf(
  'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)',
)
const BALANCE_OF = selectorOf('balanceOf(address)')
const AUTHORIZATION_STATE = selectorOf('authorizationState(address,bytes32)')
export const TRANSFERRED = topicOf('Transfer(address,address,uint256)')

export const AUTHORIZATION_USED = topicOf('AuthorizationUsed(address,bytes32)')
export const AUTHORIZATION_CANCELED = topicOf('AuthorizationCanceled(address,bytes32)')

/** A signed transfer. */
export interface Transfer {
  readonly authorization: Eip3009
  readonly signature: Hex
}

/** An event in a receipt or in the answer to a log query. */
export interface Event {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
}

export const balanceCall = (holder: string): Hex => `${BALANCE_OF}${addressWord(holder)}`

export const stateCall = ({ from, nonce }: Pick<Eip3009, 'from' | 'nonce'>): Hex =>
  `${AUTHORIZATION_STATE}${addressWord(from)}${nonce.slice(2)}`

export function transferCall({ authorization, signature }: Transfer): Hex {
  const signed = `${numberWord(vOf(signature))}${signature.slice(2, 130)}`
  return `${TRANSFER_WITH_AUTHORIZATION}${transferWords(authorization)}${signed}`
}

/** Identifies a transfer among the events of a transaction. */
export const keyOf = (from: string, nonce: string): string => `${from}:${nonce}`.toLowerCase()

/** The authorizations that a transaction used up, by `keyOf`. */
export function usedIn(network: PayableEvmNetwork, events: readonly Event[]): ReadonlySet<string> {
  return new Set(
    eventsOf(network, events, AUTHORIZATION_USED).map(({ topics }) =>
      keyOf(addressIn(topics[1]), topics[2] ?? ''),
    ),
  )
}

/** A transfer that a transaction made by the signature of its payer. */
export interface SignedTransfer {
  readonly from: string
  readonly to: string
  readonly value: bigint
  readonly nonce: string
}

/** Tokens log that a signature is used up, and then the transfer that it allowed. */
export function transfersIn(
  network: PayableEvmNetwork,
  events: readonly Event[],
): readonly SignedTransfer[] {
  const token = network.asset.toLowerCase()
  const ours = events.filter(({ address }) => address.toLowerCase() === token)
  return ours.flatMap(({ topics: [topic, payer, nonce = ''] }, at) => {
    const next = ours[at + 1]
    if (topic !== AUTHORIZATION_USED || next?.topics[0] !== TRANSFERRED) return []
    const [from, to] = [addressIn(next.topics[1]), addressIn(next.topics[2])]
    return from === addressIn(payer) ? [{ from, to, value: BigInt(next.data), nonce }] : []
  })
}

/** Whether a transaction paid exactly this transfer. */
export function paysIn(
  network: PayableEvmNetwork,
  events: readonly Event[],
  transfer: Eip3009,
): boolean {
  return eventsOf(network, events, TRANSFERRED).some(
    ({ topics, data }) =>
      addressIn(topics[1]) === transfer.from.toLowerCase() &&
      addressIn(topics[2]) === transfer.to.toLowerCase() &&
      BigInt(data) === BigInt(transfer.value),
  )
}

function eventsOf(
  { asset }: PayableEvmNetwork,
  events: readonly Event[],
  topic: string,
): readonly Event[] {
  const token = asset.toLowerCase()
  return events.filter(
    ({ address, topics }) => topics[0] === topic && address.toLowerCase() === token,
  )
}

const addressIn = (word: string | undefined): string => `0x${(word ?? '').slice(-40)}`.toLowerCase()

/** Tokens take 27 and 28; some wallets write 0 and 1. */
function vOf(signature: Hex): number {
  const v = Number.parseInt(signature.slice(130), 16)
  return v < 27 ? v + 27 : v
}
