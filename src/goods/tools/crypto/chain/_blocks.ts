import { badInput } from '../../../../base/core/fault.ts'
import type { BlockName, EvmChain, EvmState } from '../../../../capabilities/upstreams/evm.ts'

/** A block as callers name it: a number, a tag, a hash, or `-100` for so many blocks back. */
export async function blockNamed(chain: EvmChain, field: string, text: string): Promise<BlockName> {
  if (/^-\d+$/.test(text)) {
    const { block } = await chain.at()
    const number = block.number + Number(text)
    if (number < 0) throw badInput(`${field}: is before the first block.`)
    return number
  }
  return /^\d+$/.test(text) ? Number(text) : (text as BlockName)
}

export async function stateNamed(chain: EvmChain, field: string, text: string): Promise<EvmState> {
  return chain.at(await blockNamed(chain, field, text))
}

export const isoOf = (seconds: number): string => new Date(seconds * 1_000).toISOString()
