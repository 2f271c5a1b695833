import { z } from 'zod'
import { numberWord } from '../abi-words.ts'
import { wholeIn } from './contract.ts'
import type { ChainState } from './state.ts'

/** Tips are those of so many blocks. */
const BLOCKS = 20
/** Of each block: low, mid and high. */
const PERCENTILES = [20, 50, 80] as const
/** The contract of OP stacks that tells the charge for data. */
const DATA_ORACLE = '0x420000000000000000000000000000000000000F'
/** What a transfer of a token burns, and the bytes of its transaction. */
export const TOKEN_TRANSFER = { gas: 55_000n, bytes: 180 } as const

const Hex = z.string().regex(/^0x[0-9a-f]*$/i)
const History = z.object({
  baseFeePerGas: z.array(Hex).nullish(),
  reward: z.array(z.array(Hex)).nullish(),
})

export interface GasPrices {
  /** Of the last blocks, the next one last, in wei; empty where the network has none. */
  readonly baseFees: readonly bigint[]
  /** Of the next block; null where the network has none. */
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
  /** So much comes on top of gas, in wei. */
  | { readonly how: 'apart'; readonly wei: bigint }
  /** It is in the amount of gas that a node estimates. */
  | { readonly how: 'in-gas' }
  /** The network posts none. */
  | { readonly how: 'none' }
  /** It charges something that is not told here. */
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

/** The contract by which nodes of Arbitrum tell what they do not run. */
const NODE_INTERFACE = '0x00000000000000000000000000000000000000C8'
/** gasEstimateL1Component(address,bool,bytes) */
const L1_COMPONENT = '0x77d488a2'

/**
 * Gas that Arbitrum adds to a call of so many bytes for its data; null where that is not told. The
 * gas that its nodes estimate has it already.
 */
export async function dataGas(state: ChainState, bytes: number): Promise<bigint | null> {
  // Bytes that cannot be compressed, so that it is no less than for any others.
  const filling = Array.from({ length: bytes }, (_, at) => ((at * 167 + 13) % 255) + 1)
  const content = Buffer.from(filling).toString('hex')
  const padded = content.padEnd(Math.ceil(content.length / 64) * 64, '0')
  const data = `${L1_COMPONENT}${[1, 0, 96, bytes].map(numberWord).join('')}${padded}`
  const said = await state.call({ to: NODE_INTERFACE, data })
  return said.isOk && said.data.length === 2 + 3 * 64 ? BigInt(said.data.slice(0, 66)) : null
}
