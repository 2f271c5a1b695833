import { z } from 'zod'
import type { SearchMarks } from '../search-marks.ts'
import type { AvmNode } from './node.ts'

/** A transaction, and the rounds in which it is valid. */
export interface SoughtTransaction {
  readonly id: string
  readonly firstRound: number
  readonly lastRound: number
}

const BLOCKS_AT_ONCE = 8
/** The number of blocks that one search reads. */
const BLOCKS_MAX = 160
/** The longest validity of a transaction that the ledger accepts. */
const LIFE_ROUNDS = 1_000

const Block = z.object({ blockTxids: z.array(z.string()) })

/**
 * Whether a transaction is in a block, and with it its whole group. `dead`: all blocks that could
 * hold it were read, in several searches if they are many. A node that does not know the
 * transaction proves nothing: it may be behind, or may have forgotten it.
 */
export async function traceAvm(
  node: AvmNode,
  { id, firstRound, lastRound }: SoughtTransaction,
  marks: SearchMarks<number>,
): Promise<'settled' | 'dead' | 'unknown'> {
  if (await node.isConfirmed(id)) return 'settled'
  if ((await node.round()) <= lastRound) return 'unknown'
  const first = marks.get(id) ?? Math.max(firstRound, lastRound - LIFE_ROUNDS)
  const last = Math.min(lastRound, first + BLOCKS_MAX - 1)
  for (let round = first; round <= last; round += BLOCKS_AT_ONCE) {
    const length = Math.min(BLOCKS_AT_ONCE, last - round + 1)
    const blocks = await Promise.all(
      Array.from({ length }, (_, at) => transactionsIn(node, round + at)),
    )
    if (blocks.some((block) => block === null)) return 'unknown'
    if (blocks.some((block) => block?.includes(id))) return 'settled'
    marks.set(id, round + length)
  }
  return last === lastRound ? 'dead' : 'unknown'
}

/** Null for a block that the node does not have. */
async function transactionsIn(node: AvmNode, round: number): Promise<readonly string[] | null> {
  const { status, body } = await node.ask(`/v2/blocks/${round}/txids`)
  return status === 200 ? Block.parse(body).blockTxids : null
}
