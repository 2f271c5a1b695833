import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { badInput } from '../../../../base/core/fault.ts'

const LINES = [
  'revenue',
  'costOfSales',
  'grossProfit',
  'operatingIncome',
  'ebitda',
  'interestExpense',
  'taxExpense',
  'netIncome',
  'assets',
  'currentAssets',
  'cash',
  'receivables',
  'inventory',
  'liabilities',
  'currentLiabilities',
  'debt',
  'equity',
  'retainedEarnings',
  'operatingCashFlow',
  'capex',
  'shares',
  'price',
  'dividends',
] as const

type Line = (typeof LINES)[number]

const ratios = () => z.record(z.string(), z.number())

export default defineTool({
  route: 'POST /api/financial-ratios',
  name: 'Financial ratios',
  description:
    'Liquidity, leverage, profitability, efficiency and valuation ratios, DuPont split and Altman Z of a statement.',
  asks: [
    'current ratio and debt to equity from a balance sheet',
    'altman z score of a company',
    'is the firm healthy by its balance sheet',
    'debt to equity',
    'liquidity',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    statement: z
      .strictObject(
        Object.fromEntries(
          LINES.map((name) => [name, z.number().min(-1e15).max(1e15).optional()]),
        ) as Record<Line, z.ZodOptional<z.ZodNumber>>,
      )
      .describe(`Numbers of one year in one currency, any of: ${LINES.join(', ')}.`),
  }),
  output: z.object({
    liquidity: ratios().describe('Only ratios whose lines are given.'),
    leverage: ratios(),
    profitability: ratios().describe('Fields that end in Pct are percent.'),
    efficiency: ratios(),
    valuation: ratios(),
    altmanZ: z
      .number()
      .nullable()
      .describe('Altman (1968) for listed manufacturers: above 2.99 safe, below 1.81 in distress.'),
    dupont: z
      .object({
        netMarginPct: z.number(),
        assetTurnover: z.number(),
        equityMultiplier: z.number(),
        roePct: z.number(),
      })
      .nullable(),
    missing: z.array(z.string()).describe('Lines that would give more ratios.'),
  }),
  examples: [
    {
      input: {
        statement: {
          revenue: 100,
          netIncome: 10,
          assets: 200,
          equity: 80,
          currentAssets: 60,
          currentLiabilities: 30,
        },
      },
      output: {
        liquidity: { currentRatio: 2, workingCapital: 30 },
        leverage: { equityRatio: 0.4 },
        profitability: { netMarginPct: 10, roaPct: 5, roePct: 12.5 },
        efficiency: { assetTurnover: 0.5 },
        valuation: {},
        altmanZ: null,
        dupont: { netMarginPct: 10, assetTurnover: 0.5, equityMultiplier: 2.5, roePct: 12.5 },
        missing: [
          'capex',
          'cash',
          'costOfSales',
          'debt',
          'dividends',
          'ebitda',
          'grossProfit',
          'interestExpense',
          'inventory',
          'liabilities',
          'operatingCashFlow',
          'operatingIncome',
          'price',
          'receivables',
          'retainedEarnings',
          'shares',
        ],
      },
    },
  ],

  run({ statement }) {
    if (Object.keys(statement).length === 0)
      throw badInput(`statement: must hold at least one of ${LINES.join(', ')}`)
    const lines = withGrossProfit(statement)
    const missing = new Set<string>()
    const groups = Object.fromEntries(
      Object.entries(RATIOS).map(([group, formulas]) => [
        group,
        ratiosIn(formulas, lines, missing),
      ]),
    ) as Record<keyof typeof RATIOS, Record<string, number>>
    const { netMarginPct, roePct } = groups.profitability
    const { assetTurnover } = groups.efficiency
    const { equityMultiplier } = ratiosIn(MULTIPLIER, lines, missing)
    const isSplit =
      netMarginPct !== undefined &&
      roePct !== undefined &&
      assetTurnover !== undefined &&
      equityMultiplier !== undefined
    return {
      ...groups,
      altmanZ: ratiosIn(ALTMAN, lines, missing)['altmanZ'] ?? null,
      dupont: isSplit ? { netMarginPct, assetTurnover, equityMultiplier, roePct } : null,
      missing: [...missing].toSorted(),
    }
  },
})

type Statement = { readonly [name in Line]?: number | undefined }

/** Required lines, and the value from them in that order. */
type Formula = readonly [needs: readonly Line[], value: (...lines: number[]) => number]

