/** The parts of a JavaScript regular expression in words, one line each. */

const LINES_MAX = 200

const CLASSES: Readonly<Record<string, string>> = {
  d: 'a digit',
  D: 'anything but a digit',
  w: 'a letter, digit or underscore',
  W: 'anything but a letter, digit or underscore',
  s: 'white space',
  S: 'anything but white space',
  b: 'the edge of a word',
  B: 'not the edge of a word',
  n: 'a line feed',
  r: 'a carriage return',
  t: 'a tab',
  f: 'a form feed',
  v: 'a vertical tab',
  0: 'the character NUL',
}

const OPENINGS: readonly (readonly [mark: RegExp, words: (name: string) => string])[] = [
  [/^\(\?:/, () => 'a group that is not captured'],
  [/^\(\?=/, () => 'if the following text is'],
  [/^\(\?!/, () => 'unless the following text is'],
  [/^\(\?<=/, () => 'if the preceding text is'],
  [/^\(\?<!/, () => 'unless the preceding text is'],
  [/^\(\?<([^>]+)>/, (name) => `a captured group named ${name}`],
  [/^\(\?([a-z-]+):/, (flags) => `a group with flags ${flags}`],
]

const QUANTIFIER = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/

function timesOf(quantifier: string): string {
  const lazy = quantifier.length > 1 && quantifier.endsWith('?') ? ', as few as possible' : ''
  const bare = lazy ? quantifier.slice(0, -1) : quantifier
  const [, from, comma, to] = /^\{(\d+)(,?)(\d*)\}$/.exec(bare) ?? []
  if (from === undefined)
    return `${bare === '*' ? 'any number of times' : bare === '+' ? 'once or more' : 'at most once'}${lazy}`
  if (comma === '') return `exactly ${from} times`
  return `${to === '' ? `${from} times or more` : `${from} to ${to} times`}${lazy}`
}

/** One part of the pattern: its length and its meaning. */
interface Piece {
  readonly length: number
  readonly words: string
}

const ESCAPE =
  /^\\(?:u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|[pP]\{[^}]*\}|k<[^>]*>|[1-9]\d*|[\s\S])/

function escapeOf(text: string): Piece {
  const [mark = '\\'] = ESCAPE.exec(text) ?? []
  const letter = mark[1] ?? ''
  const known = Object.hasOwn(CLASSES, letter) && mark.length === 2 ? CLASSES[letter] : undefined
  const words =
    known ??
    (/^\\[1-9]/.test(mark)
      ? `what group ${mark.slice(1)} has matched`
      : mark.startsWith('\\k')
        ? `what group ${mark.slice(3, -1)} has matched`
        : /^\\[pP]/.test(mark)
          ? `a character ${letter === 'P' ? 'without' : 'with'} the property ${mark.slice(3, -1)}`
          : `the character ${mark.length === 2 ? letter : mark}`)
  return { length: mark.length, words }
}

function classOf(text: string): Piece {
  const [mark = text] = /^\[\^?(?:\\[\s\S]|[^\]\\])*\]/.exec(text) ?? []
  const isNegated = mark.startsWith('[^')
  const inside = mark.slice(isNegated ? 2 : 1, -1)
  const words = isNegated ? `a character that is not one of ${inside}` : `one of ${inside}`
  return { length: mark.length, words: inside === '' ? 'any character' : words }
}

const LITERAL = /^[^\\[\](){}|^$.*+?]+/

function literalOf(text: string): Piece {
  const [run = text.slice(0, 1)] = LITERAL.exec(text) ?? []
  const characters = Array.from(run)
  const next = text.slice(run.length)
  // A quantifier belongs to the last character only.
  const taken =
    characters.length > 1 && QUANTIFIER.test(next) ? characters.slice(0, -1).join('') : run
  return { length: taken.length, words: `the text ${JSON.stringify(taken)}` }
}

const SIGNS: Readonly<Record<string, string>> = {
  '^': 'the start of the text or, with flag m, of a line',
  $: 'the end of the text or, with flag m, of a line',
  '.': 'any character, except, without flag s, a line end',
  '|': 'or',
}

function pieceOf(text: string): Piece {
  const [first = ''] = text
  if (first === '\\') return escapeOf(text)
  if (first === '[') return classOf(text)
  const sign = SIGNS[first]
  return sign === undefined ? literalOf(text) : { length: 1, words: sign }
}

/** The pattern must be valid. Groups are indented by their depth. */
export function patternInWords(pattern: string): readonly string[] {
  const lines: string[] = []
  let [depth, groups] = [0, 0]
  const say = (mark: string, words: string): number =>
    lines.push(`${'  '.repeat(Math.min(depth, 20))}${mark}  ${words}`)
  for (let at = 0; at < pattern.length && lines.length < LINES_MAX;) {
    const rest = pattern.slice(at, at + 2_000)
    if (rest.startsWith('(')) {
      const [opening, words] = OPENINGS.find(([mark]) => mark.test(rest)) ?? []
      const [mark = '(', name = ''] = opening?.exec(rest) ?? []
      if (words === undefined || (mark.startsWith('(?<') && name !== '')) groups += 1
      say(mark, words?.(name) ?? `captured group ${groups}`)
      depth += 1
      at += mark.length
      continue
    }
    const isClosing = rest.startsWith(')')
    if (isClosing) depth = Math.max(0, depth - 1)
    const { length, words } = isClosing ? { length: 1, words: 'end of the group' } : pieceOf(rest)
    const [times = ''] = QUANTIFIER.exec(rest.slice(length)) ?? []
    say(rest.slice(0, length) + times, times === '' ? words : `${words}, ${timesOf(times)}`)
    at += length + times.length
  }
  return lines
}
