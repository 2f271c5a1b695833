import type { DocumentQuery, FoundDocument } from '../../../../capabilities/upstreams/edgar.ts'
import { paddedCik, type Edgar } from './_company.ts'
import { filingFolder } from './_filings.ts'
import { filerIn } from './_filer-names.ts'

/** A filing that the full-text index found. */
export interface FoundFiling {
  readonly company: string
  readonly cik: string
  readonly form: string
  readonly filedDate: string
  readonly accession: string
  readonly url: string
  readonly fileType: string | null
  readonly items: readonly string[]
}

export function foundFiling({ _id, _source }: FoundDocument): FoundFiling {
  const cik = paddedCik(_source.ciks[0] ?? '0')
  const [, file = ''] = _id.split(':')
  const title = _source.display_names[0] ?? ''
  return {
    company: filerIn(title)?.name ?? title,
    cik,
    form: _source.form,
    filedDate: _source.file_date,
    accession: _source.adsh,
    url: `${filingFolder(cik, _source.adsh)}/${file}`,
    fileType: _source.file_type || null,
    items: _source.items ?? [],
  }
}

const PAGE = 100
/** A busy day has two thousand documents of reports on events. */
const PAGES_MAX = 30

/**
 * All filings of some forms over some days, each once. The index has a hit for every document of a
 * filing; the main one has the form as its type.
 */
export async function filingsBetween(edgar: Edgar, query: DocumentQuery) {
  const first = await edgar.search(query)
  const pages = Math.min(PAGES_MAX, Math.ceil(first.total / PAGE))
  const others = await Promise.all(
    Array.from({ length: Math.max(0, pages - 1) }, (_, at) =>
      edgar.search({ ...query, from: (at + 1) * PAGE }),
    ),
  )
  const found = new Map<string, FoundFiling>()
  for (const filing of [first, ...others].flatMap(({ documents }) => documents.map(foundFiling))) {
    const before = found.get(filing.accession)
    if (!before || filing.fileType === filing.form) found.set(filing.accession, filing)
  }
  return { filings: [...found.values()], complete: first.total <= pages * PAGE }
}

const REPORTS = ['10-K', '10-Q', '20-F', '40-F']
/** The index groups the filings of at most thirty companies. */
const COMPANIES_AT_ONCE = 25

/**
 * Companies that had filed no annual or quarterly report before a day, so they were not public yet.
 */
export async function newcomers(
  edgar: Edgar,
  ciks: readonly string[],
  day: string,
): Promise<ReadonlySet<string>> {
  const all = [...new Set(ciks)]
  const groups = Array.from({ length: Math.ceil(all.length / COMPANIES_AT_ONCE) }, (_, at) =>
    all.slice(at * COMPANIES_AT_ONCE, (at + 1) * COMPANIES_AT_ONCE),
  )
  const answers = await Promise.all(
    groups.map((group) => edgar.search({ forms: REPORTS, ciks: group, until: day })),
  )
  const reporting = new Set(
    answers.flatMap(({ companies }) => companies.flatMap((name) => filerIn(name)?.cik ?? [])),
  )
  return new Set(all.filter((cik) => !reporting.has(cik)))
}
