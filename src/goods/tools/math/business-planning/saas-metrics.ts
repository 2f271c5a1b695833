import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import {
  type Decimal,
  decimal,
  minus,
  numberOf,
  plus,
  sumOf,
  textOf,
  times,
  whole,
} from '../../../../engines/numbers/decimal.ts'
import { decimalField, percentOf, tidied } from '../../../../engines/numbers/number-fields.ts'

const COUNT_MAX = 1_000_000_000

export default defineTool({
  route: 'POST /api/saas-metrics',
  name: 'SaaS metrics',
  description:
    'Subscription metrics of a month: churn, MRR, ARR, net and gross retention, LTV, CAC, payback, quick ratio.',
  asks: [
    'calculate churn and ltv to cac',
    'net revenue retention of my subscription business',
    'churn of my subscriptions',
    'monthly recurring revenue',
    'customer lifetime value',
    'are we losing customers',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    customersStart: countField().describe('Customers at the start of the month.'),
    newCustomers: countField().describe('Customers won in the month.'),
    churnedCustomers: countField().describe('Customers lost, of those at the start.'),
    mrrStart: decimalField({ min: 0 }).describe('Monthly recurring revenue at the start.'),
    newMrr: decimalField({ min: 0 }).describe('Monthly recurring revenue of new customers.'),
    expansionMrr: decimalField({ min: 0 })
      .default(0)
      .describe('Additional revenue of existing customers.'),
    churnedMrr: decimalField({ min: 0 }).describe(
      'Lost and reduced revenue, of that at the start.',
    ),
    salesSpend: decimalField({ min: 0 })
      .default(0)
      .describe('Sales and marketing cost of the month.'),
    grossMarginPct: z
      .number()
      .min(0)
      .max(100)
      .default(80)
      .describe('Gross margin in percent, 0 to 100.'),
  }),
  output: z.object({
    churnPct: z.number().nullable().describe('Customers lost of those at the start.'),
    mrr: z.string().describe('Monthly recurring revenue at the end, as decimal text.'),
    arr: z.string().describe('Twelve times mrr.'),
    nrrPct: z.number().nullable().describe('Net revenue retention.'),
    grrPct: z.number().nullable().describe('Gross revenue retention.'),
    arpa: z.number().nullable().describe('Monthly recurring revenue per customer at the end.'),
    ltv: z.number().nullable().describe('arpa x gross margin / customer churn.'),
    cac: z
      .number()
      .nullable()
      .describe('Sales and marketing cost per new customer; null without new customers.'),
    ltvCac: z.number().nullable(),
    paybackMonths: z.number().nullable().describe('cac / (arpa x gross margin).'),
    quickRatio: z.number().nullable().describe('(new + expansion) / churned mrr.'),
    problems: z.array(z.string()).describe('Figures that are null, and the reason.'),
  }),
  examples: [
    {
      input: {
        customersStart: 100,
        newCustomers: 10,
        churnedCustomers: 3,
        mrrStart: 10_000,
        newMrr: 1000,
        churnedMrr: 300,
        salesSpend: 5000,
      },
      output: {
        churnPct: 3,
        mrr: '10700',
        arr: '128400',
        nrrPct: 97,
        grrPct: 97,
        arpa: 100,
        ltv: 2666.66666667,
        cac: 500,
        ltvCac: 5.33333333333,
        paybackMonths: 6.25,
        quickRatio: 3.33333333333,
        problems: [],
      },
    },
  ],

  run(input) {
    const [start, added, grown, lost, spend] = [
      input.mrrStart,
      input.newMrr,
      input.expansionMrr,
      input.churnedMrr,
      input.salesSpend,
    ].map(decimal) as [Decimal, Decimal, Decimal, Decimal, Decimal]
    if (input.churnedCustomers > input.customersStart)
      throw badInput('churnedCustomers: must be at most customersStart')
    if (minus(start, lost).digits < 0n) throw badInput('churnedMrr: must be at most mrrStart')
    const mrr = minus(sumOf([start, added, grown]), lost)
    const customers = input.customersStart + input.newCustomers - input.churnedCustomers
    const margin = input.grossMarginPct / 100
    const churn = ratio(input.churnedCustomers, input.customersStart)
    const arpa = ratio(numberOf(mrr), customers)
    const profit = arpa === null ? null : arpa * margin
    const ltv = profit === null || churn === null ? null : ratio(profit, churn)
    const cac = numberOf(spend) === 0 ? null : ratio(numberOf(spend), input.newCustomers)
    const figures = {
      churnPct: percentOf(churn),
      nrrPct: percentOf(ratio(numberOf(minus(plus(start, grown), lost)), numberOf(start))),
      grrPct: percentOf(ratio(numberOf(minus(start, lost)), numberOf(start))),
      arpa: tidied(arpa),
      ltv: tidied(ltv),
      cac: tidied(cac),
      ltvCac: ltv === null || cac === null ? null : tidied(ratio(ltv, cac)),
      paybackMonths: cac === null || profit === null ? null : tidied(ratio(cac, profit)),
      quickRatio: tidied(ratio(numberOf(plus(added, grown)), numberOf(lost))),
    }
    const problems = Object.entries(figures).flatMap(([name, value]) =>
      value === null ? [`${name}: ${WHY[name] ?? 'divides by 0'}`] : [],
    )
    return { ...figures, mrr: textOf(mrr), arr: textOf(times(mrr, whole(12n))), problems }
  },
})

const WHY: Readonly<Record<string, string>> = {
  ltv: 'needs customers, and some that are lost',
  cac: 'needs salesSpend and new customers',
  ltvCac: 'needs ltv and cac',
  paybackMonths: 'needs cac and a gross margin',
  quickRatio: 'needs churnedMrr above 0',
}

const ratio = (part: number, base: number): number | null => (base === 0 ? null : part / base)

function countField() {
  return z.int().min(0).max(COUNT_MAX)
}
