/**
 * Figures as https://www.sec.gov/search-filings/edgar-application-programming-interfaces describes
 * them, with those of one company's own reports: its quarters are told from the start of the year.
 */

interface Told {
  readonly start?: string
  readonly end: string
  readonly val: number
  readonly fy: number
  readonly fp: string
  readonly form: string
  readonly filed: string
}

const accn = (filed: string): string => `0000320193-${filed.slice(2, 4)}-000001`

const over = (start: string, end: string, val: number, report: Omit<Told, 'end' | 'val'>) => ({
  ...report,
  start,
  end,
  val,
  accn: accn(report.filed),
  frame: 'CY2025',
})
const at = (end: string, val: number, report: Omit<Told, 'end' | 'val'>) => ({
  ...report,
  end,
  val,
  accn: accn(report.filed),
})

const FY23 = { fy: 2023, fp: 'FY', form: '10-K', filed: '2023-11-03' }
const FY24 = { fy: 2024, fp: 'FY', form: '10-K', filed: '2024-11-01' }
const FY25 = { fy: 2025, fp: 'FY', form: '10-K', filed: '2025-10-31' }
const Q1 = { fy: 2025, fp: 'Q1', form: '10-Q', filed: '2025-01-31' }
const Q2 = { fy: 2025, fp: 'Q2', form: '10-Q', filed: '2025-05-02' }
const Q3 = { fy: 2025, fp: 'Q3', form: '10-Q', filed: '2025-08-01' }

const M = 1_000_000
const YEAR = ['2024-09-29', '2025-09-27'] as const
const BEFORE = ['2023-10-01', '2024-09-28'] as const

const usd = (label: string, units: readonly object[]) => ({
  label,
  description: label,
  units: { USD: units },
})
const year = (label: string, millions: number) => usd(label, [over(...YEAR, millions * M, FY25)])
const day = (label: string, millions: number) => usd(label, [at('2025-09-27', millions * M, FY25)])

export const NET_INCOME = {
  cik: 320193,
  taxonomy: 'us-gaap',
  tag: 'NetIncomeLoss',
  label: 'Net Income (Loss) Attributable to Parent',
  description: 'The portion of profit or loss for the period.',
  entityName: 'Apple Inc.',
  units: {
    USD: [
      // The same year in three annual reports: later ones bear their own fiscal year.
      over('2022-09-25', '2023-09-30', 96_995 * M, FY23),
      over('2022-09-25', '2023-09-30', 96_995 * M, FY24),
      over('2022-09-25', '2023-09-30', 96_995 * M, FY25),
      over('2024-09-29', '2024-12-28', 36_330 * M, Q1),
    ],
  },
}

export const FACTS = {
  cik: 320193,
  entityName: 'Apple Inc.',
  facts: {
    dei: {
      EntityCommonStockSharesOutstanding: {
        label: 'Entity Common Stock, Shares Outstanding',
        description: 'Shares.',
        units: { shares: [at('2025-10-17', 14_776_353_000, FY25)] },
      },
    },
    'us-gaap': {
      // An older tag, out of use since 2018, stands before the one in use.
      Revenues: usd('Revenues', [
        over('2016-09-25', '2017-09-30', 229_234 * M, { ...FY23, fy: 2017, filed: '2018-11-05' }),
      ]),
      RevenueFromContractWithCustomerExcludingAssessedTax: usd('Revenue from Contract', [
        over(...BEFORE, 391_035 * M, FY24),
        over(...BEFORE, 391_035 * M, FY25),
        over(...YEAR, 416_161 * M, FY25),
        over('2024-09-29', '2024-12-28', 124_300 * M, Q1),
        over('2024-12-29', '2025-03-29', 95_359 * M, Q2),
        over('2024-09-29', '2025-03-29', 219_659 * M, Q2),
        over('2025-03-30', '2025-06-28', 94_036 * M, Q3),
        over('2024-09-29', '2025-06-28', 313_695 * M, Q3),
      ]),
      GrossProfit: year('Gross Profit', 195_201),
      OperatingIncomeLoss: year('Operating Income (Loss)', 133_050),
      NetIncomeLoss: usd('Net Income (Loss)', [
        over(...BEFORE, 93_736 * M, FY24),
        over(...YEAR, 112_010 * M, FY25),
        over('2024-09-29', '2024-12-28', 36_330 * M, Q1),
        over('2024-12-29', '2025-03-29', 24_780 * M, Q2),
        over('2024-09-29', '2025-03-29', 61_110 * M, Q2),
        over('2025-03-30', '2025-06-28', 23_434 * M, Q3),
        over('2024-09-29', '2025-06-28', 84_544 * M, Q3),
      ]),
      EarningsPerShareDiluted: {
        label: 'Earnings Per Share, Diluted',
        description: 'Per share.',
        units: {
          'USD/shares': [
            over(...YEAR, 7.46, FY25),
            over('2025-03-30', '2025-06-28', 1.57, Q3),
            over('2024-09-29', '2025-06-28', 5.62, Q3),
          ],
        },
      },
      Assets: day('Assets', 359_241),
      Liabilities: day('Liabilities', 285_508),
      StockholdersEquity: day('Stockholders Equity', 73_733),
      CashAndCashEquivalentsAtCarryingValue: day('Cash', 35_934),
      NetCashProvidedByUsedInOperatingActivities: usd('Net Cash from Operations', [
        over(...YEAR, 111_482 * M, FY25),
        over('2024-09-29', '2024-12-28', 29_935 * M, Q1),
        over('2024-09-29', '2025-03-29', 53_887 * M, Q2),
        over('2024-09-29', '2025-06-28', 81_754 * M, Q3),
      ]),
      PaymentsToAcquirePropertyPlantAndEquipment: year('Payments for Property', 12_715),
    },
  },
}

const filer = (cik: number, entityName: string, val: number, accession: string) => ({
  accn: accession,
  cik,
  entityName,
  loc: 'US-NY',
  end: '2023-12-31',
  val,
})

export const ASSETS_FRAME = {
  taxonomy: 'us-gaap',
  tag: 'Assets',
  ccp: 'CY2023Q4I',
  uom: 'USD',
  label: 'Assets',
  description: 'Amount of assets.',
  pts: 2,
  data: [
    filer(320193, 'Apple Inc.', 353_514 * M, '0000320193-24-000006'),
    filer(19617, 'JPMORGAN CHASE & CO', 3_875_393 * M, '0000019617-24-000225'),
  ],
}

export const EPS_FRAME = {
  ...ASSETS_FRAME,
  tag: 'EarningsPerShareDiluted',
  ccp: 'CY2023',
  uom: 'USD-per-shares',
  data: [{ ...filer(320193, 'Apple Inc.', 6.13, '0000320193-23-000106'), start: '2022-09-25' }],
}
