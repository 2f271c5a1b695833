import { hash } from 'node:crypto'
import { readMessage, type Entry } from './msgpack.ts'

/** An Algorand transaction, signed or not. */
export interface AvmTransaction {
  /** As the ledger computes it: what it takes once. */
  readonly id: string
  /** The last round that it can be part of. */
  readonly lastRound: number
}

const TAG = Buffer.from('TX')

/**
 * Reads a transaction as groups carry it. It must be spelled in the one way that the ledger has, so
 * that its bytes give its id, and no copy of it passes for another; null when it is not.
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
