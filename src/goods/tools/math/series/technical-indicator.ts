import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { numbersField } from '../../../../engines/numbers/number-fields.ts'
import {
  averageRange,
  balance,
  bands,
  type Bars,
  channel,
  convergence,
  direction,
  exponential,
  simple,
  stochastic,
  strength,
  volumePrice,
  williams,
} from './_indicators.ts'

const BARS_MAX = 20_000
const HERE_MAX = 2_000

const seriesField = () => numbersField(5, BARS_MAX).optional()

export default defineTool({
  route: 'POST /api/technical-indicator',
  name: 'Technical indicator',
  description:
    'Technical indicators over price bars: SMA, EMA, RSI, MACD, Bollinger, ATR, stochastic, ADX, OBV, VWAP, CCI, Williams.',
  asks: [
    'rsi of a stock from closing prices',
    'bollinger bands for my candles',
    'RSI of a share',
    'moving average',
    'MACD',
  ],
  price: '$0.001',
  uses: {},
  place: ({ close }) => (close.length > HERE_MAX ? 'thread' : 'here'),
  input: z.object({
    name: z
      .enum([
        'sma',
        'ema',
        'rsi',
        'macd',
        'bollinger',
        'atr',
        'stochastic',
        'adx',
        'obv',
        'vwap',
        'cci',
        'williams',
      ])
      .describe('Indicator.'),
    close: numbersField(5, BARS_MAX).describe('5 to 20000 closing prices, oldest first.'),
    high: seriesField().describe(
      'Highest prices, as many as close, for atr, stochastic, adx, vwap, cci, williams.',
    ),
    low: seriesField().describe('Lowest prices, as many as close, for the same.'),
    volume: seriesField().describe('Volumes, as many as close, for obv and vwap.'),
    period: z
      .int()
      .min(2)
      .max(500)
      .optional()
      .describe(
        'Default 14; 20 for sma, ema, bollinger, cci. Not for macd (12, 26, 9), obv, vwap.',
      ),
  }),
  output: z.object({
    values: z
      .array(z.union([z.number(), z.record(z.string(), z.number().nullable())]).nullable())
      .describe('One value per bar; null before the window is full. Several lines have names.'),
    latest: z.union([z.number(), z.record(z.string(), z.number().nullable())]).nullable(),
    signal: z
      .enum(['overbought', 'oversold', 'bullish', 'bearish', 'neutral', 'unknown'])
      .describe('Common interpretation of the latest value; not advice.'),
  }),
  examples: [
    {
      input: {
        name: 'rsi',
        close: [1, 2, 3, 2, 3, 4, 5, 4, 5, 6, 7, 6, 7, 8, 9, 8],
      },
      output: {
        values: [
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          78.57142857142857,
          72.95918367346938,
        ],
        latest: 72.95918367346938,
        signal: 'overbought',
      },
    },
    {
      input: { name: 'sma', close: [1, 2, 3, 4, 5], period: 3 },
      output: { values: [null, null, 2, 3, 4], latest: 4, signal: 'bullish' },
    },
  ],

  run({ name, close, high, low, volume, period }) {
    const indicator: Indicator = INDICATORS[name]
    const bars = {
      close,
      high: needed('high', indicator.needs.includes('high') ? high : close, close),
      low: needed('low', indicator.needs.includes('high') ? low : close, close),
      volume: needed('volume', indicator.needs.includes('volume') ? volume : close, close),
    }
    const wrong = bars.high.findIndex((value, at) => value < (bars.low[at] ?? 0))
    if (wrong >= 0) throw badInput(`high: must be at least low; bar ${wrong} is not`)
    const values = indicator.of(bars, period ?? indicator.period)
    const latest = values.at(-1) ?? null
    return { values, latest, signal: latest === null ? 'unknown' : indicator.signal(latest, bars) }
  },
})

function needed(
  field: string,
  given: readonly number[] | undefined,
  close: readonly number[],
): readonly number[] {
  if (given === undefined) throw badInput(`${field}: must be given for this indicator`)
  if (given.length !== close.length) throw badInput(`${field}: must be as many as close`)
  return given
}

type Lines = Readonly<Record<string, number | null>>
type Value = number | Lines
type Signal = 'overbought' | 'oversold' | 'bullish' | 'bearish' | 'neutral'

interface Indicator {
  readonly period: number
  readonly needs: readonly ('high' | 'volume')[]
  of(bars: Bars, period: number): (Value | null)[]
  signal(latest: Value, bars: Bars): Signal
}

const numberIn = (value: Value, name = ''): number =>
  typeof value === 'number' ? value : (value[name] ?? 0)

const beyond =
  (low: number, high: number, name?: string) =>
  (latest: Value): Signal => {
    const value = numberIn(latest, name)
    return value >= high ? 'overbought' : value <= low ? 'oversold' : 'neutral'
  }

const sided = (apart: number): Signal => (apart > 0 ? 'bullish' : apart < 0 ? 'bearish' : 'neutral')

const lastClose = ({ close }: Bars): number => close.at(-1) ?? 0

const aboveLine = (latest: Value, bars: Bars): Signal => sided(lastClose(bars) - numberIn(latest))

const ADX_TREND = 25

const INDICATORS = {
  sma: { period: 20, needs: [], of: ({ close }, n) => simple(close, n), signal: aboveLine },
  ema: { period: 20, needs: [], of: ({ close }, n) => exponential(close, n), signal: aboveLine },
  rsi: {
    period: 14,
    needs: [],
    of: ({ close }, n) => strength(close, n),
    signal: beyond(30, 70),
  },
  macd: {
    period: 0,
    needs: [],
    of: ({ close }) => convergence(close),
    signal: (latest) => sided(numberIn(latest, 'histogram')),
  },
  bollinger: {
    period: 20,
    needs: [],
    of: ({ close }, n) => bands(close, n),
    signal: (latest, bars) =>
      lastClose(bars) > numberIn(latest, 'upper')
        ? 'overbought'
        : lastClose(bars) < numberIn(latest, 'lower')
          ? 'oversold'
          : 'neutral',
  },
  atr: { period: 14, needs: ['high'], of: averageRange, signal: () => 'neutral' },
  stochastic: { period: 14, needs: ['high'], of: stochastic, signal: beyond(20, 80, 'k') },
  adx: {
    period: 14,
    needs: ['high'],
    of: direction,
    signal: (latest) =>
      numberIn(latest, 'adx') < ADX_TREND
        ? 'neutral'
        : sided(numberIn(latest, 'plusDi') - numberIn(latest, 'minusDi')),
  },
  obv: {
    period: 0,
    needs: ['volume'],
    of: balance,
    signal: (latest) => sided(numberIn(latest)),
  },
  vwap: { period: 0, needs: ['high', 'volume'], of: volumePrice, signal: aboveLine },
  cci: { period: 20, needs: ['high'], of: channel, signal: beyond(-100, 100) },
  williams: { period: 14, needs: ['high'], of: williams, signal: beyond(-80, -20) },
} as const satisfies Readonly<Record<string, Indicator>>
