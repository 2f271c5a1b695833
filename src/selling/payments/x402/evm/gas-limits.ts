import type { Fees } from '../../../chains/evm/fees.ts'
import type { PayableEvmNetwork } from '../../../chains/networks.ts'

/** Most gas that one settlement may take: a plain transfer takes about 75,000. */
export const SETTLEMENT_GAS_MAX = 300_000n
export const TRANSFER_GAS = 75_000n

const WEI_PER_COIN = 10n ** 18n

/** Whether a settlement earns what its gas costs. */
export type EarnsItsGas = (amount: bigint, gas: bigint) => Promise<boolean>

export interface GasCostOptions {
  readonly network: PayableEvmNetwork
  /** Dollars per native coin; undefined where the operator has not said. */
  readonly coinUsd: number | undefined
  fees(): Promise<Fees>
}

/**
 * Compares a payment, in base units of a dollar token, with the expected cost of its settlement.
 * Without a price of the coin, every payment passes.
 */
export function createGasCost({ network, coinUsd, fees }: GasCostOptions): EarnsItsGas {
  if (coinUsd === undefined) return async () => true
  const baseUnitsPerCoin = BigInt(Math.round(coinUsd * 10 ** network.decimals))
  return async (amount, gas) => {
    // Half of the maximum is what the node expects to be charged.
    const { maxFeePerGas } = await fees()
    return (gas * maxFeePerGas * baseUnitsPerCoin) / 2n <= amount * WEI_PER_COIN
  }
}
