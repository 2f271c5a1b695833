/** A span of time in milliseconds since the epoch; the end is not part of it. */
export interface Span {
  readonly start: number
  readonly end: number
}

/**
 * The spans during which `keep` is true for the numbers of open spans in `a` and in `b`. Unions,
 * intersections, differences and overlaps are all of this form.
 */
export function sweep(
  a: readonly Span[],
  b: readonly Span[],
  keep: (inA: number, inB: number) => boolean,
): readonly Span[] {
  const turns = [...turnsOf(a, 1, 0), ...turnsOf(b, 0, 1)].toSorted((one, other) =>
    one.at < other.at ? -1 : Number(one.at > other.at),
  )
  const kept: Span[] = []
  let [inA, inB] = [0, 0]
  let start: number | undefined
  for (const [index, { at, a, b }] of turns.entries()) {
    inA += a
    inB += b
    if (turns[index + 1]?.at === at) continue
    const isKept = keep(inA, inB)
    if (isKept) start ??= at
    else if (start !== undefined) {
      kept.push({ start, end: at })
      start = undefined
    }
  }
  return kept
}

export const both = (inA: number, inB: number): boolean => inA > 0 && inB > 0
export const onlyFirst = (inA: number, inB: number): boolean => inA > 0 && inB === 0

interface Turn {
  readonly at: number
  readonly a: number
  readonly b: number
}

const turnsOf = (spans: readonly Span[], a: number, b: number): readonly Turn[] =>
  spans
    .filter(({ start, end }) => start < end)
    .flatMap(({ start, end }) => [
      { at: start, a, b },
      { at: end, a: -a, b: -b },
    ])
