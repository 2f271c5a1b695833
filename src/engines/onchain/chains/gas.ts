import { z } from 'zod'
import { numberWord } from '../abi-words.ts'
import { wholeIn } from './contract.ts'
import type { ChainState } from './state.ts'

/** The number of blocks whose tips are read. */
const BLOCKS = 20
/** Of each block: low, mid and high. */
const PERCENTILES = [20, 50, 80] as const
/** The contract of OP stacks that computes the charge for data. */
const DATA_ORACLE = '0x420000000000000000000000000000000000000F'
/** The gas of a token transfer, and the size of its transaction. */
export const TOKEN_TRANSFER = { gas: 55_000n, bytes: 180 } as const

const Hex = z.string().regex(/^0x[0-9a-f]*$/i)
const History = z.object({
  baseFeePerGas: z.array(Hex).nullish(),
  reward: z.array(z.array(Hex)).nullish(),
})

export interface GasPrices {
  /**
   * The base fees of the last blocks and, at the end, of the next one, in wei; empty if the network
   * has none.
   */
  readonly baseFees: readonly bigint[]
  /** The base fee of the next block; null if the network has none. */
  readonly baseFee: bigint | null
  readonly low: bigint
  readonly mid: bigint
  readonly high: bigint
}

/** What gas costs now: the base fee of the next block, and the usual tips of the last ones. */
export async function gasPrices(state: ChainState): Promise<GasPrices> {
  const count = `0x${Math.min(BLOCKS, state.block.number + 1).toString(16)}`
  const history = await state.read('eth_feeHistory', [count, state.tag, PERCENTILES], History)
  const baseFees = (history.baseFeePerGas ?? []).map(BigInt)
  const [low = 0n, mid = 0n, high = 0n] = PERCENTILES.map((_, at) =>
    median((history.reward ?? []).map((row) => BigInt(row[at] ?? 0))),
  )
  return { baseFees, baseFee: baseFees.at(-1) ?? null, low, mid, high }
}

/** How a network charges for the data that it posts to Ethereum. */
export type DataCharge =
  /** A separate charge on top of gas, in wei. */
  | { readonly how: 'apart'; readonly wei: bigint }
  /** Included in the gas that a node estimates. */
  | { readonly how: 'in-gas' }
  /** The network posts no data to Ethereum. */
  | { readonly how: 'none' }
  /** The network charges for data, but the amount is unknown. */
  | { readonly how: 'unknown' }

/** The charge for the data of a transaction of so many bytes. */
export async function dataCharge(state: ChainState, bytes: number): Promise<DataCharge> {
  const { rollup } = state.network
  if (rollup === undefined) return { how: 'none' }
  if (rollup === 'arbitrum') return { how: 'in-gas' }
  if (rollup !== 'op-stack') return { how: 'unknown' }
  // getL1FeeUpperBound(uint256)
  const wei = wholeIn(await state.call({ to: DATA_ORACLE, data: `0xf1c7a58b${numberWord(bytes)}` }))
  return wei === null ? { how: 'unknown' } : { how: 'apart', wei }
}

export function median(values: readonly bigint[]): bigint {
  const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return sorted[Math.floor(sorted.length / 2)] ?? 0n
}

/** A precompile of Arbitrum that answers estimates. */
const NODE_INTERFACE = '0x00000000000000000000000000000000000000C8'
/** gasEstimateL1Component(address,bool,bytes) */
const L1_COMPONENT = '0x77d488a2'

/**
 * The gas that Arbitrum adds to a call of this size for its data; null if its node does not answer.
 * Gas estimates of Arbitrum nodes already include it.
 */
export async function dataGas(state: ChainState, bytes: number): Promise<bigint | null> {
  // Bytes that do not compress, so that the estimate is an upper bound.
  const filling = Array.from({ length: bytes }, (_, at) => ((at * 167 + 13) % 255) + 1)
  const content = Buffer.from(filling).toString('hex')
  const padded = content.padEnd(Math.ceil(content.length / 64) * 64, '0')
  const data = `${L1_COMPONENT}${[1, 0, 96, bytes].map(numberWord).join('')}${padded}`
  const said = await state.call({ to: NODE_INTERFACE, data })
  return said.isOk && said.data.length === 2 + 3 * 64 ? BigInt(said.data.slice(0, 66)) : null
}
