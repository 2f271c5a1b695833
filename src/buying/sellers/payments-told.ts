import { isFailure } from '../purse/delivery-record.ts'
import type { PaymentEnding } from '../../stores/purse-rows.ts'

/** A share of fewer payments says nothing. */
const SHARE_OF_MIN = 3

/** How the payments of this service to a seller ended; null where there was none. */
export function paymentsTold(payments: readonly PaymentEnding[]) {
  const [last] = payments
  if (!last) return null
  const byChain = Map.groupBy(payments, ({ chain }) => chain)
  return {
    ...countsOf(payments),
    lastIso: new Date(last.at).toISOString(),
    byChain: Object.fromEntries([...byChain].map(([chain, own]) => [chain, countsOf(own)])),
  }
}

function countsOf(payments: readonly PaymentEnding[]) {
  const delivered = payments.filter((each) => each.delivered === 1)
  const failed = payments.filter(isFailure).length
  const ended = delivered.length + failed
  return {
    calls: payments.length,
    delivered: delivered.length,
    failed,
    refused: payments.length - ended,
    keptRate: ended < SHARE_OF_MIN ? null : delivered.length / ended,
    medianMs: medianOf(delivered.flatMap(({ ms }) => ms ?? [])),
  }
}

const medianOf = (values: readonly number[]): number | null =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? null
