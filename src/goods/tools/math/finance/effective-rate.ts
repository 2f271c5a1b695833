import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { tidy } from '../../../../engines/numbers/number-fields.ts'
import { solvedRate } from './_loan.ts'

export default defineTool({
  route: 'POST /api/effective-rate',
  name: 'Effective interest rate',
  description:
    'Converts between nominal and effective annual interest rates, and finds the APR with fees.',
  asks: [
    'effective annual rate of 12 percent compounded monthly',
    'APR of a loan including fees',
    'real yearly interest',
    'APR to APY',
    'what does the credit really cost',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    nominalPct: z.number().min(0).max(10_000).optional().describe('Nominal percent per year.'),
    effectivePct: z
      .number()
      .min(0)
      .max(10_000)
      .optional()
      .describe('Effective percent per year. Give this or nominalPct.'),
    perYear: z.int().min(1).max(8_784).default(12).describe('Compounding periods in a year.'),
    fees: z.number().min(0).max(1e15).default(0).describe('Fees paid at the start of the loan.'),
    principal: z
      .number()
      .positive()
      .max(1e15)
      .optional()
      .describe('Amount of the loan; required with fees.'),
    years: z.number().positive().max(100).optional().describe('Term; required with fees.'),
  }),
  output: z.object({
    nominalPct: z.number(),
    effectivePct: z.number().describe('(1 + nominal / periods)^periods - 1, in percent.'),
    aprPct: z
      .number()
      .describe('Nominal rate at which the instalments repay the principal less its fees.'),
    periodicPct: z.number().describe('Percent per period.'),
  }),
  examples: [
    {
      input: { nominalPct: 12 },
      output: { nominalPct: 12, effectivePct: 12.6825030132, aprPct: 12, periodicPct: 1 },
    },
    { input: { nominalPct: 6, fees: 300, principal: 10_000, years: 5 } },
  ],

  run({ nominalPct, effectivePct, perYear, fees, principal, years }) {
    if ((nominalPct === undefined) === (effectivePct === undefined))
      throw badInput('nominalPct: exactly one of nominalPct and effectivePct must be given')
    const periodic =
      nominalPct === undefined
        ? Math.expm1(Math.log1p((effectivePct ?? 0) / 100) / perYear)
        : nominalPct / 100 / perYear
    const apr = fees === 0 ? periodic : withFees(periodic, perYear, fees, principal, years)
    const effective = 100 * Math.expm1(perYear * Math.log1p(periodic))
    if (!Number.isFinite(effective)) throw badInput('nominalPct: must give a finite effective rate')
    return {
      nominalPct: nominalPct ?? tidy(periodic * perYear * 100),
      effectivePct: effectivePct ?? tidy(effective),
      aprPct: tidy(apr * perYear * 100),
      periodicPct: tidy(periodic * 100),
    }
  },
})

function withFees(
  rate: number,
  perYear: number,
  fees: number,
  principal: number | undefined,
  years: number | undefined,
): number {
  if (principal === undefined || fees >= principal)
    throw badInput('principal: must be given with fees, and be above them')
  if (years === undefined) throw badInput('years: must be given with fees')
  const periods = Math.round(years * perYear)
  if (periods < 1) throw badInput('years: must have at least one period')
  const factor = rate === 0 ? periods : -Math.expm1(-periods * Math.log1p(rate)) / rate
  return solvedRate(principal - fees, principal / factor, periods)
}
