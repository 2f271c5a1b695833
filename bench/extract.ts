import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { articleOf } from '../src/engines/article/article.ts'
import { plain } from '../src/engines/language/words.ts'
import { savedPages, scoreOf } from '../test/support/saved-pages.ts'
import {
  articleCorpus,
  halfOf,
  overlapOf,
  type CorpusPage,
  type Overlap,
} from './support/article-corpus.ts'
import { median, report } from './support/load.ts'

/**
 * Our article extraction against others. On the saved pages: phrases of the article that were
 * found, phrases from around it that were kept, pieces of markdown structure, and time. On a folder
 * of pages with their text, which `ARTICLES` names: precision, recall and time. `ARTICLES_HALF` is
 * `even` or `odd`, `ARTICLES_LIST=true` prints each page. `DEFUDDLE` names the folder of an
 * installed defuddle.
 */
interface Written {
  readonly html: string
  readonly url: string
}
type Extractor = (page: Written) => string | Promise<string>

const ROUNDS = 5

const documentOf = (html: string) => (parseHTML(html) as unknown as { document: never }).document

const ours: Extractor = ({ html, url }) => articleOf(html, url).markdown

const readability: Extractor = ({ html }) =>
  new Readability(documentOf(html)).parse()?.textContent ?? ''

async function defuddleAt(folder: string): Promise<Extractor> {
  const unit = (await import(`${folder}/dist/node.js`)) as {
    Defuddle(document: unknown, url: string, options: unknown): Promise<{ content: string }>
  }
  return async ({ html, url }) =>
    (await unit.Defuddle(documentOf(html), url, { markdown: true, useAsync: false })).content
}

async function benchExtract(): Promise<void> {
  const defuddle = process.env['DEFUDDLE']
  const extractors: Record<string, Extractor> = {
    ours,
    'readability, as text': readability,
    ...(defuddle ? { 'defuddle, as markdown': await defuddleAt(defuddle) } : {}),
  }
  for (const [name, extractor] of Object.entries(extractors)) await onSavedPages(name, extractor)
  const folder = process.env['ARTICLES']
  if (!folder) return
  const half = process.env['ARTICLES_HALF']
  const pages = (await articleCorpus(folder)).filter((page) => !half || halfOf(page) === half)
  for (const [name, extractor] of Object.entries(extractors)) await onCorpus(name, extractor, pages)
}

async function onSavedPages(name: string, extractor: Extractor) {
  const pages = await savedPages()
  const started = performance.now()
  const totals = { kept: 0, noise: 0, structure: 0 }
  for (let round = 0; round < ROUNDS; round++)
    for (const page of pages) {
      const score = scoreOf(page, await extractor(page))
      for (const part of ['kept', 'noise', 'structure'] as const) totals[part] += score[part]
    }
  const count = ROUNDS * pages.length
  const percent = (sum: number) => `${((100 * sum) / count).toFixed(0)} %`
  report(
    `${name}, ${pages.length} pages`,
    `found ${percent(totals.kept)}, noise ${percent(totals.noise)}`,
    `structure ${percent(totals.structure)}`,
    `${((performance.now() - started) / count).toFixed(1)} ms a page`,
  )
}

/** Each page twice: the first time warms up, and the second is measured. */
async function onCorpus(name: string, extractor: Extractor, pages: readonly CorpusPage[]) {
  for (const page of pages) await textOf(extractor, page)
  const rows: (Overlap & { readonly page: CorpusPage; readonly tookMs: number })[] = []
  for (const page of pages) {
    const started = performance.now()
    const text = await textOf(extractor, page)
    const tookMs = performance.now() - started
    rows.push({ page, tookMs, ...overlapOf(page.text, plain(text)) })
  }
  const mean = (part: 'precision' | 'recall' | 'tookMs') =>
    rows.reduce((sum, row) => sum + row[part], 0) / rows.length
  const [precision, recall] = [mean('precision'), mean('recall')]
  const under = (least: number) => rows.filter((row) => row.recall < least).length
  report(
    `${name}, ${pages.length} pages of a corpus`,
    `F1 ${((2 * precision * recall) / (precision + recall)).toFixed(4)}`,
    `precision ${precision.toFixed(4)}, recall ${recall.toFixed(4)}`,
    `recall under .3: ${under(0.3)}, under .5: ${under(0.5)}`,
    `median ${median(rows.map((row) => row.tookMs)).toFixed(1)} ms`,
    `mean ${mean('tookMs').toFixed(1)} ms`,
  )
  if (process.env['ARTICLES_LIST'] !== 'true') return
  for (const row of rows.toSorted((a, b) => leastOf(a) - leastOf(b)))
    report(
      row.page.id.slice(0, 12),
      `precision ${row.precision.toFixed(3)}, recall ${row.recall.toFixed(3)}`,
      `${row.tookMs.toFixed(0)} ms`,
      row.page.url,
    )
}

const leastOf = ({ precision, recall }: Overlap): number => Math.min(precision, recall)

/** A refused page counts as an empty one. */
async function textOf(extractor: Extractor, page: Written): Promise<string> {
  try {
    return await extractor(page)
  } catch {
    return ''
  }
}

if (import.meta.main) await benchExtract()
