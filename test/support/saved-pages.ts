import { readdir, readFile } from 'node:fs/promises'

/** A page as a site would serve it, and what a reader must and must not find in its article. */
export interface SavedPage {
  readonly name: string
  readonly html: string
  readonly url: string
  readonly title: string
  readonly byline: string | null
  readonly must: readonly string[]
  readonly never: readonly string[]
  /** Pieces of markdown: headings, lists, tables, code, links, images. */
  readonly structure: readonly string[]
  /** Least and most words. */
  readonly words?: readonly [number, number]
}

const FOLDER = new URL('./pages/', import.meta.url)

/** All pages of `test/support/pages`, each an `.html` with an `.json` of what is expected. */
export async function savedPages(): Promise<readonly SavedPage[]> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.html')).toSorted()
  return Promise.all(
    files.map(async (file) => {
      const name = file.replace('.html', '')
      const html = await readFile(new URL(file, FOLDER), 'utf8')
      const expected = await readFile(new URL(`${name}.json`, FOLDER), 'utf8')
      return Object.assign({ name, html }, JSON.parse(expected) as Omit<SavedPage, 'name' | 'html'>)
    }),
  )
}

export interface Score {
  /** Phrases of the article that are there, from 0 to 1. */
  readonly kept: number
  /** Phrases from around it that are there too. */
  readonly noise: number
  readonly structure: number
}

export function scoreOf(page: SavedPage, output: string): Score {
  const line = oneLine(output)
  return {
    kept: shareOf(page.must, (phrase) => line.includes(oneLine(phrase))),
    noise: shareOf(page.never, (phrase) => output.includes(phrase)),
    structure: shareOf(page.structure, (piece) => output.includes(piece)),
  }
}

const shareOf = (all: readonly string[], holds: (one: string) => boolean): number =>
  all.filter(holds).length / all.length

/** Marks apart, so that nobody is judged by them here. */
const oneLine = (text: string): string => text.replace(/[`*]/g, '').replace(/\s+/g, ' ')
