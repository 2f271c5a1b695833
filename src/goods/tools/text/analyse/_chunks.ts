import { paragraphsOf, sentencesOf, wordsOf } from '../../../../engines/language/segments.ts'

export type Boundary = 'paragraph' | 'sentence' | 'markdown' | 'none'

/** A part of a text: its first code unit and the first one after it. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** How many units each piece of a text takes; `end` rises from one piece to the next. */
export interface Measure {
  readonly ends: readonly number[]
  /** Units up to and including each end. */
  readonly sums: readonly number[]
}

/** Positions at which a text may be cut, by kind, the best kind first. */
export function cutsOf(text: string, boundary: Boundary): readonly (readonly number[])[] {
  const sentences = () => startsOf(sentencesOf(text))
  const paragraphs = () => startsOf(paragraphsOf(text))
  const words = startsOf(wordsOf(text))
  switch (boundary) {
    case 'markdown':
      return [headingsOf(text), paragraphs(), sentences(), words]
    case 'paragraph':
      return [paragraphs(), sentences(), words]
    case 'sentence':
      return [sentences(), words]
    case 'none':
      return []
  }
}

const startsOf = (spans: readonly Span[]): readonly number[] => spans.map(({ start }) => start)

/** Positions of headings, except lines of code that look like headings. */
function headingsOf(text: string): readonly number[] {
  const starts: number[] = []
  let fence: string | undefined
  for (const { 0: line, index } of text.matchAll(/^[^\r\n]+/gm)) {
    const [mark] = /^ {0,3}(?:`{3,}|~{3,})/.exec(line) ?? []
    if (mark !== undefined && (fence === undefined || mark.trim().startsWith(fence)))
      fence = fence === undefined ? mark.trim() : undefined
    else if (fence === undefined && /^ {0,3}#{1,6}\s/.test(line)) starts.push(index)
  }
  return starts
}

/**
 * Spans of at most `size` units. A stretch may measure more by itself than inside of its text:
 * `excess` tells by how much, and the span is cut shorter then. Each ends at the best kind of cut
 * that lies in its second half, or at any cut before, or else where the budget ends; the next one
 * begins up to `overlap` units back.
 */
export function chunked(
  measure: Measure,
  cuts: readonly (readonly number[])[],
  size: number,
  overlap: number,
  excess: (span: Span) => number,
): readonly Span[] {
  const { ends, sums } = measure
  const last = ends.at(-1) ?? 0
  const spans: Span[] = []
  for (let start = 0; start < last;) {
    const before = sumAt(measure, start)
    const half = endWithin(measure, start, before + size / 2)
    let [end, room] = [last, size]
    for (let over = 0; ; room -= over) {
      const most = endWithin(measure, start, before + room)
      end = most >= last ? last : cutFor(cuts, start, Math.min(half, most), most)
      over = excess({ start, end })
      if (over <= 0 || room - over < size / 2) break
    }
    spans.push({ start, end })
    if (end >= last) break
    const from = sumAt(measure, end) - overlap
    const back = overlap === 0 ? end : firstEndFrom(ends, sums, from)
    const within = back > start && back < end ? back : end
    start = overlap === 0 ? end : (firstOf(cuts.at(-1) ?? [], within, end) ?? within)
  }
  return spans
}

function cutFor(
  cuts: readonly (readonly number[])[],
  start: number,
  half: number,
  most: number,
): number {
  for (const kind of cuts) {
    const cut = lastOf(kind, half, most)
    if (cut !== null) return cut
  }
  return lastOf(cuts.at(-1) ?? [], start + 1, most) ?? most
}

/** The last number of an ascending list between `from` and `to`, both included. */
function lastOf(numbers: readonly number[], from: number, to: number): number | null {
  const found = numbers[countUpTo(numbers, to) - 1]
  return found !== undefined && found >= from ? found : null
}

function firstOf(numbers: readonly number[], from: number, to: number): number | null {
  const found = numbers[countUpTo(numbers, from - 1)]
  return found !== undefined && found <= to ? found : null
}

/** The number of values up to `limit` in an ascending list. */
function countUpTo(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) <= limit) low = middle + 1
    else high = middle
  }
  return low
}

/** Units of all pieces that end at this position or before it. */
export function sumAt({ ends, sums }: Measure, place: number): number {
  return sums[countUpTo(ends, place) - 1] ?? 0
}

/** The last end whose units fit, but at least the first one after the start. */
function endWithin({ ends, sums }: Measure, start: number, limit: number): number {
  const fits = ends[countUpTo(sums, limit) - 1] ?? 0
  return fits > start ? fits : (ends[countUpTo(ends, start)] ?? start + 1)
}

const firstEndFrom = (ends: readonly number[], sums: readonly number[], sum: number): number =>
  ends[countUpTo(sums, sum - 1)] ?? 0
