import { pad, type Hex } from 'viem'
import type { Traced } from '../facilitator.ts'
import type { EvmNetwork } from '../networks.ts'
import type { Eip3009 } from '../payload.ts'
import type { Chain } from './chain.ts'
import { paysIn, TOKEN } from './token.ts'

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

export function isUsedUp(
  chain: Chain,
  { asset }: EvmNetwork,
  { from, nonce }: Eip3009,
): Promise<boolean> {
  return chain.readContract({
    address: asset as Hex,
    abi: TOKEN,
    functionName: 'authorizationState',
    args: [from as Hex, nonce as Hex],
  })
}

async function transactionOf(
  chain: Chain,
  { asset }: EvmNetwork,
  { from, nonce }: Eip3009,
  latest: bigint,
): Promise<Hex | null> {
  const logs = await chain.getLogs({
    address: asset as Hex,
    event: TOKEN[3],
    args: { authorizer: pad(from as Hex, { size: 20 }), nonce: nonce as Hex },
    fromBlock: latest > LOOK_BACK_BLOCKS ? latest - LOOK_BACK_BLOCKS : 0n,
    toBlock: latest,
  })
  return logs[0]?.transactionHash ?? null
}
