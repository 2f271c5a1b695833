/** The words of a statement, read as the server of its dialect reads them. */

export const DIALECTS = ['postgresql', 'mysql', 'sqlite', 'tsql'] as const
export type Dialect = (typeof DIALECTS)[number]

export interface Token {
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'sign' | 'comment'
  readonly text: string
  /** In UTF-16 code units. */
  readonly at: number
}

export interface Tokens {
  readonly tokens: readonly Token[]
  /** What begins and never ends, such as a text without its closing quote. */
  readonly open: Token | undefined
}

const WORD = /[\p{L}_@#][\p{L}\p{N}_$@#]*/uy
const NUMBER = /0x[0-9a-f]+|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/iy
const SIGN = /<=>|<>|!=|<=|>=|::|\|\||&&|:=|[^\s]/uy
const DOLLAR = /\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/uy
/** The parser of PostgreSQL takes seconds for thousands of them. */
const NESTED_COMMENTS_MAX = 50
const LINE_END = /\r|\n|$/g

export function tokensOf(dialect: Dialect, text: string): Tokens {
  const tokens: Token[] = []
  let open: Token | undefined
  let at = 0
  while (at < text.length) {
    if (/\s/.test(text[at] ?? '')) {
      at += 1
      continue
    }
    const token = next()
    tokens.push(token)
    at += Math.max(1, token.text.length)
  }
  return { tokens, open }

  function next(): Token {
    const two = text.slice(at, at + 2)
    const first = two[0] ?? ''
    if (two === '--' && (dialect !== 'mysql' || /^--(?:\s|$)/.test(text.slice(at, at + 3))))
      return take('comment', endOfLine())
    if (first === '#' && dialect === 'mysql') return take('comment', endOfLine())
    if (two === '/*') return comment()
    if (first === "'") return quoted('text', "'", dialect === 'mysql')
    if (first === '"')
      return quoted(dialect === 'mysql' ? 'text' : 'name', '"', dialect === 'mysql')
    if (first === '`' && dialect !== 'postgresql') return quoted('name', '`', false)
    if (first === '[' && (dialect === 'tsql' || dialect === 'sqlite'))
      return quoted('name', ']', false)
    if (dialect === 'postgresql') {
      if (/^e'/i.test(two)) return quoted('text', "'", true, 1)
      const tag = matched(DOLLAR)
      if (tag !== undefined) return dollar(tag)
    }
    const word = matched(WORD)
    if (word !== undefined) return take('word', at + word.length)
    const number = matched(NUMBER)
    if (number !== undefined) return take('number', at + number.length)
    return take('sign', at + (matched(SIGN) ?? first).length)
  }

  function matched(pattern: RegExp): string | undefined {
    pattern.lastIndex = at
    return pattern.exec(text)?.[0]
  }

  function take(kind: Token['kind'], end: number, isOpen = false): Token {
    const token = { kind, text: text.slice(at, end), at }
    if (isOpen) open ??= token
    return token
  }

  function endOfLine(): number {
    LINE_END.lastIndex = at
    return LINE_END.exec(text)?.index ?? text.length
  }

  /** PostgreSQL and SQL Server count comments inside of comments. */
  function comment(): Token {
    const nests = dialect === 'postgresql' || dialect === 'tsql'
    let depth = 0
    for (let end = at; end < text.length; end += 1) {
      const two = text.slice(end, end + 2)
      if (two === '/*' && (nests || depth === 0)) {
        depth += 1
        end += 1
        if (depth > NESTED_COMMENTS_MAX) break
      } else if (two === '*/') {
        depth -= 1
        end += 1
        if (depth === 0) return take('comment', end + 1)
      }
    }
    return take('comment', text.length, true)
  }

  function quoted(kind: 'text' | 'name', mark: string, escapes: boolean, skip = 0): Token {
    for (let end = at + skip + 1; end < text.length; end += 1) {
      if (escapes && text[end] === '\\') end += 1
      else if (text[end] === mark) {
        if (text[end + 1] !== mark) return take(kind, end + 1)
        end += 1
      }
    }
    return take(kind, text.length, true)
  }

  function dollar(tag: string): Token {
    const end = text.indexOf(tag, at + tag.length)
    return end < 0 ? take('text', text.length, true) : take('text', end + tag.length)
  }
}

/** Statements that semicolons part, without comments and empty ones. */
export function statementsOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const statements: Token[][] = [[]]
  for (const token of tokens) {
    if (token.kind === 'comment') continue
    if (token.kind === 'sign' && token.text === ';') statements.push([])
    else statements.at(-1)?.push(token)
  }
  return statements.filter((statement) => statement.length > 0)
}

/** The parenthesis that closes the one at that place; the end where none does. */
export function closingOf(tokens: readonly Token[], at: number): number {
  let depth = 0
  for (let here = at; here < tokens.length; here += 1) {
    if (tokens[here]?.text === '(') depth += 1
    if (tokens[here]?.text === ')') depth -= 1
    if (depth === 0) return here
  }
  return tokens.length
}

const TAIL =
  /['"`;)]|\b(and|or|where|limit|order|group|having|union|select|from|values|password|returning|set)\b/i

/** A comment at the end that looks as if it had cut off the rest of a statement. */
export function cutTail(tokens: readonly Token[]): Token | undefined {
  const last = tokens.at(-1)
  if (last?.kind !== 'comment') return undefined
  const body = last.text
    .replace(/^(--|#|\/\*)/, '')
    .replace(/\*\/$/, '')
    .trim()
  const isCut = body === '' ? !last.text.startsWith('/*') : TAIL.test(body)
  return isCut ? last : undefined
}
