import { z } from 'zod'
import type { Results } from './_results.ts'
import { definePack } from './_runtime.ts'
import { ticker } from './_ticker.ts'
import { seriesAt } from './_values.ts'

const closesIn = (results: Results, least: number) =>
  seriesAt(results['stock-history'], 'bars', 'adjClose', least)

function indicator(name: string, results: Results) {
  const close = closesIn(results, 5)
  return close && { name, close }
}

export default definePack({
  title: 'Chart desk',
  tagline: 'A year of prices with RSI, MACD, bands and the points where the trend broke.',
  asks: [
    'chart desk: RSI, MACD and Bollinger bands of a stock over a year',
    'technical analysis of a ticker with breaks of its trend',
  ],
  input: z.object({ ticker: ticker() }),
  steps: [
    { tool: 'stock-history', input: (given) => ({ ticker: given.ticker, range: '1y' }) },
    {
      tool: 'technical-indicator',
      label: 'rsi',
      after: ['stock-history'],
      input: (_given, results) => indicator('rsi', results),
    },
    {
      tool: 'technical-indicator',
      label: 'macd',
      after: ['stock-history'],
      input: (_given, results) => indicator('macd', results),
    },
    {
      tool: 'technical-indicator',
      label: 'bollinger',
      after: ['stock-history'],
      input: (_given, results) => indicator('bollinger', results),
    },
    {
      tool: 'changepoints',
      after: ['stock-history'],
      input(_given, results) {
        const values = closesIn(results, 10)
        return values && { values }
      },
    },
  ],
  examples: [{ input: { ticker: 'AAPL' }, at: '2026-01-03T12:00:00Z' }],
})
