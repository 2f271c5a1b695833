import { z } from 'zod'
import { readAvmTransaction, type AvmTransaction } from './transaction.ts'

const Group = z.object({
  paymentGroup: z.array(z.string()).min(1).max(16),
  paymentIndex: z.number().int().min(0),
})

/** All transactions of the atomic group of a payment. */
export function avmTransactionsOf(payload: unknown): readonly AvmTransaction[] | null {
  const parsed = Group.safeParse(payload)
  if (!parsed.success) return null
  const transactions = parsed.data.paymentGroup.map(readAvmTransaction)
  return transactions.every((transaction) => transaction !== null) ? transactions : null
}

/** The transaction of the group that pays. */
export function avmPaymentOf(payload: unknown): AvmTransaction | null {
  const parsed = Group.safeParse(payload)
  const text = parsed.success ? parsed.data.paymentGroup[parsed.data.paymentIndex] : undefined
  return text === undefined ? null : readAvmTransaction(text)
}
