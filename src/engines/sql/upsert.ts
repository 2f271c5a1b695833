import { closingOf, type Token } from './tokens.ts'

interface ConflictPart {
  readonly text: string
  /** What is to be added to a place in it for the place in the whole. */
  readonly shift: number
}

/** A clause of SQLite that its parser does not know, and its parts as statements that it knows. */
export interface ConflictClause {
  readonly at: number
  readonly end: number
  readonly parts: readonly ConflictPart[]
}

const VERBS = /^(INSERT|REPLACE|CREATE|ALTER|SELECT|UPDATE|DELETE)$/
const RESOLUTIONS = /^(ROLLBACK|ABORT|FAIL|IGNORE|REPLACE)$/
const ENDS = /^(RETURNING|ON|;)$/

/** `ON CONFLICT (id) WHERE ... DO UPDATE SET ... WHERE ...` and `ON CONFLICT REPLACE`. */
export function conflictClauses(sql: string, given: readonly Token[]): readonly ConflictClause[] {
  const tokens = given.filter(({ kind }) => kind !== 'comment')
  const word = (at: number): string => tokens[at]?.text.toUpperCase() ?? ''
  const place = (at: number): number => tokens[at]?.at ?? sql.length
  const found: ConflictClause[] = []
  let verb = ''
  let depth = 0
  for (let at = 0; at < tokens.length; at += 1) {
    if (word(at) === ';') verb = ''
    if (word(at) === '(') depth += 1
    if (word(at) === ')') depth -= 1
    if (depth === 0 && tokens[at]?.kind === 'word' && VERBS.test(word(at))) verb ||= word(at)
    if (word(at) !== 'ON' || word(at + 1) !== 'CONFLICT') continue
    const clause = clauseAt(at)
    if (clause) found.push(clause)
  }
  return found

  function clauseAt(at: number): ConflictClause | undefined {
    const parts: ConflictPart[] = []
    const start = place(at)
    const piece = (head: string, from: number, to: number): void => {
      const text = head + sql.slice(place(from), place(to))
      parts.push({ text, shift: place(from) - head.length })
    }
    let next = at + 2
    const changesRows = /^(INSERT|REPLACE)$/.test(verb)
    if (!changesRows && RESOLUTIONS.test(word(next))) return { at: start, end: endOf(next), parts }
    if (!changesRows) return undefined
    if (word(next) === '(') next = closingOf(tokens, next) + 1
    if (word(next) === 'WHERE') {
      const from = next
      while (next < tokens.length && word(next) !== 'DO') next = after(next)
      piece('DELETE FROM d ', from, next)
    }
    if (word(next) !== 'DO') return undefined
    if (word(next + 1) === 'NOTHING') return { at: start, end: endOf(next + 1), parts }
    if (word(next + 1) !== 'UPDATE' || word(next + 2) !== 'SET') return undefined
    const from = next + 2
    next = from
    while (next < tokens.length && !ENDS.test(word(next))) next = after(next)
    piece('UPDATE d ', from, next)
    return { at: start, end: endOf(next - 1), parts }
  }

  function endOf(at: number): number {
    const token = tokens[at]
    return token ? token.at + token.text.length : sql.length
  }
  /** The next token, behind whatever stands in parentheses. */
  function after(at: number): number {
    return word(at) === '(' ? closingOf(tokens, at) + 1 : at + 1
  }
}
