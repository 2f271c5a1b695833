import type { z } from 'zod'
import type { EvmNetwork } from './evm-networks.ts'

export interface EvmCall {
  readonly to: string
  readonly data: string
  readonly from?: string
  readonly value?: bigint
}

/** The result of one call; `data` of a failed call is its revert data. */
export type CallOutcome =
  | { readonly isOk: true; readonly data: string }
  | { readonly isOk: false; readonly data: string | null; readonly message: string }

/** Read access to the state of one block. */
export interface ChainState {
  readonly network: EvmNetwork
  readonly block: { readonly number: number; readonly timestamp: number }
  /** The number of the block, as requests write it. */
  readonly tag: string
  call(call: EvmCall): Promise<CallOutcome>
  /** The code at an address as hex; `0x` if there is none. */
  code(address: string): Promise<string>
  storage(address: string, slot: string): Promise<string>
  read<S extends z.ZodType>(
    method: string,
    params: readonly unknown[],
    answer: S,
  ): Promise<z.output<S>>
}
