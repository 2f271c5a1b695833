import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import contextPack from './context-pack.ts'
import toolsFilter from './tools-filter.ts'

interface Chosen {
  readonly index: number
  readonly tokens: number
}

const packed = async (input: object) =>
  (await runExample(contextPack, { query: 'tea', maxTokens: 1_000, ...input })) as unknown as {
    chosen: readonly Chosen[]
    text: string
    tokens: number
    dropped: number
  }

describe('context-pack', () => {
  test('the text stays within the budget, and its tokens are counted', async () => {
    const passages = Array.from(
      { length: 60 },
      (_, at) => `Tea number ${at} is ${'very '.repeat(at % 9)}strong, says ${at * 7} of us.`,
    )
    for (const maxTokens of [100, 250, 400]) {
      const { text, tokens, chosen, dropped } = await packed({ passages, maxTokens })
      expect(tokens).toBe(countTokens(text))
      expect(tokens).toBeLessThanOrEqual(maxTokens)
      expect(tokens).toBeGreaterThan(maxTokens - 40)
      expect(chosen.length + dropped).toBe(60)
    }
  })

  test('a repeat is left out, and diversity prefers a different passage', async () => {
    const passages = [
      'Green tea helps you sleep, says the tea seller.',
      'The tea seller says: green tea helps you sleep!',
      'Black tea keeps you awake.',
    ]
    const { chosen } = await packed({ passages, diversity: 0.6 })
    expect(chosen.map(({ index }) => index)).not.toEqual(expect.arrayContaining([0, 1]))
    expect(chosen.map(({ index }) => index)).toContain(2)
  })

  test('passages that do not match the query are left out', async () => {
    expect(await packed({ passages: ['We ship daily.'] })).toMatchObject({ text: '', dropped: 1 })
  })
})

const TOOLS = [
  { name: 'getWeatherForecast', description: 'Weather of the next days at a place' },
  { name: 'send_email', description: 'Send an email to somebody', inputSchema: { type: 'object' } },
  { type: 'function', function: { name: 'stock-price', description: 'Price of a share today' } },
  { name: 'resize', description: 'Change the size of a picture' },
]

describe('tools-filter', () => {
  test.each([
    ['will it rain in Paris tomorrow, what is the weather', 'getWeatherForecast'],
    ['mail my boss', 'send_email'],
    ['price of the Apple share', 'stock-price'],
    ['make this picture smaller', 'resize'],
  ])('%s needs %s', async (goal, name) => {
    const { tools } = await runExample(toolsFilter, { goal, tools: TOOLS })
    expect((tools as readonly { name: string }[])[0]?.name).toBe(name)
  })

  test('definitions stay within the budget of tokens and the limit', async () => {
    const tools = Array.from({ length: 50 }, (_, at) => ({
      name: `weather_${at}`,
      description: `Weather of city ${at} ${'and more '.repeat(10)}`,
    }))
    const input = { goal: 'weather of a city', tools, maxTokens: 100 }
    const { tokensAfter, tokensBefore, kept } = await runExample(toolsFilter, input)
    expect(tokensAfter).toBeLessThanOrEqual(100)
    expect(tokensBefore).toBeGreaterThan(1_000)
    expect(kept).toBeGreaterThan(0)
    const limited = await runExample(toolsFilter, { ...input, maxTokens: 100_000, limit: 3 })
    expect(limited['kept']).toBe(3)
  })

  test('a definition without a name is refused by its place', async () => {
    const tools = [{ name: 'a' }, { description: 'b' }]
    await expect(runExample(toolsFilter, { goal: 'a', tools })).rejects.toThrow(/^tools\.1\.name: /)
  })
})
