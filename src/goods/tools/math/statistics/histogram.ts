import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { quantileIn, sorted } from '../../../../engines/numbers/moments.ts'
import { numbersField } from '../../../../engines/numbers/number-fields.ts'

const VALUES_MAX = 100_000
const HERE_MAX = 10_000
const BINS_MAX = 1_000

export default defineTool({
  route: 'POST /api/histogram',
  name: 'Histogram',
  description:
    'Histogram of numbers: counts and shares by bins, with a sensible number of bins or yours.',
  asks: [
    'histogram bins with counts',
    'histogram of numbers with freedman diaconis',
    'how are my values spread',
    'frequency of values in bins',
  ],
  price: '$0.001',
  uses: {},
  place: ({ values }) => (values.length > HERE_MAX ? 'thread' : 'here'),
  input: z.object({
    values: numbersField(1, VALUES_MAX).describe('1 to 100000 numbers.'),
    bins: z
      .int()
      .min(1)
      .max(BINS_MAX)
      .optional()
      .describe('Number of bins, 1 to 1000; makes the method fixed.'),
    method: z
      .enum(['freedman-diaconis', 'sturges', 'fixed'])
      .default('freedman-diaconis')
      .describe('Rule for the number of bins if bins is not given; at most 1000.'),
  }),
  output: z.object({
    bins: z
      .array(z.object({ from: z.number(), to: z.number(), count: z.int(), ratio: z.number() }))
      .describe(
        'Bins; from belongs to its bin, to does not, except in the last; ratio is of all values.',
      ),
    width: z.number().describe('Width of each bin.'),
    method: z.string().describe('Rule that was used.'),
  }),
  examples: [
    {
      input: { values: [1, 2, 2, 3, 9], bins: 2 },
      output: {
        bins: [
          { from: 1, to: 5, count: 4, ratio: 0.8 },
          { from: 5, to: 9, count: 1, ratio: 0.2 },
        ],
        width: 4,
        method: 'fixed',
      },
    },
    { input: { values: [1, 2, 2, 3, 9] } },
  ],

  run({ values, bins, method }) {
    if (method === 'fixed' && bins === undefined)
      throw badInput('bins: must be given with method fixed')
    const ordered = sorted(values)
    const [least = 0, largest = 0] = [ordered[0], ordered.at(-1)]
    // Equal values are in the middle of one bin.
    const [from, to] = least === largest ? [least - 0.5, largest + 0.5] : [least, largest]
    const chosen = bins === undefined ? countBy(ordered, method) : { count: bins, method: 'fixed' }
    const width = (to - from) / chosen.count
    const edge = (at: number) => (at === chosen.count ? to : from + at * width)
    const counts = Array.from({ length: chosen.count }, () => 0)
    for (const value of values) {
      let at = Math.min(chosen.count - 1, Math.floor((value - from) / width))
      // The quotient may be wrong in its last digit; the edges decide.
      if (value < edge(at)) at -= 1
      else if (at < chosen.count - 1 && value >= edge(at + 1)) at += 1
      counts[at] = (counts[at] ?? 0) + 1
    }
    return {
      bins: counts.map((count, at) => ({
        from: edge(at),
        to: edge(at + 1),
        count,
        ratio: count / values.length,
      })),
      width,
      method: chosen.method,
    }
  },
})

function countBy(ordered: readonly number[], method: string): { count: number; method: string } {
  const range = (ordered.at(-1) ?? 0) - (ordered[0] ?? 0)
  if (range === 0) return { count: 1, method }
  const spread = quantileIn(ordered, 0.75) - quantileIn(ordered, 0.25)
  if (method === 'sturges' || spread === 0)
    return { count: Math.ceil(Math.log2(ordered.length)) + 1, method: 'sturges' }
  const count = Math.ceil(range / ((2 * spread) / Math.cbrt(ordered.length)))
  return { count: Math.min(BINS_MAX, count), method }
}
