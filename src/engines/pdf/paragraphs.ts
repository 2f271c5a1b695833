/** That a sentence or a clause ends here. */
export const ENDED = /[.!?:;。！？…]["”’')\]]*$/u

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。，]/u
const WORD_CHARACTERS_MAX = 60

/** Lines as one text, words whole that were parted at their ends. */
export function textOf(lines: readonly string[], compounds: ReadonlySet<string>): string {
  const parts = lines.map((line, at) => {
    const next = lines[at + 1]
    return next === undefined ? line : endedBefore(line, next, compounds)
  })
  return parts.join('')
}

function endedBefore(line: string, next: string, compounds: ReadonlySet<string>): string {
  if (line.endsWith('\u00AD')) return line.slice(0, -1)
  const parted = /(\p{L}+-)$/u.exec(line.slice(-WORD_CHARACTERS_MAX))?.[1]
  const rest = /^\p{Ll}\p{L}*/u.exec(next.slice(0, WORD_CHARACTERS_MAX))?.[0]
  if (parted && rest) return compounds.has((parted + rest).toLowerCase()) ? line : line.slice(0, -1)
  return UNSPACED.test(line.at(-1) ?? '') && UNSPACED.test(next[0] ?? '') ? line : `${line} `
}

/** Words that have a hyphen in the middle of a line keep it at its end, too. */
export const compoundsOf = (lines: readonly string[]): ReadonlySet<string> =>
  new Set(
    lines.flatMap((line) =>
      line
        .split(' ')
        .filter((word) => word.includes('-') && !word.endsWith('-'))
        .map((word) => word.toLowerCase().replace(/^[^\p{L}]{0,9}|[^\p{L}]{0,9}$/gu, '')),
    ),
  )
