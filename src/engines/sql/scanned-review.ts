import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import { isSet } from './aggregates.ts'
import { hasFreeAlternative, isAlwaysTrue } from './conditions.ts'
import { otherLooksAtRows } from './looks-at-rows.ts'
import { otherChangesOwnEveryRow } from './own-rows.ts'
import { isOtherEndless } from './recursion.ts'
import { otherConditionOf } from './other-conditions.ts'
import { unknownOtherCall } from './other-functions.ts'
import { OTHER_PARSER, parsedOther } from './other-parser.ts'
import { isTooDeep, listOf } from './postgres-nodes.ts'
import type { StatementReview } from './postgres-review.ts'
import type { DialectReview, Finding, Policy } from './findings.ts'
import { riskOfTable, type RiskId } from './risks.ts'
import { functionsOf, risksOfNames, risksOfWords } from './scan-rules.ts'
import { isHardlySelective } from './selectivity.ts'
import { closingOf, statementsOf, tokensOf, type Dialect, type Token } from './tokens.ts'
import { splitTransact } from './transact.ts'
import { conflictClauses } from './upsert.ts'

type Scanned = Exclude<Dialect, 'postgresql'>

const READS = /^(SELECT|VALUES|WITH|EXPLAIN|SHOW|DESC|DESCRIBE|TABLE)$/
const WRITES = /^(INSERT|UPDATE|DELETE|REPLACE|MERGE)$/

/** Reviews a statement by its words, and by its tree where a parser of its dialect is used. */
export async function reviewScanned(
  dialect: Scanned,
  sql: string,
  { maxRows }: Policy,
): Promise<DialectReview> {
  const { tokens, open } = tokensOf(dialect, sql)
  const isTransact = dialect === 'tsql'
  const parts = statementsOf(tokens).flatMap((one) => (isTransact ? splitTransact(one) : [one]))
  const analyzer = isTransact ? 'words@1' : OTHER_PARSER
  const findings: Finding[] = []
  const add = (id: RiskId, at: number | null = null) => findings.push({ id, at })
  if (parts.length === 0) add('empty_statement')
  if (open) add('parse_error', open.at)
  const stray = dialect === 'sqlite' && tokens.find(({ text }) => text.startsWith('#'))
  if (stray) add('parse_error', stray.at)
  for (const token of tokens)
    if (dialect === 'mysql' && /^\/\*M?!/.test(token.text)) add('version_comment', token.at)
  for (const part of parts) {
    const at = part[0]?.at ?? null
    const risks = risksOfWords(dialect, part)
    for (const id of risks) add(id, at)
    findings.push(...risksOfNames(dialect, part))
    const verb = verbOf(part)
    const unknownCall =
      READS.test(verb) && tablesOf(part, false).length === 0 && unknownOtherCall(dialect, part)
    if (unknownCall) add('procedure_call', unknownCall.at)
    if (risks.length === 0 && !READS.test(verb) && !WRITES.test(verb)) add('unknown_statement', at)
  }
  if (isTransact) {
    for (const part of parts) reviewTransact(part, add)
    if (parts.length > 0) add('scanned_only')
  } else if (parts.length > 0)
    await reviewTexts(dialect, plainText(dialect, sql, tokens), tokens, { add, maxRows })
  // What the parser reads as a union may leave out rows instead.
  const isUnion = tokens.some(({ text }) => /^union$/i.test(text))
  const told = isUnion ? findings : findings.filter(({ id }) => id !== 'union_different_table')
  return { statements: parts.map(described), findings: told, analyzer }
}

const verbOf = (part: readonly Token[]): string =>
  part.find(({ text }) => text !== '(')?.text.toUpperCase() ?? ''

function described(part: readonly Token[]): StatementReview {
  const verb = verbOf(part)
  const mutates = part.some(({ kind, text }) => kind === 'word' && WRITES.test(text.toUpperCase()))
  const mutating = !READS.test(verb) || (verb === 'WITH' && mutates)
  const kind = READS.test(verb) ? 'select' : WRITES.test(verb) ? 'dml' : 'utility'
  return {
    kind: mutating && kind === 'select' ? 'dml' : kind,
    verb,
    mutating,
    tables: tablesOf(part, mutating),
    functions: functionsOf(part),
    columns: [],
    found: [],
  }
}

