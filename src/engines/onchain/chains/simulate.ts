import { z } from 'zod'
import { isTheirs } from '../../../base/core/failover.ts'
import { Fault } from '../../../base/core/fault.ts'
import { isRunOutcome, type NodeRefusal } from './run-outcome.ts'

/** A node and the block on whose state calls are simulated. */
export interface SimulationNode {
  /** The number of the block, as requests write it. */
  readonly tag: string
  ask(
    method: string,
    params: readonly unknown[],
  ): Promise<
    | { readonly result: unknown }
    | {
        readonly refused: NodeRefusal
      }
  >
}

export interface SimulatedCall {
  readonly from: string
  readonly to: string
  readonly data: string
  readonly value?: string
}

export interface CallResult {
  readonly isOk: boolean
  readonly gasUsed: bigint
  /** The return data of the call, or of its revert. */
  readonly data: string
  /** The error message of the node. */
  readonly message: string | null
  readonly logs: readonly { address: string; topics: string[]; data: string }[]
}

export type Overrides = Readonly<Record<string, unknown>>

const Hex = z.string().regex(/^0x[0-9a-f]*$/i)
const Quantity = Hex.transform((text) => BigInt(text === '0x' ? '0x0' : text))
const Blocks = z.array(
  z.object({
    calls: z.array(
      z.object({
        status: Quantity,
        gasUsed: Quantity,
        returnData: Hex,
        logs: z
          .array(z.object({ address: Hex, topics: z.array(Hex), data: Hex }))
          .nullish()
          .transform((logs) => logs ?? []),
        error: z.object({ message: z.string(), data: Hex.nullish() }).nullish(),
      }),
    ),
  }),
)

/**
 * Error codes for transactions that are not valid: nonce, funds, gas (execution-apis,
 * eth_simulate).
 */
const isInvalid = (code: number): boolean => code <= -38_010 && code >= -38_025

/**
 * Simulates calls one after the other on the state of a block. Null if no node supports it; a text
 * says why the calls are not valid.
 */
export async function simulate(
  state: SimulationNode,
  calls: readonly SimulatedCall[],
  stateOverrides: Overrides,
): Promise<readonly CallResult[] | string | null> {
  const blocks = await simulateBlocks(state, [calls], stateOverrides)
  return Array.isArray(blocks) ? (blocks[0] ?? null) : (blocks as string | null)
}

/** The same for several blocks, each on the state after the one before. */
export async function simulateBlocks(
  state: SimulationNode,
  blocks: readonly (readonly SimulatedCall[])[],
  stateOverrides: Overrides,
): Promise<readonly (readonly CallResult[])[] | string | null> {
  const blockStateCalls = blocks.map((calls, at) =>
    at === 0 ? { stateOverrides, calls } : { calls },
  )
  const answered = await state
    .ask('eth_simulateV1', [{ blockStateCalls, traceTransfers: true }, state.tag])
    .catch((thrown: unknown) => {
      if (isTheirs(thrown)) return null
      throw thrown
    })
  if (!answered) return null
  if ('refused' in answered)
    return isInvalid(answered.refused.code) ? answered.refused.message : null
  const { data: told, error } = Blocks.safeParse(answered.result)
  const isWhole = told?.length === blocks.length
  if (!isWhole || told.some(({ calls }, at) => calls.length !== blocks[at]!.length))
    throw new Fault('upstream_failed', 'EVM node answered eth_simulateV1 in an unknown shape.', {
      cause: error,
    })
  return told.map(({ calls }) =>
    calls.map(({ status, gasUsed, returnData, logs, error: failed }) => ({
      isOk: status === 1n,
      gasUsed,
      data: failed?.data ?? returnData,
      message: failed?.message ?? null,
      logs,
    })),
  )
}

/** The same by older methods, which report no transfers. */
export async function simulateOnce(
  state: SimulationNode,
  call: SimulatedCall,
  overrides: Overrides,
): Promise<Omit<CallResult, 'logs' | 'gasUsed'> & { readonly gasUsed: bigint | null }> {
  const [said, gas] = await Promise.all([
    state.ask('eth_call', [call, state.tag, overrides]),
    state.ask('eth_estimateGas', [call, state.tag, overrides]),
  ])
  const whole = 'result' in gas ? Quantity.safeParse(gas.result).data : undefined
  if ('refused' in said) {
    const { data, message } = said.refused
    if (!isRunOutcome(said.refused))
      throw new Fault('upstream_failed', `EVM node refused eth_call: ${message}`)
    return { isOk: false, gasUsed: null, data: data ?? '0x', message }
  }
  const { data, error } = Hex.safeParse(said.result)
  if (error) throw new Fault('upstream_failed', 'EVM node answered eth_call in an unknown shape.')
  return { isOk: true, gasUsed: whole ?? null, data, message: null }
}
