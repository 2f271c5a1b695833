import { z } from 'zod'
import { searchText } from '../../base/lib/fields.ts'
import type { JsonObject } from '../../base/lib/json-object.ts'
import { numberOf, rowsOf, textOf, type ReportTools } from './_report-tools.ts'
import { nothingFound } from './_report.ts'

/** A position in the answer of `edgar-13f-holdings`. */
export interface Position {
  readonly [name: string]: unknown
  readonly issuer: string
  readonly class: string | null
  readonly cusip: string
  readonly putCall: string | null
  readonly unit: string | null
  readonly shares: number
  readonly valueUsd: number
  readonly pct: number
  readonly changeShares: number | null
  readonly status: string | null
}

/** The holdings of a manager in one quarter. */
export interface Quarter {
  readonly manager: string
  readonly cik: string
  readonly reportDate: string
  readonly filedDate: string
  readonly previousDate: string | null
  readonly totalUsd: number
  readonly total: number
  readonly holdings: readonly Position[]
  readonly sold: readonly Position[]
  readonly accessions: readonly string[]
}

export function quarterIn(answer: JsonObject): Quarter {
  const accessions = answer['accessions']
  return {
    manager: textOf(answer, 'manager') ?? '',
    cik: textOf(answer, 'cik') ?? '',
    reportDate: textOf(answer, 'reportDate') ?? '',
    filedDate: textOf(answer, 'filedDate') ?? '',
    previousDate: textOf(answer, 'previousDate'),
    totalUsd: numberOf(answer, 'totalUsd') ?? 0,
    total: numberOf(answer, 'total') ?? 0,
    holdings: rowsOf(answer, 'holdings').map(positionOf),
    sold: rowsOf(answer, 'sold').map(positionOf),
    accessions: Array.isArray(accessions) ? accessions.map(String) : [],
  }
}

const positionOf = (row: JsonObject): Position => ({
  issuer: textOf(row, 'issuer') ?? '',
  class: textOf(row, 'class'),
  cusip: textOf(row, 'cusip') ?? '',
  putCall: textOf(row, 'putCall'),
  unit: textOf(row, 'unit'),
  shares: numberOf(row, 'shares') ?? 0,
  valueUsd: numberOf(row, 'valueUsd') ?? 0,
  pct: numberOf(row, 'pct') ?? 0,
  changeShares: numberOf(row, 'changeShares'),
  status: textOf(row, 'status'),
})

export interface Concentration {
  readonly [name: string]: unknown
  readonly top1Pct: number
  readonly top5Pct: number
  readonly top10Pct: number
  /** Sum of squared shares, 0 to 10,000. */
  readonly herfindahl: number
}

export function concentrationOf({ holdings }: Quarter): Concentration {
  const top = (count: number): number =>
    Math.round(holdings.slice(0, count).reduce((sum, { pct }) => sum + pct, 0) * 100) / 100
  const squares = holdings.reduce((sum, { pct }) => sum + pct * pct, 0)
  return { top1Pct: top(1), top5Pct: top(5), top10Pct: top(10), herfindahl: Math.round(squares) }
}

/** The changes since the quarter before, for programs. */
export const changesOf = ({ holdings, sold }: Quarter) => [
  ...holdings.filter(({ status }) => status !== null && status !== 'unchanged'),
  ...sold.map((one) => ({ ...one, status: 'gone' })),
]

/** The input fields that name a manager. */
export const managerFields = {
  manager: searchText(150)
    .min(3)
    .optional()
    .describe('Name of the manager as it files; give it or `cik`.'),
  cik: z
    .string()
    .max(13)
    .regex(/^(CIK)?\d{1,10}$/i, { error: 'must be up to 10 digits' })
    .optional()
    .describe('CIK of the manager; wins over manager.'),
}

interface ManagerAsked {
  readonly manager?: string | undefined
  readonly cik?: string | undefined
}

const HOLDINGS = 'edgar-13f-holdings'
const HOLDINGS_MAX = 500

/** The newest quarter of a manager, or the quarter with the given end. */
export async function quarterOf(
  { manager, cik }: ManagerAsked,
  tools: ReportTools,
): Promise<Quarter> {
  const who = cik === undefined ? { name: manager } : { cik }
  const quarter = quarterIn(await tools.must(HOLDINGS, { ...who, limit: HOLDINGS_MAX }))
  if (quarter.holdings.length > 0) return quarter
  throw nothingFound(`${quarter.manager} reported no holdings.`, { holdings: 0 })
}

/** The quarter before; null if there is none. If the tool failed, the report says so. */
export async function quarterBefore({ cik, previousDate: quarter }: Quarter, tools: ReportTools) {
  if (quarter === null) return null
  const input = { cik, quarter, limit: HOLDINGS_MAX }
  const answer = await tools.part(`Quarter to ${quarter}`, HOLDINGS, input)
  return answer && quarterIn(answer)
}