function withGrossProfit(statement: Statement): Statement {
  const { revenue, costOfSales, grossProfit } = statement
  if (grossProfit !== undefined || revenue === undefined || costOfSales === undefined)
    return statement
  return { ...statement, grossProfit: revenue - costOfSales }
}

/** The ratios that can be computed; those that divide by 0 are left out. */
function ratiosIn(
  formulas: Readonly<Record<string, Formula>>,
  lines: Statement,
  missing: Set<string>,
): Record<string, number> {
  const found: Record<string, number> = {}
  for (const [name, [needs, value]] of Object.entries(formulas)) {
    const absent = needs.filter((line) => lines[line] === undefined)
    for (const line of absent) missing.add(line)
    if (absent.length > 0) continue
    const result = value(...needs.map((line) => lines[line] ?? 0))
    if (Number.isFinite(result)) found[name] = Number(result.toPrecision(12)) + 0
  }
  return found
}

const share = (a: number, b: number): number => a / b
const percent = (a: number, b: number): number => (100 * a) / b

const RATIOS = {
  liquidity: {
    currentRatio: [['currentAssets', 'currentLiabilities'], share],
    quickRatio: [
      ['currentAssets', 'inventory', 'currentLiabilities'],
      (assets = 0, inventory = 0, due = 0) => (assets - inventory) / due,
    ],
    cashRatio: [['cash', 'currentLiabilities'], share],
    workingCapital: [['currentAssets', 'currentLiabilities'], (a = 0, b = 0) => a - b],
  },
  leverage: {
    debtToEquity: [['debt', 'equity'], share],
    debtToAssets: [['debt', 'assets'], share],
    liabilitiesToEquity: [['liabilities', 'equity'], share],
    equityRatio: [['equity', 'assets'], share],
    interestCoverage: [['operatingIncome', 'interestExpense'], share],
    netDebtToEbitda: [
      ['debt', 'cash', 'ebitda'],
      (debt = 0, cash = 0, ebitda = 0) => (debt - cash) / ebitda,
    ],
  },
  profitability: {
    grossMarginPct: [['grossProfit', 'revenue'], percent],
    operatingMarginPct: [['operatingIncome', 'revenue'], percent],
    ebitdaMarginPct: [['ebitda', 'revenue'], percent],
    netMarginPct: [['netIncome', 'revenue'], percent],
    roaPct: [['netIncome', 'assets'], percent],
    roePct: [['netIncome', 'equity'], percent],
    freeCashFlow: [['operatingCashFlow', 'capex'], (flow = 0, spent = 0) => flow - Math.abs(spent)],
  },
  efficiency: {
    assetTurnover: [['revenue', 'assets'], share],
    inventoryTurnover: [['costOfSales', 'inventory'], share],
    receivablesDays: [['receivables', 'revenue'], (due = 0, revenue = 0) => (365 * due) / revenue],
  },
  valuation: {
    earningsPerShare: [['netIncome', 'shares'], share],
    bookValuePerShare: [['equity', 'shares'], share],
    priceToEarnings: [
      ['price', 'shares', 'netIncome'],
      (price = 0, shares = 0, income = 0) => (price * shares) / income,
    ],
    priceToBook: [
      ['price', 'shares', 'equity'],
      (price = 0, shares = 0, equity = 0) => (price * shares) / equity,
    ],
    dividendYieldPct: [
      ['dividends', 'price', 'shares'],
      (dividends = 0, price = 0, shares = 0) => (100 * dividends) / (price * shares),
    ],
    payoutPct: [['dividends', 'netIncome'], percent],
  },
} satisfies Record<string, Record<string, Formula>>

const MULTIPLIER: Readonly<Record<string, Formula>> = {
  equityMultiplier: [['assets', 'equity'], share],
}

/** 1.2 A + 1.4 B + 3.3 C + 0.6 D + 1.0 E. */
const ALTMAN: Readonly<Record<string, Formula>> = {
  altmanZ: [
    [
      'assets',
      'currentAssets',
      'currentLiabilities',
      'retainedEarnings',
      'operatingIncome',
      'price',
      'shares',
      'liabilities',
      'revenue',
    ],
    (
      assets = 0,
      current = 0,
      due = 0,
      kept = 0,
      income = 0,
      price = 0,
      shares = 0,
      owed = 0,
      revenue = 0,
    ) =>
      (1.2 * (current - due) + 1.4 * kept + 3.3 * income + revenue) / assets +
      (0.6 * price * shares) / owed,
  ],
}
