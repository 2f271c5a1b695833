/** Where a value stands: names of members, and `*` for each item of a list. */
export type JsonPath = readonly string[]

/** A value that was taken out of a JSON text. */
export interface CutValue {
  readonly json: string
  /** JSON Pointer (RFC 6901) of its place. */
  readonly at: string
}

export interface CutText {
  /** The text with a mark in place of each large value. */
  readonly text: string
  readonly cuts: readonly CutValue[]
}

interface CutOptions {
  /** Characters. */
  readonly largeFrom: number
  /** JSON that stands in place of a value. */
  markOf(cut: CutValue, index: number): string
}

const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
/** `[` and `{` differ in this bit only, and so do `]` and `}`. */
const BRACE_BIT = 0x20
const SPACE = 0x20
/**
 * After so many plain characters, a search takes over: it is slower to begin and faster to go on.
 */
const PLAIN_RUN = 32
const NEXT_MARK = /[",[\]{}]/g
const NEXT_NON_SPACE = /[^\0- ]/g

/**
 * Takes large values out of a JSON text without parsing them, so that what is left is small enough
 * to be parsed in place. Only values at these paths that are longer than `largeFrom` are taken. A
 * text that is no JSON comes back as far as it was understood: its parser reports the error.
 */
export function cutLarge(
  text: string,
  paths: readonly JsonPath[],
  { largeFrom, markOf }: CutOptions,
): CutText {
  const cuts: CutValue[] = []
  const kept: string[] = []
  let keptTo = 0
  let at = 0
  if (text.length > largeFrom) value(paths, '')
  kept.push(text.slice(keptTo))
  return { text: kept.join(''), cuts }

  /** Whether a whole value was read. */
  function value(inner: readonly JsonPath[], pointer: string): boolean {
    skipSpace()
    const mark = text.charCodeAt(at)
    const isTaken = inner.some((path) => path.length === 0)
    if (!isTaken && inner.length > 0 && mark === OPEN_OBJECT) return object(inner, pointer)
    if (!isTaken && inner.length > 0 && mark === OPEN_LIST) return list(inner, pointer)
    const start = at
    if (!skipValue()) return false
    if (isTaken && at - start > largeFrom) take(start, pointer)
    return true
  }

  function take(start: number, pointer: string): void {
    const cut = { json: text.slice(start, at), at: pointer }
    kept.push(text.slice(keptTo, start), markOf(cut, cuts.length))
    cuts.push(cut)
    keptTo = at
  }

  function object(inner: readonly JsonPath[], pointer: string): boolean {
    at += 1
    skipSpace()
    if (text.charCodeAt(at) === CLOSE_OBJECT) return step()
    for (;;) {
      skipSpace()
      const name = nameHere()
      if (name === null) return false
      skipSpace()
      if (text.charCodeAt(at) !== COLON) return false
      at += 1
      const below = inner.filter(([first]) => first === name).map((path) => path.slice(1))
      const place = below.length > 0 ? `${pointer}/${name}` : pointer
      if (!value(below, place)) return false
      skipSpace()
      if (text.charCodeAt(at) === CLOSE_OBJECT) return step()
      if (text.charCodeAt(at) !== COMMA) return false
      at += 1
    }
  }

  function list(inner: readonly JsonPath[], pointer: string): boolean {
    const below = inner.filter(([first]) => first === '*').map((path) => path.slice(1))
    if (below.length === 0) return skipValue()
    at += 1
    for (let index = 0; ; index += 1) {
      skipSpace()
      if (text.charCodeAt(at) === CLOSE_LIST) return step()
      if (!value(below, `${pointer}/${index}`)) return false
      skipSpace()
      if (text.charCodeAt(at) === CLOSE_LIST) return step()
      if (text.charCodeAt(at) !== COMMA) return false
      at += 1
    }
  }

  function step(): true {
    at += 1
    return true
  }

  function skipSpace(): void {
    const runTo = at + PLAIN_RUN
    while (text.charCodeAt(at) <= SPACE) {
      at += 1
      if (at === runTo) at = indexFrom(NEXT_NON_SPACE, at)
    }
  }

  /** A name as it is meant; one that is longer than any of ours is not read. */
  function nameHere(): string | null {
    const start = at
    if (text.charCodeAt(at) !== QUOTE || !skipText()) return null
    if (at - start > NAME_LENGTH_MAX) return ''
    const name = text.slice(start + 1, at - 1)
    if (!name.includes('\\')) return name
    try {
      return String(JSON.parse(`"${name}"`))
    } catch {
      return null
    }
  }

  /** Moves behind the value that begins here. */
  function skipValue(): boolean {
    let depth = 0
    let plain = 0
    while (at < text.length) {
      const mark = text.charCodeAt(at)
      if (mark === QUOTE) {
        if (!skipText()) return false
        if (depth === 0) return true
        plain = 0
        continue
      }
      const isClosing = (mark | BRACE_BIT) === CLOSE_OBJECT
      if (depth === 0 && (isClosing || mark === COMMA)) return true
      at += 1
      plain = mark === COMMA ? 0 : plain + 1
      if ((mark | BRACE_BIT) === OPEN_OBJECT) depth += 1
      else if (isClosing && (depth -= 1) === 0) return true
      else if (plain === PLAIN_RUN) {
        at = indexFrom(NEXT_MARK, at)
        plain = 0
      }
    }
    return depth === 0
  }

  /** Where the pattern matches next, or the end. */
  function indexFrom(pattern: RegExp, from: number): number {
    pattern.lastIndex = from
    return pattern.test(text) ? pattern.lastIndex - 1 : text.length
  }

  function skipText(): boolean {
    for (let end = text.indexOf('"', at + 1); end > 0; end = text.indexOf('"', end + 1)) {
      let before = end - 1
      while (text.charCodeAt(before) === BACKSLASH) before -= 1
      if ((end - before) % 2 === 0) continue
      at = end + 1
      return true
    }
    at = text.length
    return false
  }
}

/** With escapes for each letter. */
const NAME_LENGTH_MAX = 200
