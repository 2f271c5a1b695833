import { parsedPage } from '../../../../engines/html/document.ts'
import { readableText } from '../../../../engines/html/text.ts'
import { propertiesOf, readPdf } from '../../../../engines/pdf/reader.ts'
import { printed, textOfPages } from '../../../../engines/pdf/text.ts'

export interface QuoteSearch {
  readonly host: string
  /** One of them. */
  readonly html?: string
  readonly pdf?: Uint8Array
  readonly quotes: readonly string[]
}

export interface Place {
  /** 1 if the page has the words in their order without a gap. */
  readonly score: number
  readonly context: string | null
}

export interface Looked {
  readonly title: string | null
  readonly places: readonly Place[]
}

/** Finds the best place of each quote in a page or a PDF. */
export async function work({ host, html, pdf, quotes }: QuoteSearch): Promise<Looked> {
  const { title, text } = pdf ? await ofPdf(pdf, host) : ofPage(html ?? '')
  const words = wordsOf(text)
  return { title, places: quotes.map((quote) => placeOf(quote, words, text)) }
}

function ofPage(html: string) {
  const $ = parsedPage(html)
  const title = $('title').first().text().replaceAll(/\s+/g, ' ').trim()
  return { title: title || null, text: readableText($.root().contents().toArray()) }
}

const ofPdf = async (bytes: Uint8Array, host: string) =>
  readPdf({ bytes, host }, async (pdf) => {
    const { texts } = await textOfPages(pdf)
    const { Title } = await propertiesOf(pdf)
    // Rejoins words that a line break divides.
    const text = texts.join('\n').replaceAll(/(\p{Ll})-\n(\p{Ll})/gu, '$1$2')
    return { title: printed(Title), text }
  })

interface Word {
  readonly text: string
  readonly from: number
  readonly to: number
}

/** Scripts that put no spaces between words count by the letter. */
const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}])[\p{L}\p{M}\p{N}])+/gu

const wordsOf = (text: string): readonly Word[] =>
  Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
    text: word.normalize('NFKC').toLowerCase(),
    from: index,
    to: index + word.length,
  }))

const CANDIDATES_MAX = 5
const CONTEXT_CHARACTERS = 100
const NONE: Place = { score: 0, context: null }

function placeOf(quote: string, page: readonly Word[], text: string): Place {
  const wanted = wordsOf(quote).map((word) => word.text)
  if (wanted.length === 0 || page.length === 0) return NONE
  const exactAt = page.findIndex((_, at) =>
    wanted.every((word, offset) => page[at + offset]?.text === word),
  )
  if (exactAt >= 0) return { score: 1, context: around(text, page, exactAt, wanted.length) }
  let best = NONE
  for (const at of candidates(wanted, page)) {
    const spare = Math.ceil(wanted.length / 4)
    const from = Math.max(0, at - spare)
    const found = common(wanted, page.slice(from, at + wanted.length + spare))
    if (found.score > best.score)
      best = { score: found.score, context: around(text, page, from + found.from, found.length) }
  }
  return best
}

/** Stretches as long as the quote that hold most of its words, in any order. */
function candidates(wanted: readonly string[], page: readonly Word[]): readonly number[] {
  const missing = new Map<string, number>()
  for (const word of wanted) missing.set(word, (missing.get(word) ?? 0) + 1)
  const stretches: { at: number; held: number }[] = []
  let held = 0
  for (const [end, { text: word }] of page.entries()) {
    const left = missing.get(word)
    if (left !== undefined) {
      missing.set(word, left - 1)
      if (left > 0) held += 1
    }
    const gone = page[end - wanted.length]?.text
    const back = gone === undefined ? undefined : missing.get(gone)
    if (gone !== undefined && back !== undefined) {
      missing.set(gone, back + 1)
      if (back >= 0) held -= 1
    }
    keep(stretches, { at: Math.max(0, end - wanted.length + 1), held }, wanted.length)
  }
  return stretches.map(({ at }) => at)
}

interface Stretch {
  at: number
  held: number
}

/** Keeps the few best stretches, which must not lie next to each other. */
function keep(stretches: Stretch[], next: Stretch, apart: number): void {
  const near = stretches.find(({ at }) => next.at - at < apart)
  if (near) {
    if (next.held > near.held) Object.assign(near, next)
    return
  }
  if (stretches.length < CANDIDATES_MAX) {
    stretches.push(next)
    return
  }
  const least = stretches.toSorted((a, b) => a.held - b.held)[0]
  if (least && next.held > least.held) Object.assign(least, next)
}

/**
 * The longest common run of words, gaps allowed. What the quote leaves out of its stretch, and what
 * it adds, both cost.
 */
function common(wanted: readonly string[], stretch: readonly Word[]) {
  const width = stretch.length + 1
  const lengths = new Uint16Array((wanted.length + 1) * width)
  const lengthAt = (a: number, b: number) => lengths[a * width + b] ?? 0
  for (let a = wanted.length - 1; a >= 0; a -= 1)
    for (let b = stretch.length - 1; b >= 0; b -= 1)
      lengths[a * width + b] =
        wanted[a] === stretch[b]?.text
          ? lengthAt(a + 1, b + 1) + 1
          : Math.max(lengthAt(a + 1, b), lengthAt(a, b + 1))
  let [a, b, first, last] = [0, 0, -1, -1]
  while (a < wanted.length && b < stretch.length) {
    if (wanted[a] === stretch[b]?.text) {
      if (first < 0) first = b
      last = b
      a += 1
      b += 1
    } else if (lengthAt(a + 1, b) >= lengthAt(a, b + 1)) a += 1
    else b += 1
  }
  const length = first < 0 ? 0 : last - first + 1
  const score = (2 * lengthAt(0, 0)) / (wanted.length + Math.max(length, 1))
  return { score, from: Math.max(first, 0), length }
}

function around(text: string, page: readonly Word[], at: number, length: number): string {
  const from = Math.max(0, (page[at]?.from ?? 0) - CONTEXT_CHARACTERS)
  const to = (page[at + length - 1]?.to ?? 0) + CONTEXT_CHARACTERS
  return text.slice(from, to).toWellFormed().replaceAll(/\s+/g, ' ').trim()
}
