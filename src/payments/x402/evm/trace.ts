import { numberToHex, type Hex } from 'viem'
import type { Traced } from '../facilitator.ts'
import type { EvmNetwork } from '../networks.ts'
import type { Eip3009 } from '../payload.ts'
import type { Chain } from './chain.ts'
import { addressWord, AUTHORIZATION_USED, paysIn, stateCall } from './token.ts'

/** How far back a transfer is looked for; providers refuse wider ranges. */
const LOOK_BACK_BLOCKS = 9_000n

/**
 * What the chain says of an authorization: whoever submitted it, a transfer to us is a payment; one
 * that was cancelled, or whose time is over, will never be.
 */
export async function traceTransfer(
  chain: Chain,
  network: EvmNetwork,
  authorization: Eip3009,
): Promise<Traced> {
  const [isUsed, block] = await Promise.all([
    isUsedUp(chain, network, authorization),
    chain.getBlock(),
  ])
  if (!isUsed) {
    const isOver = block.timestamp >= BigInt(authorization.validBefore)
    return isOver ? { state: 'dead', reason: 'authorization_expired' } : { state: 'unknown' }
  }
  const transaction = await transactionOf(chain, network, authorization, block.number)
  if (!transaction) return { state: 'unknown' }
  const { logs } = await chain.getTransactionReceipt({ hash: transaction })
  return paysIn(network, logs, authorization)
    ? { state: 'settled', transaction }
    : { state: 'dead', reason: 'authorization_used' }
}

export async function isUsedUp(
  chain: Chain,
  { asset }: EvmNetwork,
  authorization: Eip3009,
): Promise<boolean> {
  return BigInt(await readWord(chain, asset, stateCall(authorization))) !== 0n
}

/** One word that a contract answers. */
export async function readWord(chain: Chain, to: string, data: Hex): Promise<Hex> {
  const answer = await chain.request({
    method: 'eth_call',
    params: [{ to: to as Hex, data }, 'latest'],
  })
  if (!/^0x[0-9a-f]{64}$/i.test(answer)) throw new Error(`${to} answered no word`)
  return answer
}

async function transactionOf(
  chain: Chain,
  { asset }: EvmNetwork,
  { from, nonce }: Eip3009,
  latest: bigint,
): Promise<Hex | null> {
  const earliest = latest > LOOK_BACK_BLOCKS ? latest - LOOK_BACK_BLOCKS : 0n
  const logs = await chain.request({
    method: 'eth_getLogs',
    params: [
      {
        address: asset as Hex,
        topics: [AUTHORIZATION_USED, `0x${addressWord(from)}`, nonce as Hex],
        fromBlock: numberToHex(earliest),
        toBlock: numberToHex(latest),
      },
    ],
  })
  return logs[0]?.transactionHash ?? null
}
