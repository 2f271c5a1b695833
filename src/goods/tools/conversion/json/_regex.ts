import { RE2JS } from 're2js'

/** Patterns in callers' queries, matched in time linear in the text. */

const compiled = (pattern: string, flags = 0): RE2JS | undefined => {
  try {
    return RE2JS.compile(pattern, flags)
  } catch {
    return undefined
  }
}

/** Functions of RFC 9535: whether a pattern (RFC 9485) matches a whole text, or a part of it. */
export const matchesWhole = (text: unknown, pattern: unknown): boolean =>
  tested(text, pattern, (regex, value) => regex.matcher(value).matches())

export const matchesPart = (text: unknown, pattern: unknown): boolean =>
  tested(text, pattern, (regex, value) => regex.matcher(value).find())

function tested(
  text: unknown,
  pattern: unknown,
  test: (regex: RE2JS, value: string) => boolean,
): boolean {
  if (typeof text !== 'string' || typeof pattern !== 'string') return false
  const regex = compiled(withNarrowDot(pattern))
  return regex !== undefined && test(regex, text)
}

/**
 * In RFC 9485 a dot matches neither a line feed nor a carriage return; anchors are plain
 * characters.
 */
function withNarrowDot(pattern: string): string {
  let isClass = false
  return pattern.replace(/\\[\s\S]|[[\].]/g, (mark) => {
    if (mark === '[') isClass = true
    if (mark === ']') isClass = false
    return mark === '.' && !isClass ? '[^\\n\\r]' : mark
  })
}

/** The parts of a JavaScript regular expression that a query language uses. */
interface Engine {
  lastIndex: number
  exec(text: string): RegExpExecArray | null
}

/** Replaces the constructor of regular expressions; throws the error that `refuse` makes. */
export const linearEngine = (refuse: (pattern: string) => Error): RegExpConstructor => {
  function LinearRegExp({ source, flags }: RegExp): Engine {
    const options =
      (flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0) |
      (flags.includes('m') ? RE2JS.MULTILINE : 0)
    const regex = compiled(source, options)
    if (!regex) throw refuse(source)
    const engine: Engine = {
      lastIndex: 0,
      exec(text) {
        const matcher = regex.matcher(text)
        if (engine.lastIndex > text.length || !matcher.find(engine.lastIndex)) return null
        engine.lastIndex = matcher.end()
        const groups = Array.from({ length: matcher.groupCount() + 1 }, (_, at) =>
          matcher.group(at),
        )
        return Object.assign(groups, { index: matcher.start(), input: text }) as RegExpExecArray
      },
    }
    return engine
  }
  return LinearRegExp as unknown as RegExpConstructor
}
