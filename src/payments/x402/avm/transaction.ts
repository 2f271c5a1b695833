import { hash } from 'node:crypto'
import { readMessage, type Entry } from './msgpack.ts'

/** An Algorand transaction, signed or not. */
export interface AvmTransaction {
  /** The transaction id of the ledger. */
  readonly id: string
  /** The last round that it can be part of. */
  readonly lastRound: number
}

const TAG = Buffer.from('TX')

/**
 * Reads a transaction of a group. Null unless it has the canonical encoding, because its bytes give
 * its id, and a copy in another encoding must not pass for another payment.
 */
export function readAvmTransaction(base64: string): AvmTransaction | null {
  const bytes = Buffer.from(base64, 'base64')
  const outer = readMessage(bytes)
  if (!outer) return null
  const fields = entryOf(outer, 'txn')?.entries ?? outer.entries
  const span = entryOf(outer, 'txn') ?? outer
  const lastRound = fields?.find(({ key }) => key === 'lv')?.value
  if (typeof lastRound !== 'number') return null
  const id = hash('sha512-256', Buffer.concat([TAG, bytes.subarray(span.start, span.end)]))
  return { id, lastRound }
}

const entryOf = ({ entries }: Pick<Entry, 'entries'>, name: string): Entry | undefined =>
  entries?.find(({ key }) => key === name)
