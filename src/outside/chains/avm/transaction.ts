import { hash } from 'node:crypto'
import {
  KEY_BYTES,
  SIGNATURE_BYTES,
  type Ed25519Signature,
} from '../../../engines/onchain/ed25519.ts'
import { readMessage, type Entry } from './msgpack.ts'

/** An Algorand transaction, signed or not. */
export interface AvmTransaction {
  /** The transaction id of the ledger. */
  readonly id: string
  /** The rounds in which it is valid. */
  readonly firstRound: number
  readonly lastRound: number
  /** The signature by the sender's own key; null if it is unsigned, or signed in another way. */
  readonly signed: Ed25519Signature | null
}

const TAG = Buffer.from('TX')

/**
 * Reads a transaction of a group. Null unless its encoding is canonical: the id is a hash of the
 * bytes, so a copy in another encoding would count as another payment.
 */
export function readAvmTransaction(base64: string): AvmTransaction | null {
  const bytes = Buffer.from(base64, 'base64')
  const outer = readMessage(bytes)
  if (!outer) return null
  const fields = entryOf(outer, 'txn')?.entries ?? outer.entries
  const span = entryOf(outer, 'txn') ?? outer
  const numberIn = (name: string) => fields?.find(({ key }) => key === name)?.value
  const [firstRound = 0, lastRound] = [numberIn('fv'), numberIn('lv')]
  if (typeof firstRound !== 'number' || typeof lastRound !== 'number') return null
  const message = Buffer.concat([TAG, bytes.subarray(span.start, span.end)])
  const signed = signedIn(bytes, outer, message)
  return { id: hash('sha512-256', message), firstRound, lastRound, signed }
}

function signedIn(bytes: Buffer, outer: Entry, message: Buffer): Ed25519Signature | null {
  const sender = entryOf(entryOf(outer, 'txn') ?? {}, 'snd')
  const signature = entryOf(outer, 'sig')
  if (!sender || !signature || entryOf(outer, 'sgnr')) return null
  const last = ({ end }: Entry, size: number) => bytes.subarray(end - size, end)
  return { key: last(sender, KEY_BYTES), message, signature: last(signature, SIGNATURE_BYTES) }
}

const entryOf = ({ entries }: Pick<Entry, 'entries'>, name: string): Entry | undefined =>
  entries?.find(({ key }) => key === name)
