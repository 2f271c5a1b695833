import { z } from 'zod'
import { part } from './_results.ts'
import { definePack } from './_runtime.ts'
import { countText } from './_values.ts'

/** The uplift that the next test is to find: a tenth of the rate of A. */
const UPLIFT = 0.1

export default definePack({
  title: 'Experiment read-out',
  tagline: 'The verdict of an A/B test, its uncertainty and how long the next one must run.',
  asks: [
    'experiment read-out: verdict, uncertainty and length of the next test',
    'read out an experiment from visitors and conversions',
    'result of our A/B experiment',
  ],
  input: z.object({
    visitorsA: countText('Who saw A.'),
    conversionsA: countText('Of them, who converted.'),
    visitorsB: countText('Who saw B.'),
    conversionsB: countText('Of them, who converted.'),
  }),
  steps: [
    {
      tool: 'ab-test',
      input: ({ visitorsA, conversionsA, visitorsB, conversionsB }) => ({
        visitorsA: Number(visitorsA),
        conversionsA: Number(conversionsA),
        visitorsB: Number(visitorsB),
        conversionsB: Number(conversionsB),
      }),
    },
    {
      tool: 'confidence-interval',
      input: ({ visitorsB, conversionsB }) => ({
        kind: 'proportion',
        successes: Number(conversionsB),
        n: Number(visitorsB),
      }),
    },
    {
      tool: 'sample-size',
      after: ['ab-test'],
      input(_given, results) {
        const baseline = part(results['ab-test'], 'rateA')
        const isShare = typeof baseline === 'number' && baseline > 0 && baseline < 1
        return isShare ? { kind: 'ab-proportion', baseline, effect: baseline * UPLIFT } : null
      },
    },
  ],
  examples: [
    {
      input: {
        visitorsA: '5000',
        conversionsA: '250',
        visitorsB: '5000',
        conversionsB: '300',
      },
    },
  ],
})
