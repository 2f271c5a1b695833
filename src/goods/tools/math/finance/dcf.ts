import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { numbersField, tidy } from '../../../../engines/numbers/number-fields.ts'

const YEARS_MAX = 50

export default defineTool({
  route: 'POST /api/dcf',
  name: 'Discounted cash flow',
  description:
    'Discounted cash flow valuation with a terminal value by growth or multiple, and a sensitivity grid.',
  asks: [
    'discounted cash flow with terminal growth',
    'company valuation from discounted free cash flows',
    'what is a company worth by its future cash',
    'valuation of a business',
    'fair value',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    cashflows: numbersField(1, YEARS_MAX).describe(
      '1 to 50 free cash flows, each at the end of a year.',
    ),
    discountPct: z.number().gt(-50).max(1_000).describe('Discount rate in percent per year.'),
    terminalGrowthPct: z
      .number()
      .gt(-100)
      .max(100)
      .optional()
      .describe('Perpetual growth after the last year, below discountPct.'),
    exitMultiple: z
      .number()
      .min(0)
      .max(10_000)
      .optional()
      .describe('Multiple of the last cash flow. Give this or terminalGrowthPct.'),
    netDebt: z.number().min(-1e15).max(1e15).default(0).describe('Debt minus cash.'),
    shares: z.number().gt(0).max(1e15).optional().describe('Number of shares.'),
  }),
  output: z.object({
    enterpriseValue: z.number(),
    equityValue: z.number(),
    perShare: z.number().nullable().describe('Value per share; null without shares.'),
    terminalValue: z
      .number()
      .describe('Value at the end of the last year; 0 without a terminal value.'),
    terminalShare: z
      .number()
      .nullable()
      .describe('Terminal value as a fraction of the enterprise value.'),
    sensitivity: z
      .array(
        z.object({
          discountPct: z.number(),
          terminalGrowthPct: z.number().nullable(),
          exitMultiple: z.number().nullable(),
          enterpriseValue: z.number(),
        }),
      )
      .describe(
        'Values for one point of discount, and half a point of growth or one multiple, in both directions.',
      ),
  }),
  examples: [
    {
      input: { cashflows: [100, 110, 120], discountPct: 9, terminalGrowthPct: 2 },
      output: {
        enterpriseValue: 1627.20790698,
        equityValue: 1627.20790698,
        perShare: null,
        terminalValue: 1748.57142857,
        terminalShare: 0.829775940159,
        sensitivity: [
          {
            discountPct: 8,
            terminalGrowthPct: 1.5,
            exitMultiple: null,
            enterpriseValue: 1769.67922338,
          },
          {
            discountPct: 8,
            terminalGrowthPct: 2,
            exitMultiple: null,
            enterpriseValue: 1901.57750343,
          },
          {
            discountPct: 8,
            terminalGrowthPct: 2.5,
            exitMultiple: null,
            enterpriseValue: 2057.45728894,
          },
          {
            discountPct: 9,
            terminalGrowthPct: 1.5,
            exitMultiple: null,
            enterpriseValue: 1531.01590775,
          },
          {
            discountPct: 9,
            terminalGrowthPct: 2,
            exitMultiple: null,
            enterpriseValue: 1627.20790698,
          },
          {
            discountPct: 9,
            terminalGrowthPct: 2.5,
            exitMultiple: null,
            enterpriseValue: 1738.19867533,
          },
          {
            discountPct: 10,
            terminalGrowthPct: 1.5,
            exitMultiple: null,
            enterpriseValue: 1348.56587263,
          },
          {
            discountPct: 10,
            terminalGrowthPct: 2,
            exitMultiple: null,
            enterpriseValue: 1421.48760331,
          },
          {
            discountPct: 10,
            terminalGrowthPct: 2.5,
            exitMultiple: null,
            enterpriseValue: 1504.1322314,
          },
        ],
      },
    },
  ],

  run({ cashflows, discountPct, terminalGrowthPct, exitMultiple, netDebt, shares }) {
    if (terminalGrowthPct !== undefined && exitMultiple !== undefined)
      throw badInput('exitMultiple: must not be given with terminalGrowthPct')
    if (terminalGrowthPct !== undefined && terminalGrowthPct >= discountPct)
      throw badInput('terminalGrowthPct: must be below discountPct')
    const end: End = { growthPct: terminalGrowthPct ?? null, multiple: exitMultiple ?? null }
    const { value, terminal, present } = valued(cashflows, discountPct, end)
    const equity = value - netDebt
    return {
      enterpriseValue: tidy(value),
      equityValue: tidy(equity),
      perShare: shares === undefined ? null : tidy(equity / shares),
      terminalValue: tidy(terminal),
      terminalShare: value === 0 ? null : tidy(present / value),
      sensitivity: around(cashflows, discountPct, end),
    }
  },
})

interface End {
  readonly growthPct: number | null
  readonly multiple: number | null
}

function valued(cashflows: readonly number[], discountPct: number, end: End) {
  const worth = (amount: number, years: number) =>
    amount * Math.exp(-years * Math.log1p(discountPct / 100))
  const last = cashflows.at(-1) ?? 0
  const terminal =
    end.growthPct === null
      ? last * (end.multiple ?? 0)
      : (last * (1 + end.growthPct / 100)) / ((discountPct - end.growthPct) / 100)
  const present = worth(terminal, cashflows.length)
  const plain = cashflows.reduce((sum, amount, at) => sum + worth(amount, at + 1), 0)
  return { value: plain + present, terminal, present }
}

/** Without cases that have no value: growth at or above the rate, a multiple below 0. */
function around(cashflows: readonly number[], discountPct: number, { growthPct, multiple }: End) {
  const steps = [-1, 0, 1]
  const isPlain = growthPct === null && multiple === null
  return steps.flatMap((first) =>
    (isPlain ? [0] : steps).flatMap((second) => {
      const rate = discountPct + first
      const end = {
        growthPct: growthPct === null ? null : growthPct + second / 2,
        multiple: multiple === null ? null : multiple + second,
      }
      const isSound =
        rate > -50 && (end.growthPct === null || end.growthPct < rate) && (end.multiple ?? 0) >= 0
      if (!isSound) return []
      return [
        {
          discountPct: tidy(rate),
          terminalGrowthPct: end.growthPct === null ? null : tidy(end.growthPct),
          exitMultiple: end.multiple === null ? null : tidy(end.multiple),
          enterpriseValue: tidy(valued(cashflows, rate, end).value),
        },
      ]
    }),
  )
}
