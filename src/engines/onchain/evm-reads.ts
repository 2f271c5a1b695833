import { z } from 'zod'
import type { Hex } from 'viem'
import { codec } from './calldata/codec.ts'
import type { EvmNetwork } from './chains/evm-networks.ts'
import { isGenuine } from './chains/known-tokens.ts'

/** The part of `ChainState` by which contracts are read. */
interface Caller {
  readonly network: EvmNetwork
  call(call: {
    readonly to: string
    readonly data: string
  }): Promise<{ readonly isOk: boolean; readonly data: string | null }>
}

/** Calls a function of a contract; null if its answer has another form. */
export async function readContract(
  state: Caller,
  to: string,
  signature: `function ${string}`,
  args: readonly unknown[] = [],
): Promise<unknown> {
  const { decodeFunctionResult, parseAbiItem } = await codec()
  const item: unknown = parseAbiItem(signature as never)
  const data = await callData(signature, args)
  const said = await state.call({ to, data })
  if (!said.isOk || said.data === null || said.data === '0x') return null
  try {
    return decodeFunctionResult({ abi: [item], data: said.data as Hex } as never)
  } catch {
    return null
  }
}

/** Encodes a call by the signature of the function. */
export async function callData(
  signature: `function ${string}`,
  args: readonly unknown[],
): Promise<Hex> {
  const { encodeFunctionData, parseAbiItem } = await codec()
  const item: unknown = parseAbiItem(signature as never)
  return encodeFunctionData({ abi: [item], args } as never)
}

export const wholeOf = (value: unknown): bigint | null =>
  typeof value === 'bigint' ? value : typeof value === 'number' ? BigInt(value) : null

export interface ReadToken {
  readonly symbol: string | null
  /** Null if the contract does not answer; it is then not an ERC-20 token. */
  readonly decimals: number | null
  readonly genuine: boolean | null
}

const SYMBOL_MAX = 40

/** Reads what a token contract says of itself, and whether the token is listed here. */
export async function readToken(state: Caller, address: string): Promise<ReadToken> {
  const [said, places] = await Promise.all([
    readContract(state, address, 'function symbol() view returns (string)'),
    readContract(state, address, 'function decimals() view returns (uint8)'),
  ])
  const symbol =
    typeof said === 'string' ? said.replaceAll(/\p{Cc}/gu, '').slice(0, SYMBOL_MAX) : null
  const decimals = typeof places === 'number' && places <= 77 ? places : null
  return { symbol, decimals, genuine: isGenuine(state.network, address, symbol) }
}

const Quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform(BigInt)

/**
 * The answer of `eth_feeHistory`: the base fee of the next block, and the tips of the last twenty.
 */
export const FeeHistory = z.object({
  baseFeePerGas: z.array(Quantity).min(1),
  reward: z.array(z.array(Quantity)).nullish(),
})

export const QuantityShape = Quantity

const BLOCKS = 20

export const feeHistoryParams = (tag: string) => [`0x${BLOCKS.toString(16)}`, tag, [50]] as const

/** EIP-1559 fees that stay valid for some blocks: twice the base fee, and the median tip. */
export function bidsOf({ baseFeePerGas, reward }: z.output<typeof FeeHistory>) {
  const baseFee = baseFeePerGas.at(-1) ?? 0n
  const tips = (reward ?? []).flatMap(([tip]) => tip ?? []).toSorted((a, b) => (a < b ? -1 : 1))
  const tip = tips[Math.floor(tips.length / 2)] ?? 0n
  return { baseFee, maxPriorityFeePerGas: tip, maxFeePerGas: baseFee * 2n + tip }
}
