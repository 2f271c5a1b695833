/** @module-tag long */
import { beforeAll, describe, expect, test } from 'vitest'
import { countTokens as exact } from 'gpt-tokenizer/encoding/o200k_base'
import { countTokens, tokensOf } from '../../src/base/lib/tokens.ts'
import { startLoopProbe } from '../../bench/support/loop-probe.ts'
import { HOSTILE_TEXTS } from '../support/llm/hostile-texts.ts'
import { leastWork } from '../support/wait.ts'

const BLOCK_MS_MAX = 100
const PROSE = 'The quick brown fox jumps over the lazy dog, and nobody minds. '.repeat(800)
const CODE = 'export const add = (a: number, b: number): number => a + b // sum\n'.repeat(600)

beforeAll(async () => countTokens('to load the table'))

describe('tokens', () => {
  test('of prose and code are counted within 1 % of the exact number', async () => {
    for (const text of [PROSE, CODE]) {
      const counted = await countTokens(text)
      expect(Math.abs(counted / exact(text) - 1)).toBeLessThan(0.01)
    }
  })

  test('of long texts are estimated, alike each time, not too low and not far above', async () => {
    const texts = [
      PROSE.repeat(12),
      `${PROSE.repeat(6)}${'汉字漢'.repeat(90_000)}`,
      CODE.repeat(12),
    ]
    for (const text of texts) {
      const { tokens, isEstimate } = await tokensOf(text)
      expect(isEstimate).toBe(true)
      expect(await tokensOf(text)).toEqual({ tokens, isEstimate })
      const ratio = tokens / (await countTokens(text))
      expect(ratio).toBeGreaterThan(0.995)
      expect(ratio).toBeLessThan(1.06)
    }
    expect(await tokensOf(PROSE)).toEqual({ tokens: await countTokens(PROSE), isEstimate: false })
  })

  test('of 7 MB are estimated in a fraction of the time in which they are counted', async () => {
    const text = PROSE.repeat(140)
    const workOf = (count: (text: string) => Promise<unknown>): Promise<number> =>
      leastWork(0, () => count(text))
    expect(await workOf(tokensOf)).toBeLessThan(0.5 * (await workOf(countTokens)))
  })

  test('of markers count as text', async () => {
    expect(await countTokens('<|endoftext|>')).toBeGreaterThan(1)
  })

  test.each(HOSTILE_TEXTS)('of %s are counted while others get their turn', async (_n, textOf) => {
    // What an input causes comes each time, and a collection of garbage does not.
    let least = Number.POSITIVE_INFINITY
    for (let left = 3; left > 0 && least >= BLOCK_MS_MAX; left -= 1) {
      const probe = startLoopProbe()
      probe.reset()
      expect(await countTokens(textOf(0))).toBeGreaterThan(100)
      await new Promise((resolve) => setTimeout(resolve, 5))
      least = Math.min(least, probe.longest().worked)
      probe.stop()
    }
    expect(least).toBeLessThan(BLOCK_MS_MAX)
  })
})
