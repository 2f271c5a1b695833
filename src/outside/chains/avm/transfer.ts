import { hash } from 'node:crypto'
import { base32nopad } from '@scure/base'
import type { Ed25519Key } from '../../../engines/onchain/ed25519.ts'
import { writeMessage, type Message } from './write.ts'

/** The parameters of a node for new transactions. */
export interface AvmTerms {
  readonly genesisId: string
  readonly genesisHash: Buffer
  readonly firstRound: number
  readonly lastRound: number
  /** The fee for one byte; 0 unless the chain is congested. */
  readonly feePerByte: number
  readonly feeMin: number
}

/** A transfer of an asset. Another account pays the fee. */
export interface AvmTransfer extends AvmTerms {
  readonly asset: number
  readonly units: bigint
  /** Public keys. */
  readonly to: Buffer
  readonly feePayer: Buffer
  /** A value that makes this transfer unique. */
  readonly note: Buffer
}

export interface AvmGroup {
  /** The transaction id of the transfer. */
  readonly id: string
  /** In base64: the unsigned payment of the fee, which its payer signs, and the signed transfer. */
  readonly paymentGroup: readonly [string, string]
  readonly paymentIndex: 1
}

const GROUP_TAG = Buffer.from('TG')
const TAG = Buffer.from('TX')

/** An atomic group of two transactions: the ledger accepts both or neither. */
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

/** The bytes that the group id and the fee add to a transaction. */
const GROUPED_BYTES = 48

const tagged = (transaction: Message): Buffer => Buffer.concat([TAG, writeMessage(transaction)])

const digest = (bytes: Buffer): Buffer => hash('sha512-256', bytes, 'buffer')

const idOf = (transaction: Message): Buffer => digest(tagged(transaction))
