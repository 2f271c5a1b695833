import { z } from 'zod'
import type { Traced } from '../facilitator.ts'
import type { SvmNode } from '../../../chains/svm/node.ts'
import { readSvmTransaction, type SvmTransaction } from './transaction.ts'

/** Transactions of a payer that are looked into, the newest first. */
const SEARCHED_MAX = 25

const Signatures = z.array(z.object({ signature: z.string() }))
const StoredTransaction = z
  .object({
    transaction: z.tuple([z.string(), z.literal('base64')]),
    meta: z.object({ err: z.unknown() }).nullable(),
  })
  .nullable()

/**
 * The state of a signed transaction. The ledger lists it under the signature of the fee payer,
 * which is not known here, so the transactions of the payer are searched.
 */
export async function traceSvm(node: SvmNode, wanted: SvmTransaction): Promise<Traced> {
  // Asked first: what is not in the ledger by then never will be.
  const isOver = await isDead(node, wanted.blockhash)
  const asked = [wanted.signer, { limit: SEARCHED_MAX, commitment: 'confirmed' }]
  const signatures = Signatures.parse(await node.ask('getSignaturesForAddress', asked))
  for (const { signature } of signatures) {
    const found = await taken(node, signature, wanted)
    if (found) return found
  }
  const isComplete = signatures.length < SEARCHED_MAX
  return isOver && isComplete ? EXPIRED : { state: 'unknown' }
}

const EXPIRED: Traced = { state: 'dead', reason: 'transaction_expired' }
const FAILED: Traced = { state: 'dead', reason: 'transaction_failed' }

/** A new blockhash may be unknown at `finalized`, an old one is unknown at both. */
async function isDead(node: SvmNode, blockhash: string): Promise<boolean> {
  const lives = (['processed', 'finalized'] as const).map((commitment) =>
    node.isAlive(blockhash, commitment),
  )
  return !(await Promise.all(lives)).includes(true)
}

async function taken(
  node: SvmNode,
  signature: string,
  wanted: SvmTransaction,
): Promise<Traced | null> {
  const options = { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 0 }
  const found = StoredTransaction.parse(await node.ask('getTransaction', [signature, options]))
  if (!found?.meta || readSvmTransaction(found.transaction[0])?.id !== wanted.id) return null
  return found.meta.err === null ? { state: 'settled', transaction: signature } : FAILED
}
