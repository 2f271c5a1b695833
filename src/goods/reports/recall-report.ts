import { z } from 'zod'
import { searchText } from '../../base/lib/fields.ts'
import type { JsonObject } from '../../base/lib/json-object.ts'
import { toolRunner, numberOf, type ReportTools } from './_report-tools.ts'
import { citing, recordOf, type Section, type Source } from './_document.ts'
import { plural, Rows } from './_fields.ts'
import { counted, recallsIn, vehicleIn, type Recall, type Scope } from './_recalls.ts'
import { defineReport, formatField, nothingFound, refuseIfAllFailed } from './_report.ts'

const ROWS_MAX = 100
const TOOL_QUERY_MAX = 100
const SCOPES = ['drug', 'food', 'device', 'vehicle', 'consumer'] as const
const TOOLS: Readonly<Record<Scope, string>> = {
  drug: 'drug-recalls',
  food: 'food-recalls',
  device: 'device-recalls',
  vehicle: 'vehicle-recalls',
  consumer: 'product-recalls',
}
const Counts = z.record(z.string(), z.int())

export default defineReport({
  body: z.object({
    query: searchText(2000).describe('A product or maker; of a vehicle, maker, model and year.'),
    scope: z
      .enum(['all', ...SCOPES])
      .default('all')
      .describe('Which authority is asked.'),
    since: z.iso.date().optional().describe('Only recalls of this day or later, YYYY-MM-DD.'),
    format: formatField,
  }),
  fields: {
    recalls: Rows.describe('Newest first, each with its authority and number.'),
    byYear: Counts.describe('How many in each year.'),
    byCause: Counts.describe('By words of the reason, as this service groups them.'),
    byAuthority: Counts.describe('How many of each authority.'),
    companies: Rows.describe('Who recalled, the most first, where the authority says so.'),
  },
  uses: { runner: toolRunner },
  needs: [Object.values(TOOLS)],
  pace: 'slow',
  tiers: {
    'recall-report': {
      route: 'POST /v1/recall-report',
      price: '$0.60',
      name: 'Recall report',
      description:
        'Report on US recalls of a product or maker across FDA drugs, food and devices, NHTSA ' +
        'vehicles and CPSC consumer goods, by year and cause.',
      asks: [
        'report on all recalls of a product by year and cause',
        'written history of recalls of a maker across authorities',
        'report on recalled products',
      ],
      examples: [
        { input: { query: 'peanut butter' }, at: '2026-01-20T00:00:00Z' },
        {
          input: { query: 'honda accord 2018', scope: 'vehicle', format: 'json' },
          at: '2026-01-20T00:00:00Z',
        },
      ],
      plan: null,
    },
  },

  async gather({ query, scope, since }, tools) {
    const scopes = scope === 'all' ? SCOPES : [scope]
    const found = await Promise.all(scopes.map((one) => recallsOf(one, { query, since }, tools)))
    refuseIfAllFailed(tools)
    const recalls = found
      .flat()
      .filter(({ date }) => since === undefined || (date !== null && date >= since))
      .toSorted((a, b) => ((a.date ?? '') < (b.date ?? '') ? 1 : -1))
    if (recalls.length === 0)
      throw nothingFound(`No recall was found for ${query}.`, {
        recalls: 0,
        authoritiesAsked: tools.asked.good,
      })
    return recalls
  },

  compose(recalls, { given: { query }, tools }) {
    const retrievedAt = new Date(tools.now()).toISOString()
    const sources = new Map(recalls.map((recall) => [recall, sourceOf(recall, retrievedAt)]))
    const byAuthority = counted(recalls.map(({ authority, scope }) => `${authority} (${scope})`))
    const byYear = counted(recalls.map(({ date }) => date?.slice(0, 4) ?? 'not dated'))
    const byCause = counted(recalls.map(({ cause }) => cause))
    const byCompany = counted(recalls.flatMap(({ company }) => company ?? []))
    const years = tally(byYear).toSorted()
    const lines = [...tally(byAuthority), ...years, ...tally(byCause)]
    const sums = recordOf({
      title: `Counts of ${plural(recalls.length, 'recall')} for ${query}`,
      url: 'https://www.recalls.gov/',
      publisher: 'counted here from the recalls cited below',
      retrievedAt,
      text: lines.join('\n'),
    })
    const said = (id: string, title: string, of: readonly string[]): Section => ({
      id,
      title,
      sentences: of.map((line) => citing(`${line}.`, sums, line)),
    })
    const sections: Section[] = [
      said('by-authority', 'By authority', tally(byAuthority)),
      { ...said('by-year', 'By year', years), table: yearTable(byYear) },
      said('by-cause', 'By cause', tally(byCause)),
      {
        id: 'every-recall',
        title: 'Every recall',
        sentences: recalls.map((recall) => sentenceOf(recall, sources.get(recall))),
      },
    ]
    return {
      draft: { title: `Recalls: ${query}`, sections },
      fields: {
        recalls: recalls.map((recall) => ({ ...recall })),
        byYear,
        byCause,
        byAuthority,
        companies: Object.entries(byCompany).map(([company, count]) => ({ company, count })),
      },
    }
  },
})

