import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'
import { otherNetworkOf } from '../../../src/outside/chains/networks.ts'
import { readSvmTransaction } from '../../../src/outside/chains/svm/transaction.ts'
import { ed25519KeyOf, isSignedByKey } from '../../../src/engines/onchain/ed25519.ts'
import type { Client } from '../../../src/outside/net/request.ts'
import { createSvmWallet } from '../../../src/buying/purse/svm-wallet.ts'
import { SPEND_CHAINS } from '../../../src/buying/purse/chains.ts'
import { nodeOf } from './fake-node.ts'
import type { Ledger, LedgerParts } from './ledger.ts'

const SLOT_MS = 400
const LIFE_SLOTS = 150
const CONFIRMED_SLOTS = 2
const FINALIZED_SLOTS = 32
/** How far behind a node may be. */
const LAG_SLOTS = 400
/** Transactions that a stranger puts beside ours, so that one look does not get through them. */
const DUST = 70
const KEY = ed25519KeyOf(
  Buffer.from(
    'nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2DXWpgBgrEKt9VL/tPJZAc6DuFy89qmIyWvAhpo9wdRGg==',
    'base64',
  ),
)!

interface Done {
  readonly id: string
  readonly signature: string
  readonly slot: number
  readonly text: string
}

/**
 * The real wallet over a node without a socket: a message is taken once, while its blockhash is one
 * of the last 150. Some nodes are behind, and strangers put transactions without a memo beside
 * ours.
 */
export function createSolanaLedger({ seed, random, now }: LedgerParts): Ledger {
  const moved = new Map<string, bigint>()
  const done: Done[] = []
  const born = new Map<string, number>()
  const slot = (): number => Math.floor(now() / SLOT_MS)

  /** The slot that the asked node has come to, by how certain it is to be. */
  function seenBy(options: Options): number {
    const behind = random.chance(0.1) ? random.below(LAG_SLOTS) : 0
    const seen = slot() - (BEHIND[options.commitment ?? 'finalized'] ?? 0) - behind
    if ((options.minContextSlot ?? 0) > seen) throw new Error('it has not come so far')
    return seen
  }

  const methods = {
    getAccountInfo() {
      const data = Buffer.alloc(165)
      data.writeBigUInt64LE(10n ** 12n, 64)
      return { value: { data: [data.toString('base64'), 'base64'] } }
    },
    getLatestBlockhash(options: Options) {
      const seen = seenBy(options)
      const blockhash = base58.encode(createHash('sha256').update(`${seed} ${seen}`).digest())
      born.set(blockhash, seen)
      return { context: { slot: seen }, value: { blockhash } }
    },
    isBlockhashValid(blockhash: string, options: Options) {
      const seen = seenBy(options)
      const age = seen - (born.get(blockhash) ?? -Infinity)
      return { context: { slot: seen }, value: age >= 0 && age <= LIFE_SLOTS }
    },
    getSignaturesForAddress(_address: string, { limit, before, ...options }: Page) {
      const seen = seenBy(options)
      const listed = done.filter((each) => each.slot <= seen).toReversed()
      const from = listed.findIndex(({ signature }) => signature === before) + 1
      if (before !== undefined && from === 0) return []
      return listed.slice(from, from + limit).map(({ signature, slot: at }) => ({
        signature,
        slot: at,
        err: null,
      }))
    },
    getFirstAvailableBlock: () => 0,
    getTransaction(signature: string, options: Options) {
      const seen = seenBy(options)
      const found = done.find((each) => each.signature === signature && each.slot <= seen)
      return found ? { transaction: [found.text, 'base64'], meta: { err: null } } : null
    },
  }

  function strew(): void {
    for (let left = DUST; left > 0; left -= 1)
      done.push({ id: '', signature: `${done.length}`, slot: slot(), text: '' })
  }

  const client: Client = nodeOf(methods)
  const network = otherNetworkOf(SPEND_CHAINS.solana)
  const rpcUrl = 'http://solana.example'
  return {
    moved,
    keyOf: (nonce) => nonce.split('.')[0] ?? '',
    offer: { network: network.id, asset: network.asset, extra: { feePayer: FEE_PAYER } },
    payTos: [base58.encode(Buffer.alloc(32, 5)), base58.encode(Buffer.alloc(32, 6))],
    transfer(payload) {
      const text = String(payload['transaction'])
      const read = readSvmTransaction(text)
      if (!read || !isSignedByKey(read.signed)) return false
      const age = slot() - (born.get(read.blockhash) ?? -Infinity)
      if (age > LIFE_SLOTS || moved.has(read.id)) return false
      moved.set(read.id, unitsIn(read.signed.message))
      done.push({ id: read.id, signature: `${done.length}`, slot: slot(), text })
      if (random.chance(0.1)) strew()
      return true
    },
    wallet: createSvmWallet({ network, key: KEY, rpcUrl, client }),
  }
}

interface Options {
  readonly commitment?: 'processed' | 'confirmed' | 'finalized'
  readonly minContextSlot?: number
}

interface Page extends Options {
  readonly limit: number
  readonly before?: string
}

const BEHIND = { processed: 0, confirmed: CONFIRMED_SLOTS, finalized: FINALIZED_SLOTS } as const

const FEE_PAYER = base58.encode(Buffer.alloc(32, 7))

/** Four accounts, then ten bytes: the kind of instruction, the amount, the decimals. */
const TRANSFER = Buffer.from([4, 2, 4, 3, 1, 10, 12])

const unitsIn = (message: Buffer): bigint =>
  message.readBigUInt64LE(message.indexOf(TRANSFER) + TRANSFER.length)
