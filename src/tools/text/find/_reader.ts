import type { Span } from '../../../lib/text-spans.ts'

/** A text from which finds are taken one kind after another, so that no character counts twice. */
export interface Reader {
  /**
   * Takes every match for which `read` has a value; other matches stay in the text. `lengthOf` says
   * how much from its first character on the find is, where that is not the match.
   */
  take<Find>(
    pattern: RegExp,
    read: (match: RegExpExecArray) => Find | null,
    lengthOf?: (find: NonNullable<Find>) => number,
  ): readonly Find[]
  /** Where finds were taken, in the order in which they were. */
  readonly taken: readonly Span[]
  /** What no kind has taken; what was taken reads as a full stop, so that no name spans it. */
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

/** Stands for one character that was taken; no pattern matches it. */
const TAKEN = '\0'