interface RecallRequest {
  readonly query: string
  readonly since: string | undefined
}

async function recallsOf(scope: Scope, { query, since }: RecallRequest, tools: ReportTools) {
  const name = `Recalls (${scope})`
  const input = inputOf(scope, query, since)
  if (typeof input === 'string') {
    tools.missing.push({ part: name, why: input })
    return []
  }
  const answer = await tools.part(name, TOOLS[scope], input)
  const recalls = recallsIn(scope, answer)
  const total = numberOf(answer, 'total') ?? recalls.length
  if (total > recalls.length)
    tools.missing.push({ part: name, why: `${total - recalls.length} older ones are not listed.` })
  return recalls
}

/** The input for the tool, or the reason why it is not called. */
function inputOf(scope: Scope, query: string, since: string | undefined): JsonObject | string {
  if (scope === 'vehicle')
    return (
      vehicleIn(query) ?? 'the query names no maker, model and year, such as honda accord 2018.'
    )
  if (query.length > TOOL_QUERY_MAX)
    return `the query is longer than ${TOOL_QUERY_MAX} characters, which that register cannot take.`
  const input = { q: query, limit: ROWS_MAX }
  return scope === 'consumer' && since !== undefined ? { ...input, since } : input
}

const tally = (counts: Readonly<Record<string, number>>): readonly string[] =>
  Object.entries(counts).map(([name, count]) => `${name}: ${plural(count, 'recall')}`)

const lineOf = ({ authority, number, date, product, company, reason, ...rest }: Recall): string =>
  [
    `${authority} recall ${number}`,
    date ?? 'date not told',
    product,
    company ?? 'company not told',
    `reason: ${reason ?? 'not told'}`,
    ...(rest.class === null ? [] : [rest.class]),
    ...(rest.status === null ? [] : [`status: ${rest.status}`]),
  ]
    .join('; ')
    .replaceAll(/\s+/g, ' ')

const sourceOf = (recall: Recall, retrievedAt: string): Source =>
  recordOf({
    title: `${recall.authority} recall ${recall.number}`,
    url: recall.url,
    publisher: recall.authority,
    publishedAt: recall.date,
    retrievedAt,
    text: lineOf(recall),
  })

function sentenceOf(recall: Recall, source: Source | undefined) {
  const text = `${lineOf(recall)}.`
  return source ? citing(text, source) : { text, quotes: [] }
}

const yearTable = (byYear: Readonly<Record<string, number>>) => ({
  name: 'recalls-by-year',
  label: 'Recalls by year',
  columns: ['Year', 'Recalls'],
  rows: Object.entries(byYear).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  chart: { kind: 'bars', labels: 0, values: [1], says: 'How many recalls each year had.' } as const,
})
