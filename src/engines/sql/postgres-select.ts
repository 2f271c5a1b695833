import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import { isAlwaysTrue, valueOf } from './conditions.ts'
import { conditionOf } from './postgres-conditions.ts'
import { eachNode, listOf, namesOf, nodeOf, textAt } from './postgres-nodes.ts'
import { rowsOfSeries } from './postgres-values.ts'
import { isEndless } from './recursion.ts'
import { riskOfTable, ROWS_WARNED, type RiskId } from './risks.ts'

type Add = (id: RiskId, node?: JsonObject) => void

/** What one SELECT, or one arm of a UNION, does. */
export function reviewSelect(node: JsonObject, add: Add): void {
  if (node['intoClause'] !== undefined) add('ddl')
  if (node['op'] === 'SETOP_UNION') reviewUnion(node, add)
  if (isWholeTable(node)) add('unbounded_select', nodeOf(listOf(node['targetList'])[0])[1])
  if (joinsFreely(node)) add('cartesian_join', nodeOf(listOf(node['fromClause'])[1])[1])
  if (isEndless(node)) add('resource_bomb')
  const items = listOf(node['fromClause'])
  if (rowsOfSeries(items) >= ROWS_WARNED) add('resource_bomb', nodeOf(items[0])[1])
}

/** `SELECT * FROM t`, and nothing else. */
function isWholeTable(node: JsonObject): boolean {
  const [target, ...others] = listOf(node['targetList'])
  const [table, ...tables] = listOf(node['fromClause'])
  const fields = listOf(nodeOf(nodeOf(target)[1]['val'])[1]['fields'])
  const takesAll = others.length === 0 && nodeOf(fields.at(-1))[0] === 'A_Star'
  const narrows = ['whereClause', 'limitCount', 'groupClause', 'havingClause', 'sortClause']
  const isTable = tables.length === 0 && nodeOf(table)[0] === 'RangeVar'
  return takesAll && isTable && narrows.every((name) => node[name] === undefined)
}

/** The most rows that a statement answers, where it says so. */
export function limitOf(raw: unknown): number | undefined {
  const [kind, node] = nodeOf(raw)
  if (kind !== 'SelectStmt' || node['limitCount'] === undefined) return undefined
  const value = valueOf(conditionOf(node['limitCount']))?.value
  return typeof value === 'number' ? value : undefined
}

const nameOf = (item: unknown): string => {
  const [, node] = nodeOf(item)
  const alias = isObject(node['alias']) ? textAt(node['alias']['aliasname']) : ''
  return (alias || textAt(node['relname'])).toLowerCase()
}

/** Two tables side by side, none of whose columns meet in the condition. */
function joinsFreely(node: JsonObject): boolean {
  const items = listOf(node['fromClause']).filter((item) => nodeOf(item)[0] === 'RangeVar')
  const isCrossed = listOf(node['fromClause']).some((item) => {
    const [kind, join] = nodeOf(item)
    const hasNone = join['quals'] === undefined && join['usingClause'] === undefined
    const isFree = hasNone
      ? join['isNatural'] !== true
      : join['quals'] !== undefined && isAlwaysTrue(conditionOf(join['quals']))
    const [left, right] = [nodeOf(join['larg'])[0], nodeOf(join['rarg'])[0]]
    return kind === 'JoinExpr' && isFree && left === 'RangeVar' && right === 'RangeVar'
  })
  if (items.length < 2 && !isCrossed) return false
  const names = items.map(nameOf)
  return !meets(node['whereClause'], isCrossed ? [] : names)
}

/** Whether conditions connect all tables, or compare columns that name none. */
function meets(where: unknown, names: readonly string[]): boolean {
  const groups = new Map<string, string>()
  const headOf = (name: string): string => {
    const head = groups.get(name) ?? name
    return head === name ? name : headOf(head)
  }
  let isOpen = false
  eachNode(where, (kind, node) => {
    if (kind !== 'A_Expr' && kind !== 'SubLink') return
    const [first, ...others] = [...tablesIn(node)]
    if (first === undefined) return
    if (first === '' || others.includes('')) isOpen ||= others.length > 0 || names.length === 0
    for (const other of others) groups.set(headOf(other), headOf(first))
  })
  return (
    isOpen ||
    (names.length > 0 && new Set(names.map(headOf)).size === 1) ||
    (names.length === 0 && groups.size > 0)
  )
}

/** The tables whose columns stand in an expression; empty for one that is not named. */
function tablesIn(node: unknown): ReadonlySet<string> {
  const tables = new Set<string>()
  let unnamed = 0
  eachNode(node, (kind, inner) => {
    if (kind !== 'ColumnRef') return
    const table = tableOf({ ColumnRef: inner }) ?? ''
    // Two columns without a table may be of two tables.
    if (table === '') unnamed += 1
    else tables.add(table)
  })
  if (unnamed > 0) tables.add('')
  if (unnamed > 1) tables.add(' ')
  return tables
}

/** The table that a column names; empty where it names none, undefined for what is no column. */
function tableOf(value: unknown): string | undefined {
  const [kind, node] = nodeOf(value)
  if (kind !== 'ColumnRef') return undefined
  const names = namesOf(node['fields'])
  return names.length > 1 ? (names.at(-2) ?? '') : ''
}

function reviewUnion(node: JsonObject, add: Add): void {
  const { larg, rarg } = node as { larg?: JsonObject; rarg?: JsonObject }
  if (!larg || !rarg) return
  const [first, second] = [tablesOf(larg), tablesOf(rarg)]
  const target = nodeOf(listOf(rarg['targetList'])[0])[1]
  const readsCatalog = second.some((name) => {
    const [schema = '', table = ''] = name.split(/\.(?=[^.]*$)/)
    return riskOfTable('postgresql', schema, table) !== undefined
  })
  const isConstant = first.length > 0 && second.length === 0
  if (isConstant && callsForRows(rarg)) return add('union_different_table', target)
  if (readsCatalog || isConstant) return add('union_exfiltration', target)
  const shared = second.some((name) => first.includes(name))
  if (first.length > 0 && second.length > 0 && !shared) add('union_different_table', target)
}

/** The tables of a query, as `schema.table`. */
function tablesOf(select: JsonObject): readonly string[] {
  const names = new Set<string>()
  eachNode({ SelectStmt: select }, (kind, node) => {
    if (kind === 'RangeVar')
      names.add(`${textAt(node['schemaname'])}.${textAt(node['relname'])}`.toLowerCase())
  })
  return [...names]
}

function callsForRows(select: JsonObject): boolean {
  let calls = false
  eachNode(select['fromClause'], (kind) => {
    if (kind === 'RangeFunction') calls = true
  })
  return calls
}
