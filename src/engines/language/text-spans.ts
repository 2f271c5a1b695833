/** A stretch of a text, by its first code unit and the first one after it. */
export interface Span {
  readonly start: number
  readonly end: number
}

const lengthOf = ({ start, end }: Span): number => end - start

/**
 * Spans that touch no other one, in their order: those that overlap become one, which takes the
 * rest of what it says from the longest of them.
 */
export function united<One extends Span>(spans: readonly One[]): readonly One[] {
  const found: One[] = []
  let longest = 0
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = found.at(-1)
    if (last === undefined || span.start >= last.end) {
      found.push(span)
      longest = lengthOf(span)
      continue
    }
    const isLonger = lengthOf(span) > longest
    longest = Math.max(longest, lengthOf(span))
    const end = Math.max(last.end, span.end)
    found[found.length - 1] = { ...(isLonger ? span : last), start: last.start, end }
  }
  return found
}

/** The text with each span replaced. The spans are in their order and do not overlap. */
export function replaced<One extends Span>(
  text: string,
  spans: readonly One[],
  by: (span: One) => string,
): string {
  const parts: string[] = []
  let from = 0
  for (const span of spans) {
    parts.push(text.slice(from, span.start), by(span))
    from = span.end
  }
  parts.push(text.slice(from))
  return parts.join('')
}
