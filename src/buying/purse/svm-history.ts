import { base58 } from '@scure/base'
import { z } from 'zod'
import { NEWEST_VERSION, type SvmNode } from '../../outside/chains/svm/node.ts'
import { tokenAccountOf } from '../../outside/chains/svm/token-account.ts'
import { reaches, type History, type SpendWallet } from './chains.ts'

/** Transactions that are looked into at most, the newest first, and how many at a time. */
const LOOKED_MAX = 200
const AT_ONCE = 10

const Signatures = z.array(z.object({ signature: z.string(), err: z.unknown() }))
const Balances = z
  .array(
    z.object({
      accountIndex: z.number(),
      mint: z.string(),
      owner: z.string().optional(),
      uiTokenAmount: z.object({ amount: z.string() }),
    }),
  )
  .default([])
const Transaction = z
  .object({
    meta: z
      .object({ err: z.unknown(), preTokenBalances: Balances, postTokenBalances: Balances })
      .nullable(),
  })
  .nullable()
type Meta = NonNullable<NonNullable<z.output<typeof Transaction>>['meta']>

/** Whether a wallet was paid in that token so often, and by so many: read of the ledger. */
export function svmHistory(node: SvmNode, mint: string): NonNullable<SpendWallet['hasHistory']> {
  /** What was seen once stays true. */
  const known = new Set<string>()

  async function payerOf(signature: string, payTo: string): Promise<string | null> {
    const options = { encoding: 'base64', commitment: 'confirmed', ...NEWEST_VERSION }
    const found = Transaction.parse(await node.ask('getTransaction', [signature, options]))
    return found?.meta ? payerIn(found.meta, payTo, mint) : null
  }

  return async (payTo, least) => {
    const name = `${payTo} ${least.settled} ${least.payers}`
    if (known.has(name)) return true
    const account = base58.encode(await tokenAccountOf(payTo, mint))
    const options = { limit: LOOKED_MAX, commitment: 'confirmed' }
    const listed = Signatures.parse(await node.ask('getSignaturesForAddress', [account, options]))
    const good = listed.filter(({ err }) => err === null || err === undefined)
    const paid: string[] = []
    for (let at = 0; at < good.length && !reaches(historyOf(paid), least); at += AT_ONCE) {
      // Those that are left cannot be enough any more.
      if (paid.length + good.length - at < least.settled) return false
      const some = good.slice(at, at + AT_ONCE)
      const payers = await Promise.all(some.map(({ signature }) => payerOf(signature, payTo)))
      paid.push(...payers.filter((payer) => payer !== null))
    }
    if (reaches(historyOf(paid), least)) known.add(name)
    return known.has(name)
  }
}

const historyOf = (paid: readonly string[]): History => ({
  settled: paid.length,
  payers: new Set(paid).size,
})

/** The account whose tokens decreased while the payee's increased; null if there is none. */
function payerIn(meta: Meta, payTo: string, mint: string): string | null {
  if (meta.err !== null && meta.err !== undefined) return null
  const changes = new Map<string, bigint>()
  const add = (balances: Meta['preTokenBalances'], sign: bigint): void => {
    for (const { owner, uiTokenAmount, mint: token } of balances)
      if (owner !== undefined && token === mint)
        changes.set(owner, (changes.get(owner) ?? 0n) + sign * BigInt(uiTokenAmount.amount))
  }
  add(meta.preTokenBalances, -1n)
  add(meta.postTokenBalances, 1n)
  if ((changes.get(payTo) ?? 0n) <= 0n) return null
  return [...changes].find(([owner, change]) => owner !== payTo && change < 0n)?.[0] ?? null
}
