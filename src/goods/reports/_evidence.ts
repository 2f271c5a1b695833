import { getDomain } from 'tldts'
import { Fault } from '../../base/core/fault.ts'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import { isoDay } from '../../base/lib/iso-time.ts'
import { pageKey } from '../../base/lib/same-page.ts'
import type { JsonObject } from '../../base/lib/json-object.ts'
import { rowsOf, textOf, type ReportTools } from './_report-tools.ts'
import type { Source } from './_document.ts'
import { sourceText } from './_source-text.ts'

export type Recency = 'week' | 'month' | 'year' | 'any'

/** The search tools for reports; the first available one is used. */
export const SEARCHES = ['search', 'exa-search', 'search-lite'] as const

interface EvidenceRequest {
  readonly questions: readonly string[]
  readonly recency: Recency
  readonly pagesMax: number
}

export interface Evidence {
  readonly sources: readonly Source[]
  readonly searchesRun: number
  /** The number of pages that were requested. */
  readonly consulted: number
}

interface Hit {
  readonly url: string
  readonly title: string
  readonly publishedAt: string | null
}

const RETRIEVAL_MS = 60_000
/** The share of the remaining time for reading. */
const RETRIEVAL_SHARE = 1 / 3
const PER_DOMAIN_MAX = 2
const READERS = 6
const TEXT_LEAST = 200

/** Reads pages on an optional side of the subject. */
export async function pagesOn(
  questions: readonly string[],
  pagesMax: number,
  tools: ReportTools,
): Promise<readonly Source[]> {
  const able = await Promise.all([...SEARCHES, 'extract'].map((slug) => tools.runner.has(slug)))
  if (!able.at(-1) || !able.slice(0, -1).some(Boolean)) {
    tools.missing.push({ part: 'Pages', why: 'no search is set up on this instance.' })
    return []
  }
  const found = await gatherEvidence(tools, { questions, recency: 'any', pagesMax }).catch(
    (thrown: unknown) => {
      // The part is already reported as missing; the report continues without it.
      if (thrown instanceof Fault && thrown.code !== 'caller_gone') return null
      throw thrown
    },
  )
  return found?.sources ?? []
}

/** Searches for each question and reads the results, within a third of the time. */
export async function gatherEvidence(
  tools: ReportTools,
  wanted: EvidenceRequest,
): Promise<Evidence> {
  const { runner, now } = tools
  const budgetMs = Math.min(RETRIEVAL_MS, runner.leftMs() * RETRIEVAL_SHARE)
  const endMs = now() + budgetMs
  const leftMs = () => Math.max(1, endMs - now())
  const { hits, searchesRun } = await searched(tools, wanted, leftMs())
  const pages = distinct(hits).slice(0, wanted.pagesMax)
  const sources: (Source | null)[] = pages.map(() => null)
  let [next, done] = [0, 0]
  async function reader(): Promise<void> {
    for (let at = next++; at < pages.length; at = next++) {
      const page = pages[at]
      if (page) sources[at] = await read(tools, page, leftMs())
      done += 1
      runner.progress({ stage: 'retrieve', done, total: pages.length })
    }
  }
  await Promise.all(Array.from({ length: READERS }, reader))
  const found = sources.filter((source) => source !== null)
  return { sources: withoutCopies(found), searchesRun, consulted: pages.length }
}

