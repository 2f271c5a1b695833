import { clipped } from '../../base/lib/bytes.ts'
import { eachNode, isTooDeep, listOf } from './postgres-nodes.ts'
import type { DialectReview, Finding, Policy, SqlFlaw } from './findings.ts'
import { postgresParser } from './postgres-parser.ts'
import { reviewPostgres, type StatementReview } from './postgres-review.ts'
import { limitOf } from './postgres-select.ts'
import { meaningOf, severityOf, type Risk } from './risks.ts'
import { reviewScanned } from './scanned-review.ts'
import { cutTail, tokensOf, type Dialect, type Token } from './tokens.ts'

export interface Review {
  readonly verdict: 'pass' | 'warn' | 'block'
  readonly statements: readonly Omit<StatementReview, 'found' | 'columns'>[]
  readonly risks: readonly Risk[]
  /** The parser that has read it, with its version. */
  readonly analyzer: string
}

const RISKS_MAX = 100
const PIECE_CHARACTERS_MAX = 60
const PARSER = 'libpg-query@18.1.5'

/** Reviews exactly the text that is given: nothing is trimmed, nothing is rewritten. */
export async function reviewSql(dialect: Dialect, sql: string, policy: Policy): Promise<Review> {
  const hidden = hiddenIn(sql)
  const read =
    hidden.length > 0
      ? { statements: [], findings: hidden, analyzer: 'none' }
      : dialect === 'postgresql'
        ? await readPostgres(sql, policy)
        : await reviewScanned(dialect, sql, policy)
  const findings = [...read.findings]
  const several = read.statements.length > 1
  if (several && !policy.allowMultiStatement) findings.push({ id: 'multi_statement', at: null })
  if (hidden.length === 0) {
    const { tokens } = tokensOf(dialect, sql)
    const cut = cutTail(tokens)
    if (cut) findings.push({ id: 'comment_tail', at: cut.at })
    if (dialect === 'postgresql') findings.push(...foreignIn(tokens, read.statements))
  }
  const risks = risksOf(sql, findings, policy)
  const worst = risks.some(({ severity }) => severity === 'block') ? 'block' : 'warn'
  return {
    verdict: risks.length === 0 ? 'pass' : worst,
    statements: read.statements.map(({ found: _found, columns: _columns, ...one }) => one),
    risks,
    analyzer: read.analyzer,
  }
}

const COMMANDS = new Set(['update', 'delete', 'insert', 'drop', 'truncate', 'execute', 'shutdown'])
/** Types whose name stands before a text, and letters that are a part of one. */
const BEFORE_TEXT =
  /^(?:[ebxnu]|date|time|timestamp|timestamptz|interval|numeric|decimal|u&|json|jsonb|uuid|inet|point|path|box|bytea|real|float8|int4|int8|text|varchar|char|bool|boolean|as|in|like|ilike|then|else|when|and|or|by|select|values|is|not|between|escape|zone)$/i

/**
 * What PostgreSQL reads as something else than it was written as: a command as a column, a variable
 * of another server as an operator, the rest of a text as one of a type.
 */
function foreignIn(
  tokens: readonly Token[],
  statements: readonly StatementReview[],
): readonly Finding[] {
  const columns = new Set(statements.flatMap((one) => one.columns))
  return tokens.flatMap(({ kind, text, at }, index): Finding[] => {
    if (kind !== 'word') return []
    const next = tokens[index + 1]
    const word = text.toLowerCase()
    if (/^@@\w/.test(word) && next?.text !== '(') return [{ id: 'environment_probe', at }]
    const touches = next?.kind === 'text' && next.at === at + text.length
    const isCommand = COMMANDS.has(word) && columns.has(word)
    const isOdd = isCommand || (touches && !BEFORE_TEXT.test(word) && next.text.startsWith("'"))
    return isOdd ? [{ id: 'odd_name', at }] : []
  })
}

/**
 * Characters after which parsers read on differently: PostgreSQL ends at NUL, and marks of
 * direction show a person another statement than the one that runs.
 */
