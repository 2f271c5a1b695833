import { z } from 'zod'
import type { SearchMarks } from '../search-marks.ts'
import type { PaymentTrace } from '../payment-trace.ts'
import { NEWEST_VERSION, type SvmNode } from './node.ts'
import { readSvmTransaction, type SvmTransaction } from './transaction.ts'

/** The known facts of a transaction that is searched. */
export interface SoughtTransaction extends Pick<SvmTransaction, 'id' | 'blockhash' | 'signer'> {
  /** The slot in which its blockhash was the latest. No earlier block can hold it. */
  readonly since?: number
  /** A unique text in its memo. */
  readonly mark?: string
}

/** The number of transactions of a payer that one search fetches, the newest first. */
const FETCHED_MAX = 50
const PAGE = 250
const PAGES_MAX = 8

const Signatures = z.array(
  z.object({
    signature: z.string(),
    slot: z.number().optional(),
    memo: z.string().nullish(),
  }),
)
type Listed = z.output<typeof Signatures>[number]

/** A transaction of the payer. Neither it nor any newer one is the wanted one. */
export interface SvmMark {
  readonly signature: string
  readonly slot: number
}

const StoredTransaction = z
  .object({
    transaction: z.tuple([z.string(), z.literal('base64')]),
    meta: z.object({ err: z.unknown() }).nullable(),
  })
  .nullable()

/**
 * The state of a signed transaction. The ledger lists it under the signature of the fee payer,
 * which is not known here. So the transactions of the payer are searched, in several calls if they
 * are many: anybody can add hundreds of them.
 */
export async function traceSvm(
  node: SvmNode,
  wanted: SoughtTransaction,
  marks: SearchMarks<SvmMark>,
): Promise<PaymentTrace> {
  // Read first: a transaction that is not in the ledger by its end can never be included.
  const end = await endOf(node, wanted)
  let fetched = 0
  for await (const listed of listedOf(node, wanted, { end, mark: marks.get(wanted.id) })) {
    if (listed === 'too many') return { state: 'unknown' }
    const { signature, slot, memo } = listed
    // No block after its end can hold it.
    if (end !== null && slot !== undefined && slot > end) continue
    if (typeof memo !== 'string' || memo.includes(wanted.mark ?? '')) {
      fetched += 1
      if (fetched > FETCHED_MAX) return { state: 'unknown' }
      const seen = await seenAs(node, signature, wanted)
      if (seen !== 'another') return seen
    }
    // A mark is set only after the end: before it, the transaction may still follow. Only final
    // transactions stay listed.
    if (end !== null && slot !== undefined) marks.set(wanted.id, { signature, slot })
  }
  // Read last: blocks that the node still has now, it also had during the search.
  if (end === null || !(await hasHistory(node, end, wanted))) return { state: 'unknown' }
  return EXPIRED
}

const EXPIRED: PaymentTrace = { state: 'dead', reason: 'transaction_expired' }
const FAILED: PaymentTrace = { state: 'dead', reason: 'transaction_failed' }

/** An epoch, two days of slots: for a payment whose time of signature is unknown. */
const HISTORY_SLOTS = 432_000

/** Whether the node still has all blocks that could hold it. Most nodes delete old blocks. */
async function hasHistory(
  node: SvmNode,
  end: number,
  { since }: SoughtTransaction,
): Promise<boolean> {
  const first = z.number().parse(await node.ask('getFirstAvailableBlock', []))
  return first <= (since ?? Math.max(0, end - HISTORY_SLOTS))
}

/**
 * The slot by which its blockhash had expired for good; null before that. A node that has not
 * reached the slot of a new blockhash does not know it, and would report it as expired.
 */
async function endOf(
  node: SvmNode,
  { blockhash, since }: SoughtTransaction,
): Promise<number | null> {
  if (since === undefined && (await node.isAlive(blockhash, 'processed'))) return null
  const { isAlive, slot } = await node.lifetime(blockhash, 'finalized', since)
  return isAlive ? null : slot
}

/** Transactions of the payer that may be the wanted one, the newest first. */
async function* listedOf(
  node: SvmNode,
  { signer, since = 0 }: SoughtTransaction,
  { end, mark }: { readonly end: number | null; readonly mark: SvmMark | undefined },
): AsyncGenerator<Listed | 'too many'> {
  let before = mark?.signature
  const minContextSlot = Math.max(end ?? 0, mark?.slot ?? 0)
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const asked = await node.ask('getSignaturesForAddress', [
      signer,
      {
        limit: PAGE,
        commitment: 'confirmed',
        ...(before !== undefined && { before }),
        // A node that is behind would leave out newer transactions.
        ...(minContextSlot > 0 && { minContextSlot }),
      },
    ])
    const listed = Signatures.parse(asked)
    for (const each of listed) {
      if (each.slot !== undefined && each.slot < since) return
      yield each
    }
    before = listed.at(-1)?.signature
    if (listed.length < PAGE) return
  }
  yield 'too many'
}

async function seenAs(
  node: SvmNode,
  signature: string,
  wanted: SoughtTransaction,
): Promise<PaymentTrace | 'another'> {
  const options = { encoding: 'base64', commitment: 'confirmed', ...NEWEST_VERSION }
  const found = StoredTransaction.parse(await node.ask('getTransaction', [signature, options]))
  // It is listed, so it may be the wanted one, but this node does not have it yet.
  if (!found?.meta) return { state: 'unknown' }
  if (readSvmTransaction(found.transaction[0])?.id !== wanted.id) return 'another'
  return found.meta.err === null ? { state: 'settled', transaction: signature } : FAILED
}
