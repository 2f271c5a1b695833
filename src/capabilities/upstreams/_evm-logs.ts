import { z } from 'zod'
import { Fault } from '../../base/core/fault.ts'
import type { NodeAnswer } from './_evm-nodes.ts'
import { EvmLog, type EvmBlock } from './_evm-shapes.ts'

export interface LogQuery {
  readonly address?: string | readonly string[]
  /** In the form of `eth_getLogs`: null matches any. */
  readonly topics?: readonly (string | readonly string[] | null)[]
  readonly fromBlock: number
  readonly toBlock: number
  /** Reading stops after this many logs. */
  readonly max: number
}

export interface FoundLogs {
  /** Oldest first. */
  readonly logs: readonly EvmLog[]
  /** The last block that was read. Logs of later blocks are not in the answer. */
  readonly readTo: number
  /** Whether all blocks were read. */
  readonly isWhole: boolean
}

interface Source {
  ask(method: string, params: readonly unknown[]): Promise<NodeAnswer>
  isCanonical(): Promise<boolean>
  readonly title: string
  readonly block: EvmBlock
}

/** Most nodes accept this many blocks at once; a node that refuses is asked for fewer. */
const SPAN = 2_000
const REQUESTS_MAX = 40
const TRIES = 2

/**
 * Logs of a range, read in pieces that become smaller where the node refuses. If the chain drops
 * the block of the answer meanwhile, all is read once more.
 */
export async function readLogs(source: Source, query: LogQuery): Promise<FoundLogs> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const found = await readOnce(source, query)
    if (await source.isCanonical()) return found
  }
  throw new Fault(
    'upstream_failed',
    `${source.title} dropped block ${source.block.number} while it was read; ask again.`,
  )
}

async function readOnce(source: Source, query: LogQuery): Promise<FoundLogs> {
  const { fromBlock, toBlock, max } = query
  const logs: EvmLog[] = []
  let next = fromBlock
  let span = SPAN
  for (let asked = 0; next <= toBlock && logs.length < max && asked < REQUESTS_MAX; asked += 1) {
    const last = Math.min(next + span - 1, toBlock)
    const piece = await pieceOf(source, query, next, last)
    if (piece) {
      logs.push(...piece)
      next = last + 1
    } else if (span === 1)
      throw new Fault('upstream_failed', `${source.title} refuses to answer its logs.`)
    else span = Math.max(1, Math.floor(Math.min(span, last - next + 1) / 2))
  }
  return { logs, readTo: next - 1, isWhole: next > toBlock }
}

/** Null if the node refuses so many blocks, or so many logs. */
async function pieceOf(source: Source, query: LogQuery, from: number, to: number) {
  const { address, topics } = query
  const asked = {
    fromBlock: `0x${from.toString(16)}`,
    toBlock: `0x${to.toString(16)}`,
    ...(address && { address }),
    ...(topics && { topics }),
  }
  const answered = await source.ask('eth_getLogs', [asked])
  if ('refused' in answered) return null
  const { data, error } = z.array(EvmLog).safeParse(answered.result)
  if (error)
    throw new Fault('upstream_failed', `${source.title} answered in an unknown shape.`, {
      cause: error,
    })
  return data
    .filter(({ removed }) => removed !== true)
    .toSorted((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex)
}
