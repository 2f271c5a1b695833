import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { NATIVE_DECIMALS } from '../../../../engines/onchain/chains/evm-networks.ts'
import {
  bidsOf,
  FeeHistory,
  feeHistoryParams,
  QuantityShape,
} from '../../../../engines/onchain/evm-reads.ts'
import { unsignedHexOf } from '../../../../engines/onchain/raw-transactions/unsigned.ts'
import { unitsOf } from '../../../../engines/onchain/token-units.ts'
import type { EvmState } from '../../../../capabilities/upstreams/evm.ts'

export const TransactionShape = z.object({
  type: z.literal('eip1559'),
  chainId: z.int(),
  to: z.string(),
  value: z.string().describe('Value in wei.'),
  data: z.string(),
  nonce: z.int(),
  gas: z.string().describe('Gas limit, a fifth above what it takes now.'),
  maxFeePerGas: z.string().describe('Wei.'),
  maxPriorityFeePerGas: z.string().describe('Wei.'),
})

export const builtFields = {
  transaction: TransactionShape,
  unsignedHex: z.string().describe('The bytes for the wallet to sign; nothing is signed here.'),
  words: z.string().describe('What it does, in a sentence.'),
  feeNative: z.string().describe('Fee at current prices, in the native coin.'),
  feeMaxNative: z.string().describe('Highest possible fee, in the native coin.'),
  willSucceed: z.boolean().describe('Whether it succeeds at this block; a later block may differ.'),
  warnings: z.array(z.string()).describe('What could go wrong.'),
  blockNumber: z.int(),
}

interface TransferRequest {
  readonly from: string
  readonly to: string
  readonly value: bigint
  readonly data: string
}

/** Gas for a transfer of the coin to an account, used when the estimate fails. */
const PLAIN_GAS = 21_000n

/** Builds the transaction with current nonce, gas and fees; tries it at the block of `state`. */
export async function builtFrom(state: EvmState, { from, to, value, data }: TransferRequest) {
  const { network, tag, block } = state
  const call = { from, to, data, value: `0x${value.toString(16)}` }
  const [tried, estimate, history, pending, latest, balance] = await Promise.all([
    state.call({ from, to, data, value }),
    state.ask('eth_estimateGas', [call, tag]),
    state.read('eth_feeHistory', feeHistoryParams(tag), FeeHistory),
    state.read('eth_getTransactionCount', [from, 'pending'], QuantityShape),
    state.nonce(from),
    state.balance(from),
  ])
  const estimated = 'result' in estimate ? QuantityShape.safeParse(estimate.result).data : undefined
  const needed = estimated ?? PLAIN_GAS
  const gas = data === '0x' && needed === PLAIN_GAS ? needed : (needed * 6n) / 5n
  const { baseFee, maxFeePerGas, maxPriorityFeePerGas } = bidsOf(history)
  const nonce = Math.max(Number(pending), latest)
  const fields = {
    chainId: network.chainId,
    to,
    value,
    data,
    nonce,
    gas,
    maxFeePerGas,
    maxPriorityFeePerGas,
  }
  const feeMax = gas * maxFeePerGas
  const isPoor = balance < value + feeMax
  const refusal = tried.isOk ? null : tried.message
  return {
    transaction: {
      type: 'eip1559' as const,
      chainId: network.chainId,
      to,
      value: String(value),
      data,
      nonce,
      gas: String(gas),
      maxFeePerGas: String(maxFeePerGas),
      maxPriorityFeePerGas: String(maxPriorityFeePerGas),
    },
    unsignedHex: await unsignedHexOf(fields),
    feeNative: unitsOf(needed * (baseFee + maxPriorityFeePerGas), NATIVE_DECIMALS),
    feeMaxNative: unitsOf(feeMax, NATIVE_DECIMALS),
    willSucceed: tried.isOk && estimated !== undefined && !isPoor,
    warnings: [
      ...(refusal === null ? [] : [`it fails at this block: ${refusal.slice(0, 300)}`]),
      ...(isPoor
        ? [
            `the wallet holds ${unitsOf(balance, NATIVE_DECIMALS)} ${network.nativeSymbol}, which does not cover the value and the gas`,
          ]
        : []),
      ...(nonce > latest ? [`${nonce - latest} transactions of the wallet wait before it`] : []),
      ...(network.rollup === 'op-stack' ? ['the network adds a fee for its data on Ethereum'] : []),
      ...(network.testnet ? ['the network is a test network'] : []),
    ],
    blockNumber: block.number,
  }
}

/** Warns of a payee that is a contract, which may not accept the payment. */
export async function payeeWarnings(state: EvmState, to: string, token: string | undefined) {
  if (to === token)
    return ['the payee is the contract of the token itself: what is sent there is lost']
  const code = await state.code(to)
  return code === '0x'
    ? []
    : ['the payee is a contract, or an account with code: make sure that it accepts this payment']
}

export function refusedZero(field: string, base: bigint | string): bigint {
  if (typeof base === 'string') throw badInput(`${field}: ${base}`)
  return base
}
