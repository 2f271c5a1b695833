import { z } from 'zod'
import type { AvmNode } from './node.ts'

/** A transaction, and the rounds that may hold it. */
export interface Wanted {
  readonly id: string
  readonly firstRound: number
  readonly lastRound: number
}

const BLOCKS_AT_ONCE = 8

const Block = z.object({ blockTxids: z.array(z.string()) })

/**
 * Whether a transaction is in a block, and with it its whole group. `dead`: all blocks that could
 * hold it were read. That a node knows nothing of it proves nothing: it may be behind, or forget.
 */
export async function traceAvm(
  node: AvmNode,
  wanted: Wanted,
): Promise<'settled' | 'dead' | 'unknown'> {
  const { id, firstRound, lastRound } = wanted
  if (await node.isConfirmed(id)) return 'settled'
  if ((await node.round()) <= lastRound) return 'unknown'
  for (let round = firstRound; round <= lastRound; round += BLOCKS_AT_ONCE) {
    const length = Math.min(BLOCKS_AT_ONCE, lastRound - round + 1)
    const blocks = await Promise.all(
      Array.from({ length }, (_, at) => transactionsIn(node, round + at)),
    )
    if (blocks.some((block) => block === null)) return 'unknown'
    if (blocks.some((block) => block?.includes(id))) return 'settled'
  }
  return 'dead'
}

/** Null for a block that the node does not have. */
async function transactionsIn(node: AvmNode, round: number): Promise<readonly string[] | null> {
  const { status, body } = await node.ask(`/v2/blocks/${round}/txids`)
  return status === 200 ? Block.parse(body).blockTxids : null
}
