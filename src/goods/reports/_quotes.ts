import { rankedBy } from '../../engines/numbers/ranking.ts'
import { inSlices } from '../../engines/search/slices.ts'
import { sentencesOf } from '../../engines/language/segments.ts'
import { STOP } from './_claim-words.ts'
import type { QuotedWords, Source } from './_document.ts'
import { instructsModel } from './_source-text.ts'

/** The sentences of the sources that answer the question of a section. */

const SPANS_PER_SOURCE_MAX = 250
const SPAN = { least: 40, most: 400 }

/** The sentences of a source, unchanged. */
function spansOf(source: Source): readonly QuotedWords[] {
  const spans = source.text
    .split('\n')
    .flatMap((line) => sentencesOf(line).map(({ text }) => text))
    .filter((text) => text.length >= SPAN.least && text.length <= SPAN.most)
    .filter((text) => isProse(text) && !instructsModel(text))
  return [...new Set(spans)].slice(0, SPANS_PER_SOURCE_MAX).map((text) => ({ source, text }))
}

/** A sentence, not a row of a table or a list of links. */
const isProse = (text: string): boolean =>
  /^["'“‘(]?[\p{Lu}\p{Lo}\d]/u.test(text) &&
  /[.!?。！？]["'”’)]?$/u.test(text) &&
  (text.match(/\p{L}/gu)?.length ?? 0) > text.length * 0.6

interface Choice {
  readonly most: number
  /** Quotes of other questions. They are not used again. */
  readonly taken: ReadonlySet<string>
}

/** Below this share of the best score, a sentence is about something else. */
const FLOOR = 0.25
/** Above this share of common words, two sentences say the same. */
const LIKENESS_MAX = 0.6
const PER_SOURCE_SHARE = 0.4

/**
 * The spans that answer a question, best first by BM25: no two alike, and not all of one source.
 */
async function chosen(
  question: string,
  spans: readonly QuotedWords[],
  { most, taken }: Choice,
): Promise<readonly QuotedWords[]> {
  const wanted = wordsIn(question).join(' ')
  if (wanted === '' || spans.length === 0) return []
  const ranked = await rankedBy(
    wanted,
    spans.map(({ text }) => text),
    0,
  )
  const floor = FLOOR * (ranked[0]?.score ?? 0)
  const perSource = Math.max(2, Math.ceil(most * PER_SOURCE_SHARE))
  const told: ReadonlySet<string>[] = []
  const counts = new Map<Source, number>()
  const found: QuotedWords[] = []
  for (const { index, score } of ranked) {
    if (found.length === most || score < floor) break
    const span = spans[index]
    if (!span || taken.has(span.text)) continue
    const count = counts.get(span.source) ?? 0
    const words = new Set(wordsIn(span.text))
    if (count >= perSource || told.some((other) => likeness(words, other) > LIKENESS_MAX)) continue
    counts.set(span.source, count + 1)
    told.push(words)
    found.push(span)
  }
  return found
}

/** The share of words that both have, of all words of both. */
function likeness(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  const common = [...words].filter((word) => others.has(word)).length
  return common / Math.max(1, words.size + others.size - common)
}

const wordsIn = (text: string): readonly string[] => [
  ...new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []).filter((word) => !STOP.has(word)),
  ),
]

/** In the order of the sources, and of each source's own text. */
function inOrder(
  quotes: readonly QuotedWords[],
  sources: readonly Source[],
): readonly QuotedWords[] {
  const place = ({ source, text }: QuotedWords): number =>
    sources.indexOf(source) * 1e6 + source.text.indexOf(text)
  return quotes.toSorted((a, b) => place(a) - place(b))
}

/** A section that needs quotes. */
interface SectionRequest {
  readonly question: string
  readonly words: number
}

const WORDS_PER_QUOTE = 22
const QUOTES_MAX = 120

/** The quotes of each section. No quote is used in two sections. */
export async function quotesFor<O extends SectionRequest>(
  outline: readonly O[],
  sources: readonly Source[],
): Promise<readonly { readonly outline: O; readonly quotes: readonly QuotedWords[] }[]> {
  const spans = await inSlices(
    (function* all() {
      const found: QuotedWords[] = []
      for (const source of sources) {
        found.push(...spansOf(source))
        yield
      }
      return found
    })(),
  )
  const taken = new Set<string>()
  const parts: { outline: O; quotes: readonly QuotedWords[] }[] = []
  for (const one of outline) {
    const most = Math.min(QUOTES_MAX, Math.ceil((one.words / WORDS_PER_QUOTE) * 1.5))
    const quotes = inOrder(await chosen(one.question, spans, { most, taken }), sources)
    for (const { text } of quotes) taken.add(text)
    parts.push({ outline: one, quotes })
  }
  return parts
}
