import { z } from 'zod'
import { notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { isoDay } from '../../../../base/lib/iso-time.ts'
import { alternativeMe } from '../../../../capabilities/upstreams/alternative-me.ts'

const value = () => z.int().describe('Value from 0 (extreme fear) to 100 (extreme greed).')

export default defineTool({
  route: 'GET /api/fear-greed',
  name: 'Fear and greed index',
  description: 'Crypto fear and greed index of alternative.me, with its recent history.',
  asks: [
    'crypto market sentiment index',
    'is the bitcoin market in fear or greed',
    'is the crypto market scared',
    'mood of crypto investors',
  ],
  price: '$0.001',
  uses: { alternativeMe },
  input: z.object({
    days: z.int().min(1).max(90).default(7).describe('Number of days, 1 to 90.'),
  }),
  output: z.object({
    value: value(),
    label: z.string().describe('Label of the value, in words.'),
    points: z
      .array(
        z.object({
          date: z.string().describe('Day, in UTC.'),
          value: value(),
          label: z.string().describe('Label of the value, in words.'),
        }),
      )
      .describe('Oldest first.'),
    attribution: z.string().describe('Text that must be shown beside the value.'),
  }),
  examples: [
    {
      input: { days: 2 },
      at: '2026-01-01T00:00:00Z',
      output: {
        value: 21,
        label: 'Extreme Fear',
        points: [
          { date: '2025-12-30', value: 23, label: 'Extreme Fear' },
          { date: '2025-12-31', value: 21, label: 'Extreme Fear' },
        ],
        attribution: 'Crypto Fear & Greed Index by alternative.me',
        source: 'alternative.me',
        asOf: '2025-12-31T00:00:00.000Z',
      },
    },
  ],

  async run({ days }, { alternativeMe }) {
    const told = await alternativeMe.fearAndGreed(days)
    const points = told.slice(0, days).map((one) => ({
      date: isoDay(Number(one.timestamp) * 1_000),
      value: Number(one.value),
      label: one.value_classification,
    }))
    const [newest] = points
    if (!newest) throw notFound('alternative.me has published no value.')
    return {
      value: newest.value,
      label: newest.label,
      points: points.toReversed(),
      attribution: 'Crypto Fear & Greed Index by alternative.me',
    }
  },
})
