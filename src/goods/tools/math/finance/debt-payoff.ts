import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { compare, decimal, minus, rounded, sumOf } from '../../../../engines/numbers/decimal.ts'
import { line } from '../../../../base/lib/fields.ts'
import { decimalField } from '../../../../engines/numbers/number-fields.ts'
import { type Debt, payoffOf, type Strategy } from './_debts.ts'
import { money, placesField } from './_money.ts'

export default defineTool({
  route: 'POST /api/debt-payoff',
  name: 'Debt payoff plan',
  description:
    'Plan to pay off several debts from one monthly budget, by highest rate (avalanche) or smallest balance (snowball).',
  asks: [
    'which credit card should I pay off first',
    'avalanche or snowball for my debts',
    'how do I get out of debt fastest',
    'snowball or avalanche',
    'pay back several loans',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    debts: z
      .array(
        z.object({
          name: line(200).min(1),
          balance: decimalField({ above: 0 }),
          annualRatePct: decimalField({ min: 0, max: 1_000 }),
          minPayment: decimalField({ min: 0 }).describe('Minimum payment of each month.'),
        }),
      )
      .min(1)
      .max(50)
      .describe('1 to 50 debts with different names.'),
    budget: decimalField({ above: 0 }).describe(
      'Monthly amount for all debts; at least the minimums.',
    ),
    strategy: z
      .enum(['avalanche', 'snowball'])
      .default('avalanche')
      .describe(
        'Debt that gets the rest: that with the highest rate, or that with the smallest balance.',
      ),
    decimals: placesField(),
  }),
  output: z.object({
    months: z.int(),
    totalInterest: z.string(),
    order: z.array(z.string()).describe('Names, in the order in which the debts are paid off.'),
    plan: z
      .array(
        z.object({
          month: z.int(),
          payments: z.record(z.string(), z.string()),
          balance: z.string().describe('Balance of all debts after the payments.'),
        }),
      )
      .describe('One row for each month.'),
    otherStrategy: z
      .object({
        strategy: z.string(),
        months: z.int(),
        totalInterest: z.string(),
        extraInterest: z.string().describe('Additional interest against the chosen strategy.'),
      })
      .nullable()
      .describe('null if it does not pay off the debts in 1200 months.'),
  }),
  examples: [
    {
      input: {
        debts: [{ name: 'card', balance: 300, annualRatePct: 12, minPayment: 50 }],
        budget: 200,
      },
      output: {
        months: 2,
        totalInterest: '4.03',
        order: ['card'],
        plan: [
          { month: 1, payments: { card: '200.00' }, balance: '103.00' },
          { month: 2, payments: { card: '104.03' }, balance: '0.00' },
        ],
        otherStrategy: {
          strategy: 'snowball',
          months: 2,
          totalInterest: '4.03',
          extraInterest: '0.00',
        },
      },
    },
  ],

  run({ debts, budget, strategy, decimals }) {
    const named = debts.map((debt): Debt => ({
      name: debt.name,
      balance: rounded(decimal(debt.balance), decimals),
      annualPct: decimal(debt.annualRatePct),
      minimum: rounded(decimal(debt.minPayment), decimals),
    }))
    if (new Set(debts.map(({ name }) => name)).size < debts.length)
      throw badInput('debts: must have different names')
    const monthly = rounded(decimal(budget), decimals)
    if (compare(monthly, sumOf(named.map(({ minimum }) => minimum))) < 0)
      throw badInput('budget: must cover the minimum payments of all debts')
    const payoff = (by: Strategy) => payoffOf(named, monthly, by, decimals)
    const chosen = payoff(strategy)
    if (chosen === undefined)
      throw badInput(
        'budget: must be higher; interest grows faster than the debts are paid off within 1200 months',
      )
    const other = strategy === 'avalanche' ? 'snowball' : 'avalanche'
    const against = payoff(other)
    return {
      months: chosen.plan.length,
      totalInterest: money(chosen.interest, decimals),
      order: [...chosen.order],
      plan: chosen.plan.map(({ payments, balance }, at) => ({
        month: at + 1,
        payments: Object.fromEntries(payments.map(([name, paid]) => [name, money(paid, decimals)])),
        balance: money(balance, decimals),
      })),
      otherStrategy: against
        ? {
            strategy: other,
            months: against.plan.length,
            totalInterest: money(against.interest, decimals),
            extraInterest: money(minus(against.interest, chosen.interest), decimals),
          }
        : null,
    }
  },
})
