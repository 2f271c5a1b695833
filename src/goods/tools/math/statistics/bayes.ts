import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'

const EVIDENCE_MAX = 20

export default defineTool({
  route: 'POST /api/bayes',
  name: 'Bayes update',
  description: 'Updates a probability with pieces of evidence by the rule of Bayes, step by step.',
  asks: [
    'update a probability with evidence by bayes',
    'bayes posterior from prior and likelihoods',
    'how likely is the illness after a positive test',
    'update a belief with evidence',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    prior: z.number().min(0).max(1).describe('Probability before the evidence, 0 to 1.'),
    likelihoods: z
      .array(
        z.object({
          ifTrue: z
            .number()
            .min(0)
            .max(1)
            .describe('Probability of the evidence if the hypothesis is true.'),
          ifFalse: z.number().min(0).max(1).describe('Probability of the evidence if it is false.'),
        }),
      )
      .min(1)
      .max(EVIDENCE_MAX)
      .describe('1 to 20 pieces of evidence, independent of each other.'),
  }),
  output: z.object({
    posterior: z.number().describe('Probability after all evidence.'),
    odds: z.number().nullable().describe('Odds for and against; null if it is certain.'),
    bayesFactor: z.number().nullable().describe('Product of the ratios; null if infinite.'),
    steps: z.array(
      z.object({
        prior: z.number(),
        posterior: z.number(),
        bayesFactor: z.number().nullable().describe('ifTrue / ifFalse; null if infinite.'),
      }),
    ),
  }),
  examples: [
    {
      input: { prior: 0.01, likelihoods: [{ ifTrue: 0.95, ifFalse: 0.05 }] },
      output: {
        posterior: 0.16101694915254236,
        odds: 0.1919191919191919,
        bayesFactor: 18.999999999999996,
        steps: [{ prior: 0.01, posterior: 0.16101694915254236, bayesFactor: 18.999999999999996 }],
      },
    },
  ],

  run({ prior, likelihoods }) {
    let [yes, no, factor] = [prior, 1 - prior, 1]
    const steps = likelihoods.map(({ ifTrue, ifFalse }, at) => {
      const before = yes
      const [hit, miss] = [yes * ifTrue, no * ifFalse]
      if (hit + miss === 0)
        throw badInput(`likelihoods.${at}: must be possible by the prior, or there is no posterior`)
      ;[yes, no] = [hit / (hit + miss), miss / (hit + miss)]
      const ratio = ifTrue / ifFalse
      // Evidence that is impossible in both cases was refused, or does not change a certain prior.
      factor *= Number.isNaN(ratio) ? 1 : ratio
      return { prior: before, posterior: yes, bayesFactor: finite(ratio) }
    })
    return { posterior: yes, odds: finite(yes / no), bayesFactor: finite(factor), steps }
  },
})

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null)
