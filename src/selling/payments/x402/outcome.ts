import type { PaymentRequirements } from '@x402/core/types'
import type { PaymentReceipt, Settlement } from '../rail.ts'
import type { Settled } from './facilitator.ts'

/** The settlement of a facilitator's answer, with the receipt for the buyer. */
export function settlementOf(answer: Settled, requirements: PaymentRequirements): Settlement {
  const { success, transaction, payer, lostGas } = answer
  const { network, scheme, amount } = requirements
  if (success) {
    const paid = scheme === 'upto' ? { amount } : {}
    return {
      state: 'settled',
      receipt: receipt({ success, transaction, network, payer, ...paid }),
      entries: [],
      network,
      reference: transaction || null,
    }
  }
  const errorReason = codeFrom(answer.errorReason)
  if (errorReason === 'settlement_pending') return unknown(requirements, transaction)
  return {
    state: 'refused',
    reason: errorReason,
    ...(lostGas !== undefined && { lostGas }),
    receipt: receipt({ success: false, errorReason, transaction: '', network, payer }),
  }
}

export const unknown = ({ network }: PaymentRequirements, transaction = ''): Settlement => ({
  state: 'unknown',
  reason: 'settlement_pending: do not sign again; resume with the same request later',
  receipt: receipt({
    success: false,
    errorReason: 'settlement_pending',
    transaction,
    network,
  }),
})

function receipt(value: Readonly<Record<string, unknown>>): PaymentReceipt {
  const header = Buffer.from(JSON.stringify(value)).toString('base64')
  return { protocol: 'x402', value, header: ['payment-response', header] }
}

/** A facilitator's reason where it is a plain code; other text is not passed on. */
export function codeFrom(reason: string | undefined): string {
  return reason && /^[a-z0-9_]{1,100}$/.test(reason) ? reason : 'payment_invalid'
}
