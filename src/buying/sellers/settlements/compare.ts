import type { BlockRow, CheckRow, TransferRow } from '../../../stores/settlements.ts'
import { blockAt, transfersIn, type AskNode, type Range } from './scan.ts'

/** Nodes of other providers than the one that is read from. */
export interface OtherNodes {
  /** From here on it is noted who answers. */
  begin(): void
  /** One that has not answered since; null where there is none. */
  next(): { readonly name: string; readonly ask: AskNode } | null
}

type Row = Omit<TransferRow, 'at'>

/** One chunk in so many is read at a second provider, too: some cut their answers silently. */
export const COMPARED_EVERY = 100

/** By the hash of its last block, which no provider chooses. */
export const isCompared = (end: BlockRow, every: number): boolean =>
  BigInt(end.hash) % BigInt(every) === 0n

/** What a second provider says of a chunk; null where there is none to ask. */
export async function compared(
  others: OtherNodes,
  range: Range,
  end: BlockRow,
  rows: readonly Row[],
  wallets: readonly string[],
): Promise<Omit<CheckRow, 'at'> | null> {
  const other = others.next()
  if (!other) return null
  const { from, to } = range
  const check = { from_block: from, block: to, second: other.name, missing: 0, extra: 0 }
  try {
    // A node that is behind, or on another fork, has nothing to say of these blocks.
    const there = await blockAt(other.ask, to)
    if (there?.hash !== end.hash) return { ...check, outcome: 'unanswered' }
    const theirs = new Set((await transfersIn(other.ask, range, wallets)).map(keyOf))
    const ours = new Set(rows.map(keyOf))
    const missing = [...theirs].filter((key) => !ours.has(key)).length
    const extra = [...ours].filter((key) => !theirs.has(key)).length
    const outcome = missing + extra === 0 ? 'agreed' : 'differed'
    return { ...check, outcome, missing, extra }
  } catch {
    return { ...check, outcome: 'unanswered' }
  }
}

const keyOf = ({ tx, log_index, block, payer, payee, value, authorized }: Row): string =>
  [tx, log_index, block, payer, payee, value, authorized].join(' ').toLowerCase()