function hiddenIn(sql: string): readonly Finding[] {
  // oxlint-disable-next-line no-control-regex
  const found = /[\0\uFEFF\u202A-\u202E\u2066-\u2069]/.exec(sql)
  return found ? [{ id: 'invalid_text', at: found.index }] : []
}

function risksOf(sql: string, findings: readonly Finding[], policy: Policy): readonly Risk[] {
  const seen = new Set<string>()
  return findings.flatMap(({ id, at, severity = severityOf(id) }) => {
    const key = `${id} ${at}`
    if (seen.has(key) || seen.size >= RISKS_MAX) return []
    if (severity === 'warn' && policy.allow.includes(id)) return []
    seen.add(key)
    const piece = at === null ? '' : sql.slice(at, at + PIECE_CHARACTERS_MAX)
    const message = piece === '' ? meaningOf(id) : `${meaningOf(id)}: ${JSON.stringify(piece)}`
    return [{ id, severity, message, at, piece: clipped(piece, PIECE_CHARACTERS_MAX) }]
  })
}

interface ParsedPostgres {
  readonly stmts?: readonly {
    readonly stmt?: unknown
    readonly stmt_location?: number
    readonly stmt_len?: number
  }[]
}

async function readPostgres(sql: string, { maxRows }: Policy): Promise<DialectReview> {
  const { open } = tokensOf('postgresql', sql)
  if (open?.kind === 'comment')
    return {
      statements: [],
      findings: [{ id: 'parse_error', at: open.at }],
      analyzer: PARSER,
    }
  const tree = await parsedPostgres(sql)
  if ('flaw' in tree) {
    const id = /^\s*$/.test(sql) ? 'empty_statement' : 'parse_error'
    return { statements: [], findings: [{ id, at: tree.flaw.at }], analyzer: PARSER }
  }
  if (isTooDeep(tree.stmts))
    return {
      statements: [],
      findings: [{ id: 'too_deep', at: null }],
      analyzer: PARSER,
    }
  const raws = listOf(tree.stmts) as NonNullable<ParsedPostgres['stmts']>
  if (raws.length === 0)
    return { statements: [], findings: [{ id: 'empty_statement', at: null }], analyzer: PARSER }
  const places = placesOf(sql)
  const statements = raws.map(({ stmt, stmt_location: start = 0 }) => reviewPostgres(stmt, start))
  const findings = statements.flatMap(({ found }) =>
    found.map(({ id, byte, severity }) => ({
      id,
      at: byte === null ? null : places(byte),
      ...(severity && { severity }),
    })),
  )
  if (maxRows !== undefined)
    for (const { stmt, stmt_location: start = 0 } of raws) {
      const limit = limitOf(stmt)
      if (readsRows(stmt) && (limit === undefined || limit > maxRows))
        findings.push({ id: 'unbounded_select', at: places(start) })
    }
  return { statements, findings, analyzer: PARSER }
}

/** A SELECT with tables, whose rows are as many as they are. */
function readsRows(raw: unknown): boolean {
  let reads = false
  eachNode(raw, (kind) => {
    if (kind === 'RangeVar' || kind === 'RangeFunction') reads = true
  })
  return reads && typeof raw === 'object' && raw !== null && 'SelectStmt' in raw
}

/** The tree of PostgreSQL's own parser, or why there is none. */
export async function parsedPostgres(
  sql: string,
): Promise<ParsedPostgres | { readonly flaw: SqlFlaw }> {
  const parser = await postgresParser()
  try {
    return parser.parseSync(sql)
  } catch (thrown) {
    const { message, sqlDetails } = thrown as Error & { sqlDetails?: { cursorPosition?: number } }
    const position = sqlDetails?.cursorPosition
    // The position counts characters, where a pair of surrogates is one.
    const at =
      position === undefined || position < 0
        ? null
        : Array.from(sql).slice(0, position).join('').length
    return { flaw: { message, at } }
  }
}

/** Where a byte of the UTF-8 stands in the text. */
function placesOf(sql: string): (byte: number) => number {
  const bytes = Buffer.from(sql)
  if (bytes.length === sql.length) return (byte) => byte
  return (byte) => bytes.subarray(0, byte).toString('utf8').length
}
