import type { Hex } from 'viem'
import { selectorOf } from '../../../engines/onchain/evm-selector.ts'
import { addressWord, numberWord } from '../../../engines/onchain/abi-words.ts'

/**
 * Batches calls through the Multicall3 contract, which has the same address on every chain.
 * Calldata and answers are encoded here by hand: the general codec takes longer than a signature
 * check.
 */
export const MULTICALL3: Hex = '0xcA11bde05977b3631167028862bE2a173976CA11'

const AGGREGATE = selectorOf('aggregate3((address,bool,bytes)[])')
const WORD = 64
const WORD_BYTES = 32

export interface ContractCall {
  readonly to: string
  readonly data: Hex
}

/** Calldata of `aggregate3`, where each call may fail by itself. */
export function aggregateCall(calls: readonly ContractCall[]): Hex {
  const tuples = calls.map(tupleOf)
  const starts: string[] = []
  let at = calls.length * WORD_BYTES
  for (const tuple of tuples) {
    starts.push(numberWord(at))
    at += tuple.length / 2
  }
  const head: Hex = `${AGGREGATE}${numberWord(WORD_BYTES)}${numberWord(calls.length)}`
  return `${head}${starts.join('')}${tuples.join('')}`
}

/**
 * The answer of each call, as hex without `0x`; null for a call that failed. Null for all where the
 * contract does not exist.
 */
export function aggregated(answer: Hex): readonly (string | null)[] | null {
  const words = answer.slice(2)
  const numberAt = (bytes: number): number =>
    Number(`0x${words.slice(bytes * 2, bytes * 2 + WORD) || 'none'}`)
  const list = numberAt(0)
  const count = numberAt(list)
  if (!(count * WORD <= words.length)) return null
  const start = list + WORD_BYTES
  return Array.from({ length: count }, (_, index) => {
    const tuple = start + numberAt(start + index * WORD_BYTES)
    const bytes = tuple + numberAt(tuple + WORD_BYTES)
    const data = (bytes + WORD_BYTES) * 2
    return numberAt(tuple) === 1 ? words.slice(data, data + numberAt(bytes) * 2) : null
  })
}

function tupleOf({ to, data }: ContractCall): string {
  const bytes = data.slice(2)
  const padded = bytes.padEnd(Math.ceil(bytes.length / WORD) * WORD, '0')
  const head = `${addressWord(to)}${numberWord(1)}${numberWord(3 * WORD_BYTES)}`
  return `${head}${numberWord(bytes.length / 2)}${padded}`
}
