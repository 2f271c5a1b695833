import { checksummed } from '../../../../engines/onchain/account-address.ts'
import { placeAfter, type Page, type PagePlace } from '../../../../base/lib/page-places.ts'
import type {
  ExplorerTransaction,
  ExplorerTransfer,
} from '../../../../capabilities/upstreams/blockscout.ts'

export interface MovedToken {
  readonly token: ExplorerTransfer['token']
  readonly total: ExplorerTransfer['total']
  /** An address in checksum form. */
  readonly from: string
  readonly to: string
}

export interface HistoryRow {
  readonly hash: string
  readonly block: number | null
  readonly timestamp: string | null
  readonly method: string | null
  /** Null if only the token list names the transaction. */
  readonly sent: ExplorerTransaction | null
  readonly tokens: MovedToken[]
}

/**
 * Two lists, the newest first, as one: a transaction and the tokens that it moved are one row. What
 * is older than the end of a page that has a next one is left for the next call.
 */
export function merged(
  sent: Page<ExplorerTransaction> | null,
  moved: Page<ExplorerTransfer> | null,
  limit: number,
): { readonly rows: readonly HistoryRow[]; readonly places: readonly (PagePlace | null)[] } {
  const rows = new Map<string, HistoryRow>()
  const taken = { sent: 0, moved: 0 }
  for (;;) {
    const one = sent?.rows[taken.sent]
    const other = moved?.rows[taken.moved]
    const isSent = one !== undefined && (!other || blockOf(one) >= other.block_number)
    const block = isSent ? blockOf(one) : other?.block_number
    if (block === undefined) break
    // Rows after the last one of a page are not known yet.
    if (!one && block < endOf(sent, ({ block_number }) => block_number ?? null)) break
    if (!other && block < endOf(moved, ({ block_number }) => block_number)) break
    const hash = isSent ? one.hash : (other?.transaction_hash ?? '')
    if (!rows.has(hash) && rows.size === limit) break
    const known = rows.get(hash)
    if (isSent) {
      rows.set(hash, known ? { ...known, sent: one } : rowOf(one))
      taken.sent += 1
    } else if (other) {
      const row = known ?? rowOfTokens(other)
      row.tokens.push(tokenIn(other))
      rows.set(hash, row)
      taken.moved += 1
    }
  }
  const places = [sent && placeAfter(sent, taken.sent), moved && placeAfter(moved, taken.moved)]
  return { rows: [...rows.values()], places }
}

/** The oldest block of a page that has a next one. */
function endOf<Row>(page: Page<Row> | null, blockIn: (row: Row) => number | null): number {
  const last = page?.next ? page.rows.at(-1) : undefined
  return last === undefined ? -Infinity : (blockIn(last) ?? Infinity)
}

/** A transaction that waits for a block is newer than all others. */
const blockOf = ({ block_number }: ExplorerTransaction): number => block_number ?? Infinity

const rowOf = (sent: ExplorerTransaction): HistoryRow => ({
  hash: sent.hash,
  block: sent.block_number ?? null,
  timestamp: sent.timestamp ?? null,
  method: sent.method ?? null,
  sent,
  tokens: [],
})

const rowOfTokens = (moved: ExplorerTransfer): HistoryRow => ({
  hash: moved.transaction_hash,
  block: moved.block_number,
  timestamp: moved.timestamp ?? null,
  method: moved.method ?? null,
  sent: null,
  tokens: [],
})

const tokenIn = ({ token, total, from, to }: ExplorerTransfer): MovedToken => ({
  token: { ...token, address: checksummed(token.address) },
  total,
  from: checksummed(from.hash),
  to: checksummed(to.hash),
})

/** The direction from the view of the wallet. */
export function movedBy({ sent, tokens }: HistoryRow, address: string) {
  const to = sent?.to?.hash ?? sent?.created_contract?.hash
  const own = sent ? [{ from: checksummed(sent.from.hash), to: to ? checksummed(to) : null }] : []
  const ends = own.length > 0 ? own : tokens
  const ways = new Set<'in' | 'out' | 'self'>(
    ends.map((one) => (one.from === one.to ? 'self' : one.to === address ? 'in' : 'out')),
  )
  const others = new Set(ends.map((one) => (one.from === address ? one.to : one.from)))
  const [way = 'self'] = ways
  const [counterparty = null] = others
  return {
    direction: ways.size > 1 ? ('mixed' as const) : way,
    counterparty: others.size === 1 ? counterparty : null,
  }
}
