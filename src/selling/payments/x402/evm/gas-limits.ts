import type { Fees } from '../../../../outside/chains/evm/fees.ts'
import { usdOf, type Usd } from '../../../../base/core/money.ts'
import type { PayableEvmNetwork } from '../../../../outside/chains/networks.ts'

/** Most gas that one settlement may take: a plain transfer takes about 75,000. */
export const SETTLEMENT_GAS_MAX = 300_000n
export const TRANSFER_GAS = 75_000n

const WEI_PER_COIN = 10n ** 18n

/** Whether a settlement earns what its gas costs. */
export type EarnsItsGas = (amount: bigint, gas: bigint) => Promise<boolean>

/** What so much gas costs; undefined where nobody has said what a coin is worth. */
export type GasPrice = (gas: bigint) => Promise<Usd | undefined>

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

const MICROS_PER_DOLLAR = 1_000_000

export const createGasPrice =
  ({ coinUsd, fees }: Omit<GasCostOptions, 'network'>): GasPrice =>
  async (gas) => {
    if (coinUsd === undefined) return undefined
    const microsPerCoin = BigInt(Math.round(coinUsd * MICROS_PER_DOLLAR))
    const { maxFeePerGas } = await fees()
    const wei = (gas * maxFeePerGas) / 2n
    return usdOf(Number((wei * microsPerCoin + WEI_PER_COIN - 1n) / WEI_PER_COIN))
  }
