import type { BlockRow, SettlementStore, TransferRow } from '../../../stores/settlements.ts'
import { compared, COMPARED_EVERY, isCompared, type OtherNodes } from './compare.ts'
import { blockAt, transfersIn, type AskNode } from './scan.ts'

export interface FollowParts {
  readonly ask: AskNode
  /** Second providers. One in a hundred chunks is compared with them. */
  readonly others?: OtherNodes
  readonly comparedEvery?: number
  readonly store: SettlementStore
  /** The token whose transfers are read. */
  readonly token: string
  /** Wallets of sellers, lower case. */
  wallets(): Promise<readonly string[]>
  /** How many blocks behind the newest one are safe, if the node reports no finalized block. */
  readonly depth: number
  /** How many blocks the first run reads back. */
  readonly backBlocks: number
  /** How long transfers are kept. */
  readonly windowMs: number
  now(): number
}

/** Follows the chain, and keeps the transfers of sellers. */
export interface Follower {
  /** Reads new blocks up to the last safe one, or until the signal. */
  follow(signal: AbortSignal): Promise<void>
}

const SPAN_FIRST = 2_000
const SPAN_MAX = 10_000
const GROWS_AFTER = 5
const GROWTH = 1.25

export function createFollower(parts: FollowParts): Follower {
  const { store, now } = parts
  let span = SPAN_FIRST
  let good = 0
  /** After a difference, all chunks up to this block are compared, in smaller chunks. */
  let doubtedTo = -1

  /**
   * Providers have many messages for too large ranges, so any refusal of several blocks halves the
   * range.
   */
  async function readUpTo(from: BlockRow, safe: number, wallets: readonly string[]) {
    for (;;) {
      const to = Math.min(safe, from.block + span)
      try {
        const isDoubted = from.block < doubtedTo
        const { end, keep, check } = await readRange(parts, { from, to, wallets, isDoubted })
        if (check) await store.checked({ ...check, at: now() })
        if (check?.outcome === 'differed') {
          doubtedTo = Math.max(doubtedTo, to)
          if (to > from.block + 1) throw new Error('two providers differ')
        }
        await keep()
        return end
      } catch (thrown) {
        if (to === from.block + 1) throw thrown
        span = Math.max(1, Math.floor((to - from.block) / 2))
        good = 0
      }
    }
  }

  return {
    async follow(signal) {
      const safe = await safeBlock(parts)
      let last = (await commonBlock(parts)) ?? (await firstBlock(parts, safe))
      while (last !== null && last.block < safe.block && !signal.aborted) {
        const wallets = await parts.wallets()
        await store.watch(wallets, last)
        last = await readUpTo(last, safe.block, wallets)
        good += 1
        if (good % GROWS_AFTER === 0) span = Math.min(SPAN_MAX, Math.ceil(span * GROWTH))
      }
      await store.forgetBefore(now() - parts.windowMs)
    },
  }
}

/** The last block that cannot be reverted. */
async function safeBlock({ ask, depth }: FollowParts): Promise<BlockRow> {
  const latest = await blockAt(ask, 'latest')
  if (!latest) throw new Error('the node has no block')
  if (depth === 0) return latest
  const finalized = await blockAt(ask, 'finalized').catch(() => null)
  // If a node reports no finalized block, or one far behind, a block at this depth is taken.
  const deep = Math.max(0, latest.block - depth)
  if (finalized && finalized.block > 0) return finalized
  return (await blockAt(ask, deep)) ?? latest
}

/** The last read block that is still on the chain. Transfers after it are deleted. */
async function commonBlock({ ask, store }: FollowParts): Promise<BlockRow | null> {
  const last = await store.last()
  if (!last) return null
  const isThere = async ({ block, hash }: BlockRow): Promise<boolean> =>
    (await blockAt(ask, block))?.hash === hash
  if (await isThere(last)) return last
  for (const earlier of await store.before(last.block)) {
    if (!(await isThere(earlier))) continue
    await store.forgetAfter(earlier.block)
    return earlier
  }
  await store.forgetAfter(-1)
  return null
}

async function firstBlock(
  { ask, store, backBlocks }: FollowParts,
  safe: BlockRow,
): Promise<BlockRow | null> {
  const first = await blockAt(ask, Math.max(0, safe.block - backBlocks))
  if (first) await store.read([], first)
  return first
}

interface Chunk {
  readonly from: BlockRow
  readonly to: number
  readonly wallets: readonly string[]
  readonly isDoubted: boolean
}

/** Reads a range of blocks, and compares it with a second provider. */
async function readRange(
  { ask, others, comparedEvery = COMPARED_EVERY, store, token }: FollowParts,
  { from, to, wallets, isDoubted }: Chunk,
) {
  others?.begin()
  const end = await blockAt(ask, to)
  if (!end) throw new Error(`the node has no block ${to}`)
  const range = { token, from: from.block + 1, to }
  const rows = await transfersIn(ask, range, wallets)
  const isAsked = others && (isDoubted || isCompared(end, comparedEvery))
  const check = isAsked ? await compared(others, range, end, rows, wallets) : null
  // Block times are interpolated between both ends of the range.
  const perBlockMs = (end.at - from.at) / (end.block - from.block)
  const timed = rows.map((row): TransferRow => ({
    ...row,
    at: Math.round(from.at + (row.block - from.block) * perBlockMs),
  }))
  return { end, check, keep: async () => store.read(timed, end) }
}