async function searched(
  { runner, missing, now, faults }: ReportTools,
  wanted: EvidenceRequest,
  withinMs: number,
) {
  const { questions, recency } = wanted
  const able = await Promise.all(SEARCHES.map((slug) => runner.has(slug)))
  const slug = SEARCHES.find((_slug, at) => able[at])
  if (slug === undefined) throw new Fault('not_configured', 'No search is set up.')
  if (recency !== 'any' && slug === 'search-lite')
    missing.push({ part: 'Recency', why: 'the search of this instance cannot be limited in time.' })
  const found = await Promise.all(
    questions.map(async (question) => {
      try {
        const answer = await runner.run(slug, inputOf(slug, question, recency, now()), withinMs)
        return hitsOf(answer as JsonObject)
      } catch (thrown) {
        if (!(thrown instanceof Fault) || thrown.code === 'caller_gone') throw thrown
        missing.push({ part: `Search for ${question}`, why: thrown.message })
        faults.push(thrown)
        return null
      }
    }),
  )
  const [fault] = faults
  if (fault && found.every((hits) => hits === null)) throw fault
  const lists = found.filter((hits) => hits !== null)
  // The best result of each question first, then the second ones.
  const depth = Math.max(0, ...lists.map((list) => list.length))
  const hits = Array.from({ length: depth }, (_, rank) =>
    lists.flatMap((list) => list[rank] ?? []),
  ).flat()
  return { hits, searchesRun: lists.length }
}

const QUERY_MAX = 400
const WORDS_MAX = 50
const AGES: Readonly<Record<Recency, number>> = { week: 7, month: 31, year: 366, any: 0 }
const FRESHNESS = { week: 'pw', month: 'pm', year: 'py', any: undefined } as const

function inputOf(slug: string, question: string, recency: Recency, nowMs: number): JsonObject {
  const q = question.split(/\s+/).slice(0, WORDS_MAX).join(' ').slice(0, QUERY_MAX)
  if (slug === 'search-lite') return { q, count: 5 }
  const freshness = FRESHNESS[recency]
  if (slug === 'search') return { q, count: 10, ...(freshness && { freshness }) }
  const startPublishedDate = isoDay(nowMs - AGES[recency] * DAY_MS)
  return { query: q, numResults: 10, ...(freshness && { startPublishedDate }) }
}

const hitsOf = (answer: JsonObject): readonly Hit[] =>
  rowsOf(answer, 'results').flatMap((row) => {
    const url = textOf(row, 'url')
    if (url === null) return []
    const publishedAt = textOf(row, 'publishedAt') ?? textOf(row, 'publishedDate')
    return [{ url, title: textOf(row, 'title') ?? url, publishedAt }]
  })

/** Removes repeated pages, and keeps at most two of each registered domain. */
function distinct(hits: readonly Hit[]): readonly Hit[] {
  const pages = new Map(hits.toReversed().map((hit) => [pageKey(hit.url), hit]))
  const counts = new Map<string, number>()
  return hits
    .filter((hit) => pages.get(pageKey(hit.url)) === hit)
    .filter(({ url }) => {
      const host = URL.parse(url)?.hostname ?? url
      const owner = getDomain(host) ?? host
      const count = (counts.get(owner) ?? 0) + 1
      counts.set(owner, count)
      return count <= PER_DOMAIN_MAX
    })
}

async function read(tools: ReportTools, hit: Hit, withinMs: number): Promise<Source | null> {
  const host = URL.parse(hit.url)?.hostname ?? hit.url
  const answer = await tools.part(`Page of ${host}`, 'extract', { url: hit.url }, withinMs)
  const text = sourceText(textOf(answer, 'markdown') ?? '')
  if (text.length < TEXT_LEAST) return null
  return {
    title: textOf(answer, 'title') ?? hit.title,
    url: textOf(answer, 'url') ?? hit.url,
    publisher: host.replace(/^www\./, ''),
    publishedAt: hit.publishedAt,
    retrievedAt: new Date(tools.now()).toISOString(),
    text,
  }
}

/** Removes sources with the same text. */
const withoutCopies = (sources: readonly Source[]): readonly Source[] =>
  [...new Map(sources.toReversed().map((source) => [source.text, source])).values()].toReversed()

/** News with only the headline and teaser of the search results. */
export const newsSources = (rows: readonly JsonObject[], retrievedAt: string): readonly Source[] =>
  rows.flatMap((row) => {
    const [url, title] = [textOf(row, 'url'), textOf(row, 'title')]
    if (url === null || title === null) return []
    const text = [title, textOf(row, 'description') ?? ''].join('\n')
    return [{ title, url, publishedAt: textOf(row, 'publishedAt'), retrievedAt, text }]
  })
