import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { articleOf } from '../src/tools/web/_article.ts'
import { savedPages, scoreOf, type SavedPage } from '../test/support/saved-pages.ts'
import { report } from './support/load.ts'

/**
 * Our article extraction against others on the saved pages: phrases of the article that were found,
 * phrases from around it that were kept, pieces of markdown structure, and time. `DEFUDDLE` names
 * the folder of an installed defuddle.
 */
type Extractor = (page: SavedPage) => string | Promise<string>

const ROUNDS = 5

const documentOf = (html: string) => (parseHTML(html) as unknown as { document: never }).document

const readability: Extractor = ({ html }) =>
  new Readability(documentOf(html)).parse()?.textContent ?? ''

async function defuddleAt(folder: string): Promise<Extractor> {
  const unit = (await import(`${folder}/dist/node.js`)) as {
    Defuddle(document: unknown, url: string, options: unknown): Promise<{ content: string }>
  }
  return async ({ html, url }) =>
    (await unit.Defuddle(documentOf(html), url, { markdown: true, useAsync: false })).content
}

export async function benchExtract(): Promise<void> {
  const pages = await savedPages()
  const folder = process.env['DEFUDDLE']
  const extractors: Record<string, Extractor> = {
    ours: ({ html, url }) => articleOf(html, url).markdown,
    'readability, as text': readability,
    ...(folder ? { 'defuddle, as markdown': await defuddleAt(folder) } : {}),
  }
  for (const [name, extractor] of Object.entries(extractors)) await measured(name, extractor, pages)
}

async function measured(name: string, extractor: Extractor, pages: readonly SavedPage[]) {
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

if (import.meta.main) await benchExtract()
