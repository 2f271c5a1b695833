import { expect, test } from 'vitest'
import { createSearchMarks } from '../search-marks.ts'
import type { AvmNode } from './node.ts'
import { traceAvm } from './trace.ts'

const ID = 'WANTED'
const FIRST = 1_000

interface Play {
  /** Rounds that its window has. */
  readonly length?: number
  /** The round whose block holds it. */
  readonly at?: number
  /** What each node behind the address has come to, in turn. */
  heads: readonly number[]
}

/** An address with several nodes behind it, none of which knows the transaction by its id. */
function look(play: Play) {
  const { length = 10, at } = play
  let turn = 0
  const asked: string[] = []
  const head = (): number => play.heads[turn++ % play.heads.length]!
  const node: AvmNode = {
    async ask(path) {
      asked.push(path)
      const round = Number(/blocks\/(\d+)/.exec(path)?.[1])
      if (round > head()) return { status: 404, body: { message: 'no such block' } }
      return { status: 200, body: { blockTxids: round === at ? ['OTHER', ID] : ['OTHER'] } }
    },
    round: async () => head(),
    isConfirmed: async () => false,
  }
  const marks = createSearchMarks<number>()
  const wanted = { id: ID, firstRound: FIRST, lastRound: FIRST + length - 1 }
  return { again: () => traceAvm(node, wanted, marks), asked }
}

test.each([
  ['before its end', [1_009], 'unknown'],
  ['that is behind, where another says that its end has passed', [1_010, 1_004], 'unknown'],
  ['that has all of its rounds', [1_010], 'dead'],
] as const)(
  'with a node %s that does not know it, the result is: %s %s',
  async (_what, heads, state) => {
    expect(await look({ heads }).again()).toBe(state)
  },
)

test('a transaction in a block is settled, even if nodes have forgotten its id', async () => {
  expect(await look({ heads: [5_000], at: 1_009 }).again()).toBe('settled')
})

test('a long range of rounds is read in several bounded searches', async () => {
  const { again, asked } = look({ heads: [5_000], length: 1_001 })
  const states = []
  while (states.at(-1) !== 'dead') {
    const before = asked.length
    states.push(await again())
    expect(asked.length - before).toBeLessThanOrEqual(160)
  }
  expect(states).toHaveLength(7)
  expect(new Set(asked).size).toBe(1_001)
  expect(asked).toHaveLength(1_001)
})

test('a transaction in the last block of a long range is found', async () => {
  const { again } = look({ heads: [5_000], length: 1_001, at: 2_000 })
  let state = await again()
  for (let looks = 1; state === 'unknown' && looks < 10; looks++) state = await again()
  expect(state).toBe('settled')
})

test('an invalid range of rounds costs no more than the longest valid one', async () => {
  const { again, asked } = look({ heads: [9_000_000], length: 5_000_000 })
  for (let state = await again(); state === 'unknown';) state = await again()
  expect(asked).toHaveLength(1_001)
})
