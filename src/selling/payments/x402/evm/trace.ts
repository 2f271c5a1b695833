import { numberToHex, type Hex } from 'viem'
import { FINAL_AFTER_MS, type PaymentTrace } from '../../../../outside/chains/payment-trace.ts'
import type { PayableEvmNetwork } from '../../../../outside/chains/networks.ts'
import { addressWord } from '../../../../engines/onchain/abi-words.ts'
import type { Eip3009 } from '../../../../outside/chains/evm/eip3009.ts'
import type { Chain } from '../../../../outside/chains/evm/chain.ts'
import {
  AUTHORIZATION_CANCELED,
  AUTHORIZATION_USED,
  paysIn,
  stateCall,
} from '../../../../outside/chains/evm/token.ts'
import { wordOf } from '../../../../outside/chains/evm/words.ts'

/** How far back a transfer is searched; providers refuse wider ranges. */
const LOOK_BACK_BLOCKS = 9_000n
const FINAL_AFTER_SECONDS = BigInt(FINAL_AFTER_MS / 1000)

/** `unused`: it can still be used. */
export type TransferState =
  | Exclude<PaymentTrace, { state: 'settled' }>
  | {
      readonly state: 'settled'
      readonly transaction: Hex
      /** The account that has submitted it. */
      readonly sender: Hex
    }
  | { readonly state: 'unused' }

/**
 * What the chain says of an authorization: paid, by whose transaction, or never to be paid, because
 * it was cancelled or its time is over.
 */
export async function traceTransfer(
  chain: Chain,
  network: PayableEvmNetwork,
  authorization: Eip3009,
): Promise<TransferState> {
  const { number, timestamp } = await chain.getBlock()
  if (!(await isUsedUp(chain, network, authorization, number))) {
    const dead = isOver(authorization.validBefore, timestamp)
    return dead ? { state: 'dead', reason: 'authorization_expired' } : { state: 'unused' }
  }
  const event = await eventOf(chain, network, authorization, number)
  const transaction = event?.transactionHash
  if (!transaction) return { state: 'unknown' }
  if (event.topics[0] === AUTHORIZATION_CANCELED) return CANCELED
  const { logs, from: sender } = await chain.getTransactionReceipt({ hash: transaction })
  return paysIn(network, logs, authorization)
    ? { state: 'settled', transaction, sender }
    : { state: 'dead', reason: 'authorization_used' }
}

/** The state without the details of self-settlement. */
export const tracedAs = (seen: TransferState): PaymentTrace =>
  seen.state === 'unused' ? { state: 'unknown' } : seen

/** Whether the signature has ended, at the time of a block. */
export const isOver = (seconds: string, timestamp: bigint): boolean =>
  timestamp >= BigInt(seconds) + FINAL_AFTER_SECONDS

export const lookBackFrom = (latest: bigint): bigint =>
  latest > LOOK_BACK_BLOCKS ? latest - LOOK_BACK_BLOCKS : 0n

const CANCELED: TransferState = { state: 'dead', reason: 'authorization_canceled' }

export async function isUsedUp(
  chain: Chain,
  { asset }: PayableEvmNetwork,
  authorization: Pick<Eip3009, 'from' | 'nonce'>,
  block?: bigint,
): Promise<boolean> {
  return BigInt(await readWord(chain, asset, stateCall(authorization), block)) !== 0n
}

/** One word that a contract answers, at the latest block if none is named. */
export async function readWord(chain: Chain, to: string, data: Hex, block?: bigint): Promise<Hex> {
  if (block === undefined) return chain.words.read({ to, data })
  const at = numberToHex(block)
  const answer = await chain.request({ method: 'eth_call', params: [{ to: to as Hex, data }, at] })
  return wordOf({ to, data }, answer)
}

async function eventOf(
  chain: Chain,
  { asset }: PayableEvmNetwork,
  { from, nonce }: Eip3009,
  latest: bigint,
) {
  const logs = await chain.request({
    method: 'eth_getLogs',
    params: [
      {
        address: asset as Hex,
        topics: [
          [AUTHORIZATION_USED, AUTHORIZATION_CANCELED],
          `0x${addressWord(from)}`,
          nonce as Hex,
        ],
        fromBlock: numberToHex(lookBackFrom(latest)),
        toBlock: numberToHex(latest),
      },
    ],
  })
  return logs[0]
}
