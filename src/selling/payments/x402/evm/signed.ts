import type { PaymentPayload } from '@x402/core/types'
import type { Eip3009 } from '../../../../outside/chains/evm/eip3009.ts'
import type { PayableEvmNetwork } from '../../../../outside/chains/networks.ts'
import { eip3009Of, permit2Key, permit2Of } from '../payload.ts'
import type { Chain } from '../../../../outside/chains/evm/chain.ts'
import { isPermitUsed, tracePermit } from './permit2.ts'
import type { Reservation } from './reservations.ts'
import { isUsedUp, traceTransfer, type TransferState } from './trace.ts'

/** A signed transfer or permit: it moves money once, until its end. */
export interface Signed extends Reservation {
  /** Null where Permit2 moves the money, and not the token itself. */
  readonly transfer: Eip3009 | null
  trace(): Promise<TransferState>
}

/** Reservations last this much longer than the signature, because clocks differ. */
const SPARE_MS = 60_000

const endOf = (seconds: string): number => Number(seconds) * 1000 + SPARE_MS

/** Null for any other kind of payment. */
export function signedIn(
  chain: Chain,
  network: PayableEvmNetwork,
  payload: Pick<PaymentPayload, 'payload'>,
): Signed | null {
  const transfer = eip3009Of(payload)
  if (transfer) {
    return {
      transfer,
      payer: transfer.from,
      nonce: transfer.nonce,
      amount: BigInt(transfer.value),
      until: endOf(transfer.validBefore),
      isUsed: () => isUsedUp(chain, network, transfer),
      trace: () => traceTransfer(chain, network, transfer),
    }
  }
  const permit = permit2Of(payload)
  return (
    permit && {
      transfer: null,
      payer: permit.from,
      nonce: permit2Key(permit),
      amount: BigInt(permit.permitted.amount),
      until: endOf(permit.deadline),
      isUsed: () => isPermitUsed(chain, permit),
      trace: () => tracePermit(chain, network, permit),
    }
  )
}
