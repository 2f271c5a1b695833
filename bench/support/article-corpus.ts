import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** A page that somebody else wrote, and the text of its article. */
export interface CorpusPage {
  /** 64 hexadecimal digits. */
  readonly id: string
  readonly html: string
  readonly url: string
  readonly text: string
}

/**
 * Reads a folder of the article extraction benchmark of Scrapinghub: `html/<id>.html.gz`, and
 * `ground-truth.json`, which maps each id to `articleBody` and `url`.
 */
export async function articleCorpus(folder: string): Promise<readonly CorpusPage[]> {
  const written = await readFile(join(folder, 'ground-truth.json'), 'utf8')
  const truth = JSON.parse(written) as Record<string, { articleBody: string; url: string }>
  const files = (await readdir(join(folder, 'html'))).toSorted()
  return Promise.all(
    files.map(async (file) => {
      const id = file.replace('.html.gz', '')
      const { articleBody: text, url } = truth[id]!
      const html = gunzipSync(await readFile(join(folder, 'html', file))).toString('utf8')
      return { id, html, url, text }
    }),
  )
}

/** One half of a corpus, to fit on one and to report the other: the parity of the last digit. */
export const halfOf = ({ id }: CorpusPage): 'even' | 'odd' =>
  Number.parseInt(id.at(-1)!, 16) % 2 === 0 ? 'even' : 'odd'

export interface Overlap {
  readonly precision: number
  readonly recall: number
}

const SHINGLE_WORDS = 4

const sizeOf = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0)

/** As the benchmark has it: runs of four words, each as often as it occurs. */
export function overlapOf(truth: string, found: string): Overlap {
  const [wanted, given] = [shinglesOf(truth), shinglesOf(found)]
  const common = [...wanted].reduce(
    (sum, [shingle, count]) => sum + Math.min(count, given.get(shingle) ?? 0),
    0,
  )
  const [missing, extra] = [sizeOf(wanted) - common, sizeOf(given) - common]
  const shareBeside = (others: number, otherSide: number) => {
    if (common === 0) return others === 0 && otherSide === 0 ? 1 : 0
    return common / (common + others)
  }
  return { precision: shareBeside(extra, missing), recall: shareBeside(missing, extra) }
}

function shinglesOf(text: string): ReadonlyMap<string, number> {
  const words = text.match(/[\p{L}\p{N}_]+/gu) ?? []
  const counts = new Map<string, number>()
  const last = Math.max(0, words.length - SHINGLE_WORDS)
  for (let at = 0; at <= last && words.length > 0; at++) {
    const shingle = words.slice(at, at + SHINGLE_WORDS).join(' ')
    counts.set(shingle, (counts.get(shingle) ?? 0) + 1)
  }
  return counts
}
