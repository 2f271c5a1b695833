import { z } from 'zod'
import { toolRunner, type ReportTools } from './_report-tools.ts'
import { citing, recordOf, type Section, type Source } from './_document.ts'
import { dollars, fineNumber, Part, plural, Rows } from './_fields.ts'
import { filingOf, sectionsOf } from './_holdings-prose.ts'
import * as holdings from './_holdings.ts'
import { changesOf, concentrationOf, type Quarter } from './_holdings.ts'
import { defineReport, formatField } from './_report.ts'

const TOLD_MAX = 15
/** A position changes steadily if it moves the same way in so many quarters in a row. */
const STEADY = 2

export default defineReport({
  body: z.object({
    ...holdings.managerFields,
    quarters: z.int().min(2).max(8).default(4).describe('How many quarters are read, 2 to 8.'),
    format: formatField,
  }),
  oneOf: ['manager', 'cik'],
  fields: {
    manager: Part.describe('Who filed.'),
    history: Rows.describe('Sum, positions and concentration of each quarter, the newest first.'),
    holdings: Rows.describe('Of the newest quarter, the largest first.'),
    changes: Rows.describe('Against the quarter before.'),
    themes: Rows.describe('Positions that grew or shrank quarter after quarter.'),
  },
  uses: { runner: toolRunner },
  needs: ['edgar-13f-holdings'],
  pace: 'slow',
  tiers: {
    'fund-max': {
      route: 'POST /v1/fund/max',
      price: '$0.85',
      name: 'Fund report, max',
      description:
        'Report on an investment manager over several quarters of 13F filings: history, steady buying and selling, concentration.',
      asks: [
        'fund report max: manager over several quarters of 13F filings',
        'fund report on steady buying and selling over several quarters',
      ],
      examples: [{ input: { cik: '1067983', quarters: 2 }, at: '2025-12-01T00:00:00Z' }],
      plan: null,
    },
  },

  async gather({ quarters, ...asked }, tools) {
    const first = await holdings.quarterOf(asked, tools)
    const read = await earlier(first, quarters, tools)
    if (read.length < quarters)
      tools.missing.push({
        part: 'Earlier quarters',
        why: `${plural(read.length, 'quarter')} of ${quarters} could be read.`,
      })
    return read
  },

  compose(read, { tools }) {
    const [newest] = read
    if (!newest) throw new Error('a fund without a quarter')
    const retrievedAt = new Date(tools.now()).toISOString()
    const sources = new Map(read.map((quarter) => [quarter, filingOf(quarter, retrievedAt)]))
    const themes = [...steady(read, 'added'), ...steady(read, 'reduced')]
    const source = sources.get(newest) ?? filingOf(newest, retrievedAt)
    const sections: Section[] = [
      {
        id: 'history',
        title: 'History',
        sentences: read.map((quarter) => historySentence(quarter, sources.get(quarter))),
        table: {
          name: 'history',
          label: 'Quarter by quarter',
          columns: ['Quarter', 'Positions', 'Value', 'Largest ten in percent'],
          rows: read.map((one) => [
            one.reportDate,
            one.total,
            one.totalUsd,
            concentrationOf(one).top10Pct,
          ]),
          chart: {
            kind: 'bars',
            labels: 0,
            values: [2],
            says: 'What all positions were worth in each quarter, the newest first.',
          },
        },
      },
      { id: 'themes', title: 'Themes', sentences: themeSentences(themes, newest, retrievedAt) },
      ...sectionsOf(newest, source),
    ]
    const { manager, cik } = newest
    return {
      draft: { title: `Holdings of ${manager} over ${plural(read.length, 'quarter')}`, sections },
      fields: {
        manager: { name: manager, cik },
        history: read.map((one) => ({
          reportDate: one.reportDate,
          filedDate: one.filedDate,
          totalUsd: one.totalUsd,
          positions: one.total,
          ...concentrationOf(one),
          accessions: one.accessions,
        })),
        holdings: [...newest.holdings],
        changes: changesOf(newest),
        themes: themes.map((theme) => ({ ...theme })),
      },
    }
  },
})

/** Read in sequence: each quarter names the date of the one before. */
async function earlier(
  first: Quarter,
  most: number,
  tools: ReportTools,
): Promise<readonly Quarter[]> {
  const read = [first]
  while (read.length < most) {
    const last = read.at(-1)
    const before = last && (await holdings.quarterBefore(last, tools))
    if (!before) break
    read.push(before)
    tools.runner.progress({ stage: 'retrieve', done: read.length, total: most })
  }
  return read
}

interface Theme {
  readonly issuer: string
  readonly cusip: string
  readonly direction: 'added' | 'reduced'
  readonly quarters: number
}

/** Positions that moved the same way in each of the newest quarters. */
function steady(read: readonly Quarter[], direction: Theme['direction']): readonly Theme[] {
  const moves = (quarter: Quarter | undefined, cusip: string): boolean =>
    (quarter?.holdings ?? []).some(
      (one) =>
        one.cusip === cusip &&
        one.putCall === null &&
        (one.status === direction || (direction === 'added' && one.status === 'new')),
    )
  return (read[0]?.holdings ?? [])
    .filter(({ putCall }) => putCall === null)
    .map(({ issuer, cusip }) => {
      const still = read.findIndex((quarter) => !moves(quarter, cusip))
      return { issuer, cusip, direction, quarters: still < 0 ? read.length : still }
    })
    .filter(({ quarters }) => quarters >= STEADY)
    .toSorted((a, b) => b.quarters - a.quarters)
    .slice(0, TOLD_MAX)
}

function themeSentences(themes: readonly Theme[], { manager }: Quarter, retrievedAt: string) {
  if (themes.length === 0)
    return [{ text: `No position grew or shrank in ${STEADY} quarters in a row.`, quotes: [] }]
  const lines = themes.map(
    ({ issuer, cusip, direction, quarters }) =>
      `${issuer} (${cusip}) ${direction === 'added' ? 'grew' : 'shrank'} in ${plural(quarters, 'quarter')} in a row.`,
  )
  const source = recordOf({
    title: `What changed steadily at ${manager}`,
    url: 'https://www.sec.gov/edgar/search/#/forms=13F-HR',
    publisher: 'computed here from the filings cited',
    retrievedAt,
    text: lines.join('\n'),
  })
  return lines.map((line) => citing(line, source, line))
}

function historySentence(quarter: Quarter, source: Source | undefined) {
  const { reportDate, totalUsd, total } = quarter
  const { top10Pct } = concentrationOf(quarter)
  const text =
    `On ${reportDate}: ${plural(total, 'position')} worth ${dollars(totalUsd)}, ` +
    `${fineNumber(top10Pct)}% of it in the largest ten.`
  const lines = source?.text.split('\n') ?? []
  const [head = '', , concentration = ''] = lines
  return source ? citing(text, source, head, concentration) : { text, quotes: [] }
}
