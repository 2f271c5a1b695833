import { hash } from 'node:crypto'
import { base32nopad } from '@scure/base'
import type { Ed25519Key } from '../../lib/ed25519.ts'
import { writeMessage, type Message } from './write.ts'

/** What a node says of new transactions. */
export interface AvmTerms {
  readonly genesisId: string
  readonly genesisHash: Buffer
  readonly firstRound: number
  readonly lastRound: number
  /** Of one byte; nothing, unless the chain is crowded. */
  readonly feePerByte: number
  readonly feeMin: number
}

/** A transfer of an asset whose fee somebody else pays. */
export interface AvmTransfer extends AvmTerms {
  readonly asset: number
  readonly units: bigint
  /** Public keys. */
  readonly to: Buffer
  readonly feePayer: Buffer
  /** What tells this transfer from all others. */
  readonly note: Buffer
}

export interface AvmGroup {
  /** Of the transfer, as the ledger writes it. */
  readonly id: string
  /** In base64: the payment of the fee, to be signed by who pays it, and the signed transfer. */
  readonly paymentGroup: readonly [string, string]
  readonly paymentIndex: 1
}

const GROUP_TAG = Buffer.from('TG')
const TAG = Buffer.from('TX')

/** Two transactions that the ledger takes together or not at all. */
export function signAvmTransfer(key: Ed25519Key, transfer: AvmTransfer): AvmGroup {
  const { asset, units, to, feePayer, note } = transfer
  const common = commonOf(transfer)
  const paying = { ...common, type: 'pay', snd: feePayer, rcv: feePayer }
  const moving = {
    ...common,
    type: 'axfer',
    snd: key.publicKey,
    arcv: to,
    aamt: Number(units),
    xaid: asset,
    note,
  }
  const fee = [paying, moving].reduce((sum, each) => sum + feeOf(each, transfer), 0)
  const pair = [{ ...paying, fee }, moving] as const
  const ids = pair.map(idOf)
  const grp = digest(Buffer.concat([GROUP_TAG, writeMessage({ txlist: ids })]))
  const [first, second] = pair.map((each) => ({ ...each, grp }))
  const signed = { sig: key.sign(tagged(second!)), txn: second! }
  return {
    id: base32nopad.encode(idOf(second!)),
    paymentGroup: [
      writeMessage(first!).toString('base64'),
      writeMessage(signed).toString('base64'),
    ],
    paymentIndex: 1,
  }
}

const commonOf = ({ firstRound, lastRound, genesisId, genesisHash }: AvmTerms): Message => ({
  fv: firstRound,
  lv: lastRound,
  gen: genesisId,
  gh: genesisHash,
})

const feeOf = (transaction: Message, { feePerByte, feeMin }: AvmTerms): number =>
  Math.max(feePerByte * (writeMessage(transaction).length + GROUPED_BYTES), feeMin)

/** What the id of the group, and the fee itself, add to a transaction. */
const GROUPED_BYTES = 48

const tagged = (transaction: Message): Buffer => Buffer.concat([TAG, writeMessage(transaction)])

const digest = (bytes: Buffer): Buffer => hash('sha512-256', bytes, 'buffer')

const idOf = (transaction: Message): Buffer => digest(tagged(transaction))
