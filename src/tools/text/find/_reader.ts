/** A text from which finds are taken one kind after another, so that no character counts twice. */
export interface Reader {
  /** Takes every match for which `read` has a value; other matches stay in the text. */
  take<Find>(pattern: RegExp, read: (match: RegExpMatchArray) => Find | null): readonly Find[]
  /** What no kind has taken; what was taken reads as a full stop, so that no name spans it. */
  rest(): string
}

export function createReader(text: string): Reader {
  let left = text
  return {
    take(pattern, read) {
      const finds: NonNullable<ReturnType<typeof read>>[] = []
      const pieces: string[] = []
      let end = 0
      for (const match of left.matchAll(pattern)) {
        const find = read(match)
        if (find === null) continue
        finds.push(find as NonNullable<typeof find>)
        const [matched] = match
        pieces.push(left.slice(end, match.index), TAKEN.repeat(matched.length))
        end = match.index + matched.length
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
