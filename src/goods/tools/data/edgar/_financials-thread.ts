import {
  dayAt,
  daysOf,
  figuresOf,
  isQuarter,
  isYear,
  quarterAt,
  yearAt,
  type PeriodValue,
  type XbrlFigure,
} from '../../../../engines/formats/xbrl.ts'
import { pointsIn, readFacts, type Facts } from './_facts.ts'

/** Tags of each line, the best first: US GAAP, then IFRS. */
const LINES = {
  revenue: {
    kind: 'sum',
    tags: [
      'Revenues',
      'RevenueFromContractWithCustomerExcludingAssessedTax',
      'RevenueFromContractWithCustomerIncludingAssessedTax',
      'SalesRevenueNet',
      'RevenuesNetOfInterestExpense',
      'Revenue',
    ],
  },
  grossProfit: { kind: 'sum', tags: ['GrossProfit'] },
  operatingIncome: {
    kind: 'sum',
    tags: ['OperatingIncomeLoss', 'ProfitLossFromOperatingActivities'],
  },
  netIncome: {
    kind: 'sum',
    tags: ['NetIncomeLoss', 'ProfitLossAttributableToOwnersOfParent', 'ProfitLoss'],
  },
  epsDiluted: {
    kind: 'perShare',
    tags: [
      'EarningsPerShareDiluted',
      'EarningsPerShareBasicAndDiluted',
      'DilutedEarningsLossPerShare',
    ],
  },
  assets: { kind: 'day', tags: ['Assets'] },
  liabilities: { kind: 'day', tags: ['Liabilities'] },
  equity: {
    kind: 'day',
    tags: [
      'StockholdersEquity',
      'StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest',
      'EquityAttributableToOwnersOfParent',
      'Equity',
    ],
  },
  cash: {
    kind: 'day',
    tags: [
      'CashAndCashEquivalentsAtCarryingValue',
      'CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents',
      'CashAndDueFromBanks',
      'CashAndCashEquivalents',
    ],
  },
  operatingCashFlow: {
    kind: 'sum',
    tags: [
      'NetCashProvidedByUsedInOperatingActivities',
      'NetCashProvidedByUsedInOperatingActivitiesContinuingOperations',
      'CashFlowsFromUsedInOperatingActivities',
    ],
  },
  capex: {
    kind: 'sum',
    tags: [
      'PaymentsToAcquirePropertyPlantAndEquipment',
      'PaymentsToAcquireProductiveAssets',
      'PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities',
    ],
  },
} as const satisfies Record<
  string,
  { readonly kind: 'sum' | 'perShare' | 'day'; readonly tags: readonly string[] }
>

type Line = keyof typeof LINES
const NAMES = Object.keys(LINES) as readonly Line[]

interface FinancialsInput {
  readonly json: string
  readonly periods: number
  readonly isAnnual: boolean
}

interface Read {
  readonly value: number | null
  readonly tag: string | null
  readonly told: PeriodValue | null
}

/** Lines of the statements by period, newest first, with one more year than was asked for. */
export function work({ json, periods, isAnnual }: FinancialsInput) {
  const all = readFacts(json)
  const currency = currencyOf(all)
  const taggedOf = (line: Line) => {
    const unit = LINES[line].kind === 'perShare' ? `${currency}/shares` : currency
    return LINES[line].tags.map((tag) => [tag, figuresIn(all, tag, unit)] as const)
  }
  const tagged = new Map(NAMES.map((line) => [line, taggedOf(line)]))
  const ends = endsOf(
    [...taggedOf('netIncome'), ...taggedOf('revenue')].flatMap(([, figures]) => figures),
    isAnnual,
  ).slice(0, periods + (isAnnual ? 1 : QUARTERS))
  const read = (line: Line, end: string): Read => {
    const { kind } = LINES[line]
    for (const [tag, figures] of tagged.get(line) ?? []) {
      const told =
        kind === 'day'
          ? dayAt(figures, end)
          : isAnnual
            ? yearAt(figures, end)
            : quarterAt(figures, end, kind === 'sum')
      if (told) return { value: told.value, tag, told }
    }
    return { value: null, tag: null, told: null }
  }
  const told = ends.map((end) => ({
    end,
    lines: Object.fromEntries(NAMES.map((line) => [line, read(line, end)])) as Record<Line, Read>,
  }))
  return { name: all.entityName, currency, periods: told }
}

/** The currency of the newest balance sheet; dollars if there are several. */
function currencyOf(facts: Facts): string {
  const units = tagsNamed(facts, 'Assets').flatMap((fact) =>
    Object.keys(fact.units).map((unit) => {
      const last = figuresOf(pointsIn(fact, unit)).at(-1)
      return { unit, end: last?.end ?? '' }
    }),
  )
  const [newest] = units.toSorted((a, b) => {
    if (a.end !== b.end) return a.end > b.end ? -1 : 1
    return Number(b.unit === 'USD') - Number(a.unit === 'USD')
  })
  return newest?.unit ?? 'USD'
}

const TAXONOMIES = ['us-gaap', 'ifrs-full'] as const

const tagsNamed = ({ facts }: Facts, tag: string) =>
  TAXONOMIES.flatMap((taxonomy) => {
    const byTag = facts[taxonomy] ?? {}
    const fact = Object.hasOwn(byTag, tag) ? byTag[tag] : undefined
    return fact ?? []
  })

const figuresIn = (facts: Facts, tag: string, unit: string): readonly XbrlFigure[] =>
  tagsNamed(facts, tag).flatMap((fact) => figuresOf(pointsIn(fact, unit)))

/** One more year than is wanted, so that growth has a base. */
const QUARTERS = 4

/** Ends of the periods that have an income, newest first. */
function endsOf(figures: readonly XbrlFigure[], isAnnual: boolean): readonly string[] {
  const fits = (figure: XbrlFigure): boolean => {
    const days = daysOf(figure)
    // No report ends the fourth quarter alone: the annual report covers it.
    return isYear(days) || (!isAnnual && isQuarter(days))
  }
  const ends = new Set(figures.filter(fits).map(({ end }) => end))
  return [...ends].toSorted().toReversed()
}
