import { beforeAll, describe, expect, test } from 'vitest'
import { countTokens as exact } from 'gpt-tokenizer/encoding/o200k_base'
import { countTokens } from '../../src/lib/tokens.ts'
import { startLoopProbe } from '../../bench/support/loop-probe.ts'

const PROSE = 'The quick brown fox jumps over the lazy dog, and nobody minds. '.repeat(800)
const CODE = 'export const add = (a: number, b: number): number => a + b // sum\n'.repeat(600)

/** Characters without any space, that the encoding knows few pieces of. */
function runOf(length: number, from: number, count: number): string {
  let text = ''
  for (let at = 0, seed = 7; at < length; at += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    text += String.fromCodePoint(from + (seed % count))
  }
  return text
}

const HOSTILE: readonly (readonly [name: string, text: string])[] = [
  ['Han characters', runOf(33_000, 0x4e00, 20_000)],
  ['emoji', runOf(25_000, 0x1f300, 500)],
  ['newlines', '\n'.repeat(100_000)],
  ['digits', runOf(100_000, 0x30, 10)],
]

beforeAll(async () => countTokens('to load the table'))

describe('tokens', () => {
  test('of prose and code are counted within 1 % of the exact number', async () => {
    for (const text of [PROSE, CODE]) {
      const counted = await countTokens(text)
      expect(Math.abs(counted / exact(text) - 1)).toBeLessThan(0.01)
    }
  })

  test('of markers count as text', async () => {
    expect(await countTokens('<|endoftext|>')).toBeGreaterThan(1)
  })

  test.each(HOSTILE)('of a run of %s are counted while others get their turn', async (_n, text) => {
    const probe = startLoopProbe()
    probe.reset()
    expect(await countTokens(text)).toBeGreaterThan(100)
    await new Promise((resolve) => setTimeout(resolve, 5))
    const { worked } = probe.longest()
    probe.stop()
    expect(worked).toBeLessThan(100)
  })
})
