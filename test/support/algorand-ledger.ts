import { createHash } from 'node:crypto'
import { base32nopad } from '@scure/base'
import { decodeMulti, encode } from '@msgpack/msgpack'
import { isSignedByKey } from '../../src/engines/onchain/ed25519.ts'

/** Fields of a transaction that the rules below read. */
interface Transaction {
  readonly type: string
  readonly snd: Uint8Array
  readonly arcv?: Uint8Array
  readonly aamt?: number
  readonly xaid?: number
  readonly fee?: number
  readonly fv: number
  readonly lv: number
  readonly gh: Uint8Array
  readonly grp?: Uint8Array
  readonly note?: Uint8Array
}

interface Signed {
  readonly sig?: Uint8Array
  readonly txn: Transaction
}

const FEE_MIN = 1_000
const LIFE_MAX = 1_000

/**
 * Algorand by its own rules, as far as payments of an asset go: a group is taken as a whole and
 * once, in the rounds that it names, with all signatures, and with the fees of all its
 * transactions paid by any of them.
 */
export interface AlgorandLedger {
  /** Held by public key in hex; who is not there has not opted in. */
  readonly holdings: Map<string, bigint>
  /** Transactions of each round. */
  readonly blocks: Map<number, readonly string[]>
  roundOf(transaction: string): number | undefined
  /** Takes signed transactions, one after the other; throws why not. */
  submit(bytes: Uint8Array): readonly string[]
}

interface Parts {
  readonly asset: number
  readonly genesisHash: string
  /** The last round. */
  round(): number
}

export function createAlgorandLedger({ asset, genesisHash, round }: Parts): AlgorandLedger {
  const holdings = new Map<string, bigint>()
  const blocks = new Map<number, readonly string[]>()
  const taken = new Map<string, number>()

  function assertGood({ sig, txn }: Signed): void {
    const next = round() + 1
    if (Buffer.from(txn.gh).toString('base64') !== genesisHash) throw new Error('another network')
    if (next < txn.fv || next > txn.lv) throw new Error(`round ${next} is outside of its rounds`)
    if (txn.lv - txn.fv > LIFE_MAX) throw new Error('it lives too long')
    if (taken.has(idOf(txn))) throw new Error('transaction already in ledger')
    const key = Buffer.from(txn.snd)
    const signature = Buffer.from(sig ?? [])
    if (!isSignedByKey({ key, message: tagged('TX', txn), signature }))
      throw new Error('a signature is missing or wrong')
  }

  function assertGroup(group: readonly Transaction[]): void {
    const fees = group.reduce((sum, { fee = 0 }) => sum + fee, 0)
    if (fees < FEE_MIN * group.length) throw new Error('the group pays too little')
    const ids = group.map(({ grp: _grp, ...rest }) => digest(tagged('TX', rest)))
    const whole = digest(tagged('TG', { txlist: ids }))
    const isWhole = group.every(({ grp }) => grp !== undefined && whole.equals(grp))
    if (group.length > 1 && !isWhole) throw new Error('it is not the whole group')
  }

  function apply({ type, snd, arcv, aamt = 0, xaid }: Transaction): void {
    if (type !== 'axfer') return
    if (xaid !== asset) throw new Error('another asset')
    const [from, to] = [hexOf(snd), hexOf(arcv ?? [])]
    const held = holdings.get(from) ?? 0n
    if (held < BigInt(aamt)) throw new Error('underflow on subtracting')
    if (!holdings.has(to)) throw new Error('the receiver must opt in')
    holdings.set(from, held - BigInt(aamt))
    holdings.set(to, (holdings.get(to) ?? 0n) + BigInt(aamt))
  }

  return {
    holdings,
    blocks,
    roundOf: (transaction) => taken.get(transaction),
    submit(bytes) {
      const group = [...decodeMulti(bytes)] as readonly Signed[]
      const transactions = group.map(({ txn }) => txn)
      for (const each of group) assertGood(each)
      assertGroup(transactions)
      const before = new Map(holdings)
      try {
        for (const each of transactions) apply(each)
      } catch (thrown) {
        for (const [key, units] of before) holdings.set(key, units)
        throw thrown
      }
      const ids = transactions.map(idOf)
      const next = round() + 1
      for (const id of ids) taken.set(id, next)
      blocks.set(next, [...(blocks.get(next) ?? []), ...ids])
      return ids
    },
  }
}

export const hexOf = (bytes: Iterable<number>): string => Buffer.from([...bytes]).toString('hex')

const digest = (bytes: Buffer): Buffer => createHash('sha512-256').update(bytes).digest()

const tagged = (tag: string, value: object): Buffer =>
  Buffer.concat([Buffer.from(tag), encode(value, { sortKeys: true })])

const idOf = (transaction: Transaction): string =>
  base32nopad.encode(digest(tagged('TX', transaction)))
