import type { z } from 'zod'
import type { EvmNetwork } from './evm-networks.ts'

export interface EvmCall {
  readonly to: string
  readonly data: string
  readonly from?: string
  readonly value?: bigint
}

/** Every call may fail by itself; `data` of a failed one is what the contract threw. */
export type CallOutcome =
  | { readonly isOk: true; readonly data: string }
  | { readonly isOk: false; readonly data: string | null; readonly message: string }

/** One block of a chain, as far as what is worked out here reads it. */
export interface ChainState {
  readonly network: EvmNetwork
  readonly block: { readonly number: number; readonly timestamp: number }
  /** The number of the block, as requests write it. */
  readonly tag: string
  call(call: EvmCall): Promise<CallOutcome>
  /** Code as hex: `0x` where there is none. */
  code(address: string): Promise<string>
  storage(address: string, slot: string): Promise<string>
  read<S extends z.ZodType>(
    method: string,
    params: readonly unknown[],
    answer: S,
  ): Promise<z.output<S>>
}
