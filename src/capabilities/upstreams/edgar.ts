import { z } from 'zod'
import { notFound } from '../../base/core/fault.ts'
import { HOUR_MS, DAY_MS } from '../../base/core/milliseconds.ts'
import { membersOf, rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const text = z.string().nullish()

const Listed = z.object({ cik_str: z.number(), ticker: z.string(), title: z.string() })
export type Listed = z.output<typeof Listed>

const Address = z.object({
  street1: text,
  street2: text,
  city: text,
  stateOrCountry: text,
  zipCode: text,
})

const Company = z.object({
  name: z.string(),
  tickers: z.array(z.string()).nullish(),
  exchanges: z.array(z.string().nullable()).nullish(),
  sic: text,
  sicDescription: text,
  stateOfIncorporation: text,
  fiscalYearEnd: text,
  addresses: z.object({ business: Address.nullish() }).nullish(),
  formerNames: z.array(z.object({ name: z.string(), from: text, to: text })).nullish(),
})

const column = z.array(z.string())

/** The n-th entries of all columns are one filing; newest first. */
const Columns = z
  .object({
    accessionNumber: column,
    filingDate: column,
    reportDate: column,
    acceptanceDateTime: column,
    form: column,
    items: column,
    primaryDocument: column,
    primaryDocDescription: column,
  })
  .refine((columns) => new Set(Object.values(columns).map(({ length }) => length)).size === 1)

const Submissions = z.object({
  name: z.string(),
  filings: z.object({
    recent: Columns,
    files: z.array(z.object({ name: z.string(), filingFrom: z.string(), filingTo: z.string() })),
  }),
})

export interface Filing {
  readonly accession: string
  readonly form: string
  readonly filedDate: string
  readonly reportDate: string | null
  /** In the form of EDGAR, with a Z. */
  readonly accepted: string
  /** Items of an 8-K, such as 2.02 and 9.01. */
  readonly items: readonly string[]
  /** Path within the folder of the filing; empty for a filing on paper. */
  readonly document: string
  readonly description: string | null
}

/** One fact: a value on a day, or over the days from `start` to `end`. */
const Point = z.object({
  start: z.string().optional(),
  end: z.string(),
  val: z.number(),
  accn: z.string(),
  fy: z.number().nullish(),
  fp: text,
  form: z.string(),
  filed: z.string(),
})

const Concept = z.object({
  entityName: z.string(),
  label: text,
  description: text,
  units: membersOf(z.array(Point)),
})

const Frame = z.object({
  label: text,
  data: z.array(
    z.object({
      accn: z.string(),
      cik: z.number(),
      entityName: z.string(),
      start: z.string().optional(),
      end: z.string(),
      val: z.number(),
    }),
  ),
})

const Found = z.object({
  hits: z.object({
    total: z.object({ value: z.number(), relation: z.string().nullish() }),
    hits: rowsOf(
      z.object({
        _id: z.string(),
        _source: z.object({
          ciks: z.array(z.string()),
          display_names: z.array(z.string()),
          form: z.string(),
          file_date: z.string(),
          adsh: z.string(),
          file_type: text,
          items: z.array(z.string()).nullish(),
        }),
      }),
    ),
  }),
  aggregations: z.object({
    entity_filter: z.object({ buckets: z.array(z.object({ key: z.string() })) }),
  }),
})
export type FoundDocument = z.output<typeof Found>['hits']['hits'][number]

export interface DocumentQuery {
  readonly q?: string
  readonly forms?: readonly string[]
  readonly ciks?: readonly string[]
  readonly since?: string | undefined
  readonly until?: string | undefined
  /** Number of hits to skip; a page has a hundred. */
  readonly from?: number
}

const Folder = z.object({ directory: z.object({ item: z.array(z.object({ name: z.string() })) }) })

const MB = 1024 * 1024
/** First day of the full-text index. */
const INDEXED_SINCE = '2001-01-01'

const unknownCik = (cik: string) => ({
  404: () => notFound(`The SEC has no registrant with CIK ${cik}.`),
})
const unreported = (what: string) => ({ refusals: { 404: () => notFound(what) } })

export const edgar = defineUpstream({
  name: 'edgar',
  title: 'SEC EDGAR',
  terms: 'https://www.sec.gov/privacy#security',
  texts: 'public',
  base: 'https://data.sec.gov',
  limits: { timeoutMs: 15_000, bytesMax: 20 * MB, perSecond: 8, among: 'replicas' },
  cacheTtlMs: HOUR_MS,
  keepBytesMax: 32 * MB,
  api: (http) => {
    const columnsOf = (file: string) => http.json(`/submissions/${file}`, Columns)
    return {
      /** Every registrant that has a ticker, largest first. */
      async listed(): Promise<readonly Listed[]> {
        const path = 'https://www.sec.gov/files/company_tickers.json'
        return Object.values(await http.json(path, membersOf(Listed), { cacheTtlMs: DAY_MS }))
      },

      company: async (cik: string) =>
        http.json(`/submissions/CIK${cik}.json`, Company, { refusals: unknownCik(cik) }),

      /** The newest thousand, or those of a year; `older` lists the pages of earlier ones. */
      async filings(cik: string) {
        const refusals = unknownCik(cik)
        const path = `/submissions/CIK${cik}.json`
        const { name, filings } = await http.json(path, Submissions, { refusals })
        const older = filings.files.map(({ name: file, filingFrom: from, filingTo: to }) => ({
          from,
          to,
          filings: async () => filingsOf(await columnsOf(file)),
        }))
        return { name, filings: filingsOf(filings.recent), older }
      },

      async concept(cik: string, taxonomy: string, tag: string) {
        const what = `CIK ${cik} has reported no ${taxonomy}:${tag}.`
        const path = `/api/xbrl/companyconcept/CIK${cik}/${taxonomy}/${tag}.json`
        return http.json(path, Concept, unreported(what))
      },

      /** JSON of some megabytes, as text. */
      async factsText(cik: string): Promise<string> {
        const what = `CIK ${cik} has reported no figures in XBRL.`
        return http.text(`/api/xbrl/companyfacts/CIK${cik}.json`, unreported(what))
      },

      async frame(taxonomy: string, tag: string, unit: string, period: string) {
        const what = `Nobody has reported ${taxonomy}:${tag} in ${unit} for ${period}.`
        const path = `/api/xbrl/frames/${taxonomy}/${tag}/${unit}/${period}.json`
        return http.json(path, Frame, unreported(what))
      },

      /** Full texts since 2001: one hit for each document, so several for a filing. */
      async search({ q, forms, ciks, since, until, from }: DocumentQuery) {
        const isDated = since !== undefined || until !== undefined
        const { hits, aggregations } = await http.json(
          'https://efts.sec.gov/LATEST/search-index',
          Found,
          {
            query: {
              q,
              forms: forms?.join(','),
              ciks: ciks?.join(','),
              ...(isDated && {
                dateRange: 'custom',
                startdt: since ?? INDEXED_SINCE,
                enddt: until,
              }),
              from: from || undefined,
            },
          },
        )
        return {
          total: hits.total.value,
          documents: hits.hits,
          companies: aggregations.entity_filter.buckets.map(({ key }) => key),
        }
      },

      /** Names of the documents in the folder of a filing. */
      async documents(folder: string): Promise<readonly string[]> {
        const what = () => notFound(`The SEC has no filing at ${folder}.`)
        const path = `${folder}/index.json`
        const { directory } = await http.json(path, Folder, { refusals: { 404: what } })
        return directory.item.map(({ name }) => name)
      },

      /** A document by its address in the archives. */
      async document(url: string): Promise<string> {
        const what = () => notFound(`The SEC has no document at ${url}.`)
        return http.text(url, { refusals: { 404: what } })
      },
    }
  },
})

function filingsOf(columns: z.output<typeof Columns>): readonly Filing[] {
  const at = (name: keyof typeof columns, row: number): string => columns[name][row] ?? ''
  return columns.accessionNumber.map((accession, row) => ({
    accession,
    form: at('form', row),
    filedDate: at('filingDate', row),
    reportDate: at('reportDate', row) || null,
    accepted: at('acceptanceDateTime', row),
    items: at('items', row).split(',').filter(Boolean),
    document: at('primaryDocument', row),
    description: at('primaryDocDescription', row) || null,
  }))
}