/** Names after FROM, JOIN, INTO, UPDATE and TABLE. */
function tablesOf(part: readonly Token[], mutating: boolean): StatementReview['tables'] {
  const tables = new Map<string, 'read' | 'write'>()
  part.forEach(({ kind, text }, at) => {
    const word = text.toUpperCase()
    if (kind !== 'word' || !/^(FROM|JOIN|INTO|UPDATE|TABLE)$/.test(word)) return
    const [first, dot, second] = part.slice(at + 1, at + 4)
    if (!first || (first.kind !== 'word' && first.kind !== 'name')) return
    const isDotted = dot?.text === '.' && second
    const name = isDotted ? `${bare(first)}.${bare(second)}` : bare(first)
    const isFirst = tables.size === 0
    tables.set(name, mutating && (isFirst || word === 'INTO') ? 'write' : 'read')
  })
  return [...tables].map(([name, access]) => ({ name, access }))
}

const bare = ({ kind, text }: Token): string => (kind === 'name' ? text.slice(1, -1) : text)

type Add = (id: RiskId, at?: number | null) => void

/** No parser: a condition is looked at word by word, and a tautology of the plainest form found. */
function reviewTransact(part: readonly Token[], add: Add): void {
  const verb = verbOf(part)
  const at = part[0]?.at ?? null
  const line = part.map(({ text }) => text.toUpperCase()).join(' ')
  const where = line.indexOf(' WHERE ')
  if (verb === 'UPDATE' && where < 0) add('update_without_where', at)
  if (verb === 'DELETE' && where < 0) add('delete_without_where', at)
  const on = verb === 'MERGE' ? line.indexOf(' ON ') : where
  const condition = on < 0 ? '' : line.slice(on)
  const isFree =
    /(?:WHERE|ON|OR) (?:\( )*(?:NOT )?('[^']*'|[\w.]+) (?:=|LIKE) (?:\( )*\1(?= |$)/.test(condition)
  if (isFree) add(verb === 'MERGE' ? 'merge_unbounded' : 'where_always_true', at)
  if (/\bUNION (ALL )?SELECT (NULL|\d+|'[^']*')( , |$| --)/.test(line))
    add('union_exfiltration', at)
}

/**
 * The statement as the parser must read it to read what the server does, each piece in its place:
 * it takes `#` and `--x` for comments and a backslash for an escape where the server does not, and
 * does not know names in brackets, nor INTERSECT and EXCEPT, which stand where UNION does.
 */
function plainText(dialect: Scanned, sql: string, tokens: readonly Token[]): string {
  const pieces: string[] = []
  const rows = dialect === 'sqlite' ? singleRows(tokens) : new Map<number, string>()
  let end = 0
  for (const [index, { kind, text, at }] of tokens.entries()) {
    pieces.push(sql.slice(end, at))
    end = at + text.length
    const before = tokens[index - 1]
    const isSecond = text === '-' && before?.text === '-' && before.at === at - 1
    if (kind === 'comment') pieces.push(' '.repeat(text.length))
    // With its default modes MySQL takes it for OR.
    else if (text === '||' && dialect === 'mysql') pieces.push(' OR ')
    else if (BRACKETED.test(text) && dialect === 'sqlite') pieces.push(`\`${text.slice(1, -1)}\``)
    else if (kind === 'text' && dialect === 'sqlite') pieces.push(text.replaceAll('\\', '/'))
    else if (rows.has(index)) pieces.push(rows.get(index) ?? '')
    else if (/^(intersect|except)$/i.test(text)) pieces.push('UNION'.padEnd(text.length))
    else pieces.push(isSecond ? ' ' : text)
  }
  return pieces.join('') + sql.slice(end)
}

/** A name of SQLite, which has no sign for a bracket in it. */
const BRACKETED = /^\[[^[\]`]+\]$/

/** `(VALUES (1) UNION ...`, with which a query of SQLite often begins, as a SELECT. */
function singleRows(tokens: readonly Token[]): ReadonlyMap<number, string> {
  const pieces = new Map<number, string>()
  for (const [index, { text }] of tokens.entries()) {
    const opens = tokens[index + 1]?.text === '(' && tokens[index - 1]?.text === '('
    if (!opens || !/^values$/i.test(text)) continue
    const close = closingOf(tokens, index + 1)
    if (tokens[close + 1]?.text === ',') continue
    pieces.set(index, 'SELECT')
    for (const at of [index + 1, close]) pieces.set(at, ' ')
  }
  return pieces
}

interface ReviewWish {
  readonly add: Add
  readonly maxRows: number | undefined
}

async function reviewTexts(
  dialect: 'mysql' | 'sqlite',
  sql: string,
  tokens: readonly Token[],
  asked: ReviewWish,
): Promise<void> {
  const clauses = dialect === 'sqlite' ? conflictClauses(sql, tokens) : []
  const rest = clauses.reduce(
    (text, { at, end }) => text.slice(0, at) + ' '.repeat(end - at) + text.slice(end),
    sql,
  )
  await reviewTree(dialect, rest, asked)
  for (const { text, shift } of clauses.flatMap(({ parts }) => parts)) {
    const tree = await parsedOther(dialect, text)
    if ('flaw' in tree)
      return asked.add('parse_error', tree.flaw.at === null ? null : tree.flaw.at + shift)
    if (isTooDeep(tree.ast)) return asked.add('too_deep')
    // It changes no more than the row that is there already.
    const whole = listOf([tree.ast].flat()).filter(isObject)
    for (const one of whole) reviewNodes(dialect, Object.values(one), asked.add)
  }
}

async function reviewTree(
  dialect: 'mysql' | 'sqlite',
  sql: string,
  { add, maxRows }: ReviewWish,
): Promise<void> {
  const tree = await parsedOther(dialect, sql)
  if ('flaw' in tree) return add('parse_error', tree.flaw.at)
  if (isTooDeep(tree.ast)) return add('too_deep')
  const statements = (Array.isArray(tree.ast) ? tree.ast : [tree.ast]) as readonly unknown[]
  for (const statement of statements)
    if (isObject(statement)) reviewStatement(dialect, statement, add, maxRows)
}

function reviewStatement(
  dialect: Scanned,
  root: JsonObject,
  add: Add,
  maxRows: number | undefined,
): void {
  if (maxRows !== undefined && root['type'] === 'select' && root['from']) {
    const limit = (root['limit'] as { value?: readonly { value?: unknown }[] } | null)?.value?.at(
      -1,
    )
    if (limit === undefined || !(Number(limit.value) <= maxRows)) add('unbounded_select')
  }
  reviewNodes(dialect, [root], add)
}

function reviewNodes(dialect: Scanned, roots: readonly unknown[], add: Add): void {
  const open = [...roots]
  while (open.length > 0) {
    const node = open.pop()
    if (Array.isArray(node)) open.push(...(node as unknown[]))
    else if (isObject(node)) {
      open.push(...Object.values(node))
      reviewNode(dialect, node, add)
    }
  }
}

function reviewNode(dialect: Scanned, node: JsonObject, add: Add): void {
  const { type } = node as { type?: unknown }
  if (type === 'update' || type === 'delete') {
    if (!node['where'])
      return add(type === 'update' ? 'update_without_where' : 'delete_without_where')
    const condition = otherConditionOf(node['where'])
    // Whether constants are the same hangs on how the server compares texts: 'a' = 'A '.
    if (isAlwaysTrue(condition)) add('where_always_true')
    else if (
      isHardlySelective(condition) ||
      otherChangesOwnEveryRow(node) ||
      (condition.kind !== 'constant' && !otherLooksAtRows(dialect, node['where']))
    )
      add('where_not_selective')
  }
  if (
    type === 'binary_expr' &&
    node['operator'] === 'OR' &&
    hasFreeAlternative(otherConditionOf(node))
  )
    add('where_always_true')
  if (type !== 'select') return
  const { _next: next } = node as { _next?: JsonObject }
  const isJoined = next && node['from'] && /union/i.test(String(node['set_op']))
  if (isJoined && (!next['from'] || readsServer(dialect, next))) add('union_exfiltration')
  else if (isJoined && sharesNoTable(node, next)) add('union_different_table')
  if (isWholeTable(node)) add('unbounded_select')
  if (isOtherEndless(node)) add('resource_bomb')
}

function sharesNoTable(one: JsonObject, other: JsonObject): boolean {
  const [first = [], second = []] = [one, other].map(({ from }) =>
    listOf(from).flatMap((each) => (isObject(each) ? [tableIn(each)] : [])),
  )
  const names = new Set(first.map((name) => name.toLowerCase()))
  return names.size > 0 && second.every((name) => name !== '' && !names.has(name.toLowerCase()))
}

const tableIn = ({ table }: JsonObject): string => (typeof table === 'string' ? table : '')

function readsServer(dialect: Scanned, { from }: JsonObject): boolean {
  return (Array.isArray(from) ? from : []).some((one: unknown) => {
    const { db, table } = isObject(one) ? one : { db: undefined, table: undefined }
    const [schema, name] = [db, table].map((part) => (typeof part === 'string' ? part : ''))
    return riskOfTable(dialect, (schema ?? '').toLowerCase(), (name ?? '').toLowerCase())
  })
}

function isWholeTable(node: JsonObject): boolean {
  const { columns, from } = node as { columns?: unknown; from?: unknown }
  const first: unknown = Array.isArray(columns) ? columns[0] : undefined
  const { expr } = isObject(first) ? first : { expr: undefined }
  const takesAll = columns === '*' || (isObject(expr) && expr['column'] === '*')
  const isOne = Array.isArray(from) && from.length === 1
  const narrows = ['where', 'limit', 'groupby', 'having', 'orderby']
  return takesAll && isOne && narrows.every((name) => !isSet(node[name]))
}
