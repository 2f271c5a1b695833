/** JSON text read token by token, so that digits, order and repeated keys stay as written. */

export type JsonNode =
  | { readonly kind: 'scalar'; readonly text: string }
  | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'object'; readonly members: readonly Member[] }

/** A key with its quotes, and its value. */
export type Member = readonly [key: string, value: JsonNode]

export interface JsonSyntax {
  readonly message: string
  /** Counted from 0 in UTF-16 code units. */
  readonly at: number
}

export type ReadJson =
  | { readonly node: JsonNode; readonly depth: number }
  | { readonly flaw: JsonSyntax }

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/uy

export function readJson(text: string, depthMax: number): ReadJson {
  let at = 0
  let deepest = 0
  let flaw: JsonSyntax | undefined
  const node = value(0)
  if (node) {
    skip()
    if (at < text.length) fail('more text after the end of the value')
  }
  return flaw || !node ? { flaw: flaw ?? { message: 'empty', at } } : { node, depth: deepest }

  function fail(message: string, where = at): undefined {
    flaw ??= { message, at: where }
    return undefined
  }

  function refuse(message: string, where = at): false {
    fail(message, where)
    return false
  }

  function skip(): void {
    while (' \t\n\r'.includes(text[at] ?? 'x')) at += 1
  }

  function value(depth: number): JsonNode | undefined {
    skip()
    const first = text[at]
    if (first === undefined) return fail('the text ends where a value is expected')
    if (first === '{' || first === '[') {
      if (depth === depthMax) return fail(`nested deeper than ${depthMax} levels`)
      deepest = Math.max(deepest, depth + 1)
      at += 1
      return first === '{' ? object(depth + 1) : array(depth + 1)
    }
    const scalar = first === '"' ? string() : literal()
    return scalar === undefined ? undefined : { kind: 'scalar', text: scalar }
  }

  function array(depth: number): JsonNode | undefined {
    const items: JsonNode[] = []
    const read = () => {
      const item = value(depth)
      if (item) items.push(item)
      return item !== undefined
    }
    return list(']', read) ? { kind: 'array', items } : undefined
  }

  function object(depth: number): JsonNode | undefined {
    const members: Member[] = []
    const read = () => {
      if (text[at] !== '"') return refuse('a key in double quotes is expected')
      const key = string()
      if (key === undefined) return false
      skip()
      if (text[at] !== ':') return refuse('a colon is expected after the key')
      at += 1
      const inner = value(depth)
      if (inner) members.push([key, inner])
      return inner !== undefined
    }
    return list('}', read) ? { kind: 'object', members } : undefined
  }

  /** Reads items and commas up to the closing bracket. */
  function list(closing: string, read: () => boolean): boolean {
    skip()
    if (text[at] === closing) return step()
    for (;;) {
      if (!read()) return false
      skip()
      if (text[at] === closing) return step()
      if (text[at] !== ',') return missing(closing)
      const comma = at
      at += 1
      skip()
      if (text[at] === closing) return refuse('a comma before the closing bracket', comma)
    }
  }

  function step(): true {
    at += 1
    return true
  }

  function missing(closing: string): false {
    const ends = at >= text.length
    return refuse(ends ? `the text ends before ${closing}` : `a comma or ${closing} is expected`)
  }

  function string(): string | undefined {
    const start = at
    for (at += 1; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code === 0x22) {
        at += 1
        return text.slice(start, at)
      }
      if (code < 0x20) return fail('a control character in a string must be escaped')
      if (code !== 0x5c) continue
      at += 1
      const mark = text[at] ?? ''
      if (mark === 'u' && !/^[0-9a-fA-F]{4}$/.test(text.slice(at + 1, at + 5)))
        return fail('four hex digits are expected after \\u')
      if (!'"\\/bfnrtu'.includes(mark) || mark === '') return fail('no such escape in JSON')
    }
    return fail('the string never ends', start)
  }

  function literal(): string | undefined {
    NUMBER.lastIndex = at
    WORD.lastIndex = at
    const word = NUMBER.exec(text)?.[0] ?? WORD.exec(text)?.[0]
    if (word === undefined) return fail(`unexpected ${JSON.stringify(text.slice(at, at + 1))}`)
    const isNumber = /^[-\d]/.test(word)
    if (!isNumber && !['true', 'false', 'null'].includes(word))
      return fail(`${word.slice(0, 20)} is no JSON value`)
    at += word.length
    if (isNumber && /[\w.+]/.test(text[at] ?? '')) return fail('no such number in JSON')
    return word
  }
}

/** Where an index lies, counted from 1. */
export function placeIn(text: string, at: number): { line: number; column: number } {
  let line = 1
  let start = 0
  // A list of the lines of a text of line breaks would be longer than the text.
  for (let index = 0; index < at; index += 1) {
    const code = text.charCodeAt(index)
    const isBreak = code === LINE_FEED || (code === CARRIAGE_RETURN && !isPair(index))
    if (!isBreak) continue
    line += 1
    start = index + 1
  }
  return { line, column: at - start + 1 }

  function isPair(index: number): boolean {
    return index + 1 < at && text.charCodeAt(index + 1) === LINE_FEED
  }
}

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

/** More than any body may be nested. */
const LEVELS_MAX = 500

/** ` (line 1, column 8: a comma before the closing bracket)`, for a text that is not JSON. */
export function placeOfFlaw(text: string): string {
  const read = readJson(text, LEVELS_MAX)
  if (!('flaw' in read)) return ''
  const { line, column } = placeIn(text, read.flaw.at)
  return ` (line ${line}, column ${column}: ${read.flaw.message})`
}
