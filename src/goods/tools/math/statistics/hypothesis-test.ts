import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { exactTable, goodness, independence, proportions } from './_count-tests.ts'
import { anova, levene, oneSample, paired, twoSample, welch } from './_mean-tests.ts'
import {
  DISTRIBUTIONS,
  namedDistribution,
  PARAMS_HELP,
  paramsField,
} from './_named-distribution.ts'
import { kruskal, mannWhitney, wilcoxon } from './_rank-tests.ts'
import { againstShape, shapiro, twoShapes } from './_shape-tests.ts'
import type { Question, TestVerdict } from './_verdict.ts'

const NUMBERS_MAX = 100_000
const GROUPS_MAX = 50
const ROWS_MAX = 100

const number = () => z.number().min(-1e15).max(1e15)

export default defineTool({
  route: 'POST /api/hypothesis-test',
  name: 'Hypothesis test',
  description:
    'Runs a classical significance test (t, Welch, chi-square, ANOVA, Mann-Whitney, Shapiro, Fisher and more) with p-value and effect size.',
  asks: [
    'welch t test of two samples',
    'mann whitney test with p-value',
    'is the difference real',
    't test',
    'significance',
    'did the treatment work',
    'chi square',
  ],
  price: '$0.002',
  uses: {},
  place: 'thread',
  heavyField: 'a',
  input: z.object({
    test: z
      .enum([
        't-one',
        't-two',
        't-paired',
        'welch',
        'z-proportion',
        'chi2-independence',
        'chi2-fit',
        'anova',
        'kruskal',
        'mann-whitney',
        'wilcoxon',
        'ks',
        'shapiro',
        'fisher',
        'levene',
      ])
      .describe('Name of the test.'),
    a: z
      .union(
        [
          z.array(number()).max(NUMBERS_MAX),
          z.array(z.array(number()).max(ROWS_MAX)).max(ROWS_MAX),
        ],
        { error: 'must be a list of numbers, or a table as a list of rows of numbers' },
      )
      .optional()
      .describe(
        'Numbers; [successes, n] for z-proportion; rows of counts for chi2-independence and ' +
          'fisher; observed counts for chi2-fit. Up to 100000.',
      ),
    b: z
      .array(number())
      .max(NUMBERS_MAX)
      .optional()
      .describe('Second sample; expected counts for chi2-fit. Default: equal ones.'),
    groups: z
      .array(z.array(number()).max(NUMBERS_MAX))
      .min(2)
      .max(GROUPS_MAX)
      .optional()
      .describe('2 to 50 samples, for anova, kruskal and levene.'),
    mu: number().default(0).describe('Mean, difference or share without an effect.'),
    tails: z
      .enum(['two', 'left', 'right'])
      .default('two')
      .describe('left: a is smaller; right: a is larger. Not for tests that have one side only.'),
    equalVariance: z.boolean().default(true).describe('Whether to pool the variance in t-two.'),
    correction: z
      .boolean()
      .default(true)
      .describe('Yates for a 2 x 2 table; continuity for approximate rank tests.'),
    distribution: z
      .enum(DISTRIBUTIONS)
      .optional()
      .describe('Continuous distribution with params, for ks with one sample.'),
    params: paramsField().optional().describe(`Parameters of the distribution: ${PARAMS_HELP}`),
  }),
  output: z.object({
    statistic: z.number().nullable(),
    df: z.number().nullable().describe('Degrees of freedom; for anova those between groups.'),
    df2: z.number().optional().describe('Degrees of freedom within groups, for anova and levene.'),
    pValue: z.number(),
    effectSize: z
      .object({ name: z.string(), value: z.number().nullable() })
      .nullable()
      .describe(
        'Effect size with its name: cohen-d, cohen-h, cramer-v, eta-squared, rank-biserial and so on.',
      ),
    confidenceInterval: z
      .array(z.number())
      .describe('95 %, two-sided, of the mean or difference; empty for other tests.'),
    reject05: z.boolean().describe('Whether it is significant at 0.05.'),
    method: z.string(),
    assumptions: z.array(z.string()),
  }),
  examples: [
    {
      input: { test: 'welch', a: [5, 6, 7], b: [6, 7, 9] },
      output: {
        statistic: -1.2649110640673515,
        df: 3.4482758620689653,
        pValue: 0.28462717876142585,
        effectSize: { name: 'cohen-d', value: -1.0327955589886444 },
        confidenceInterval: [-4.454217285228921, 1.7875506185622556],
        method: 'Welch t-test, unequal variances',
        assumptions: [
          'values are independent of each other',
          'each sample is about normal, or large',
        ],
        reject05: false,
      },
    },
    {
      input: {
        test: 'chi2-independence',
        a: [
          [20, 30],
          [35, 15],
        ],
      },
    },
    {
      input: {
        test: 'ks',
        a: [0.1, 0.4, 0.8],
        distribution: 'uniform',
        params: { min: 0, max: 1 },
      },
    },
  ],

  run({ test, distribution, params, ...question }) {
    if (question.groups && question.groups.flat().length > NUMBERS_MAX)
      throw badInput(`groups: must hold at most ${NUMBERS_MAX} numbers in all`)
    if (question.tails !== 'two' && ONE_SIDED.has(test))
      throw badInput(`tails: must be two for ${test}, which has one side only`)
    const verdict =
      test === 'ks' ? shapeTest(question, distribution, params) : TESTS[test](question)
    return { ...verdict, reject05: verdict.pValue < 0.05 }
  },
})

const ONE_SIDED: ReadonlySet<string> = new Set([
  'chi2-independence',
  'chi2-fit',
  'anova',
  'kruskal',
  'shapiro',
  'levene',
])

const TESTS = {
  't-one': oneSample,
  't-two': twoSample,
  't-paired': paired,
  welch,
  'z-proportion': proportions,
  'chi2-independence': independence,
  'chi2-fit': goodness,
  anova,
  kruskal,
  'mann-whitney': mannWhitney,
  wilcoxon,
  shapiro,
  fisher: exactTable,
  levene,
} as const satisfies Record<string, (question: Question) => TestVerdict>

function shapeTest(
  question: Question,
  distribution: (typeof DISTRIBUTIONS)[number] | undefined,
  params: Readonly<Record<string, number>> | undefined,
): TestVerdict {
  if (question.b !== undefined) return twoShapes(question)
  if (distribution === undefined || params === undefined)
    throw badInput('distribution: must be given with params for ks, or b as a second sample')
  return againstShape(question, namedDistribution(distribution, params))
}
