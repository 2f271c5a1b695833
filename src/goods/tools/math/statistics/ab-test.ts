import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { beta } from '../../../../engines/numbers/distributions/continuous.ts'
import type { Distribution } from '../../../../engines/numbers/distributions/distribution.ts'
import { normalAbove } from '../../../../engines/numbers/special/normal.ts'
import { perGroupForShares, twoSidedQuantile } from './_sample-sizes.ts'

const VISITORS_MAX = 1_000_000_000
const POWER = 0.8

const countField = (least: number) => z.int().min(least).max(VISITORS_MAX)

export default defineTool({
  route: 'POST /api/ab-test',
  name: 'A/B test verdict',
  description:
    'Verdict on a conversion test: uplift, p-value, interval, Bayesian odds that B wins, samples still needed.',
  asks: [
    'is my a/b test of conversions significant',
    'p-value and uplift of a conversion test',
    'is variant B really better or just chance',
    'did the new headline win',
    'conversion of two versions',
    'luck or effect',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    visitorsA: countField(1).describe('Visitors who saw A, 1 to 1000000000.'),
    conversionsA: countField(0).describe('Visitors of A who converted.'),
    visitorsB: countField(1).describe('Visitors who saw B, 1 to 1000000000.'),
    conversionsB: countField(0).describe('Visitors of B who converted.'),
    confidence: z.number().min(0.5).max(0.999).default(0.95).describe('Confidence, 0.5 to 0.999.'),
  }),
  output: z.object({
    rateA: z.number(),
    rateB: z.number(),
    upliftPct: z.number().nullable().describe('Uplift of B over A; null if A has no conversions.'),
    pValue: z
      .number()
      .describe('Two-sided p-value of the pooled z-test; 1 if nobody or everybody converts.'),
    significant: z.boolean().describe('Whether pValue is below 1 - confidence.'),
    interval: z.array(z.number()).describe('Interval of rateB - rateA, at the confidence.'),
    probabilityBBetter: z.number().describe('Probability that B is better, from uniform priors.'),
    samplesNeeded: z
      .int()
      .nullable()
      .describe(
        'Visitors per variant to confirm this uplift with 80 % power; null without an uplift.',
      ),
  }),
  examples: [
    {
      input: { visitorsA: 1000, conversionsA: 50, visitorsB: 1000, conversionsB: 70 },
      output: {
        rateA: 0.05,
        rateB: 0.07,
        upliftPct: 40.000000000000014,
        pValue: 0.05968560553242614,
        significant: false,
        interval: [-0.0007977946717953217, 0.040797794671795326],
        probabilityBBetter: 0.9698531786991785,
        samplesNeeded: 2213,
      },
    },
  ],

  run({ visitorsA, conversionsA, visitorsB, conversionsB, confidence }) {
    if (conversionsA > visitorsA) throw badInput('conversionsA: must be at most visitorsA')
    if (conversionsB > visitorsB) throw badInput('conversionsB: must be at most visitorsB')
    const [rateA, rateB] = [conversionsA / visitorsA, conversionsB / visitorsB]
    const pooled = (conversionsA + conversionsB) / (visitorsA + visitorsB)
    const error = Math.sqrt(pooled * (1 - pooled) * (1 / visitorsA + 1 / visitorsB))
    const pValue = error === 0 ? 1 : Math.min(1, 2 * normalAbove(Math.abs(rateB - rateA) / error))
    const spread = (rateA * (1 - rateA)) / visitorsA + (rateB * (1 - rateB)) / visitorsB
    const reach = twoSidedQuantile(confidence) * Math.sqrt(spread)
    const needed =
      rateA === rateB ? null : perGroupForShares(rateA, rateB, { confidence, power: POWER })
    return {
      rateA,
      rateB,
      upliftPct: conversionsA === 0 ? null : (rateB / rateA - 1) * 100,
      pValue,
      significant: pValue < 1 - confidence,
      interval: [rateB - rateA - reach, rateB - rateA + reach],
      probabilityBBetter: shareOfWins(
        [conversionsA + 1, visitorsA - conversionsA + 1],
        [conversionsB + 1, visitorsB - conversionsB + 1],
      ),
      samplesNeeded: needed === null || needed > 1e15 ? null : Math.ceil(needed),
    }
  },
})

type Shape = readonly [a: number, b: number]

/** Panels cover this many deviations on both sides of both rates, and have this width. */
const REACH = 38
const WIDTH = 0.25
/** Nodes and weights of the Gauss-Legendre rule with five points. */
const [NEAR, FAR] = [-2, 2].map((sign) => Math.sqrt(5 + sign * Math.sqrt(10 / 7)) / 3) as [
  number,
  number,
]
const [MORE, LESS] = [(322 + 13 * Math.sqrt(70)) / 900, (322 - 13 * Math.sqrt(70)) / 900]
const GAUSS = [
  [-FAR, LESS],
  [-NEAR, MORE],
  [0, 128 / 225],
  [NEAR, MORE],
  [FAR, LESS],
] as const

/**
 * The integral of the density of B times the probability that A is below. The panels are narrow
 * where either changes, because the probability of a win may depend on a range between two distant
 * rates.
 */
function shareOfWins(shapeA: Shape, shapeB: Shape): number {
  const [a, b] = [beta(...shapeA), beta(...shapeB)]
  const edges = [...new Set([0, 1, ...edgesOf(a), ...edgesOf(b)])].toSorted((x, y) => x - y)
  let total = 0
  for (const [panel, to] of edges.entries()) {
    const from = edges[panel - 1] ?? to
    const half = (to - from) / 2
    for (const [at, weight] of half === 0 ? [] : GAUSS) {
      const x = from + half * (1 + at)
      total += b.density(x) * a.below(x) * weight * half
    }
  }
  return Math.min(1, total)
}

function edgesOf({ mean, variance }: Distribution): number[] {
  const deviation = Math.sqrt(variance ?? 0)
  return Array.from({ length: (2 * REACH) / WIDTH + 1 }, (_, at) =>
    Math.min(1, Math.max(0, (mean ?? 0) + deviation * (at * WIDTH - REACH))),
  )
}
