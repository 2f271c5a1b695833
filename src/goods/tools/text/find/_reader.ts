import type { Span } from '../../../../engines/language/text-spans.ts'

/** A text in which one kind of match after another is taken, so that no character counts twice. */
export interface Reader {
  /**
   * Takes every match for which `read` has a value; other matches stay in the text. `lengthOf`
   * gives the length of the match, if it is not the whole pattern.
   */
  take<Find>(
    pattern: RegExp,
    read: (match: RegExpExecArray) => Find | null,
    lengthOf?: (find: NonNullable<Find>) => number,
  ): readonly Find[]
  /** Taken spans, in the order of the text. */
  readonly taken: readonly Span[]
  /** The remaining text, with a full stop for each taken span, so that no name spans it. */
  rest(): string
}

export function createReader(text: string): Reader {
  let left = text
  const taken: Span[] = []
  return {
    taken,
    take(pattern, read, lengthOf) {
      const finds: NonNullable<ReturnType<typeof read>>[] = []
      const pieces: string[] = []
      let end = 0
      for (const match of left.matchAll(pattern)) {
        const find = match.index < end ? null : read(match)
        if (find === null) continue
        finds.push(find as NonNullable<typeof find>)
        const [matched] = match
        const length = lengthOf?.(find as NonNullable<typeof find>) ?? matched.length
        pieces.push(left.slice(end, match.index), TAKEN.repeat(length))
        end = match.index + length
        taken.push({ start: match.index, end })
      }
      pieces.push(left.slice(end))
      left = pieces.join('')
      return finds
    },
    rest: () => left.replaceAll(/\0+/g, '. '),
  }
}

/** Replaces a taken character; no pattern matches it. */
const TAKEN = '\0'
