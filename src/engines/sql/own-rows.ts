import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import { aggregates, isBounded, isSet, otherAggregates } from './aggregates.ts'
import { isAlwaysTrue } from './conditions.ts'
import { otherConditionOf } from './other-conditions.ts'
import { conditionOf } from './postgres-conditions.ts'
import { listOf, namesOf, nodeOf, textAt } from './postgres-nodes.ts'

/**
 * A condition that compares a table with itself holds for each of its rows, such as
 * `id IN (SELECT id FROM sessions)` for the sessions themselves.
 */

/** What a query reads: tables side by side, how they are joined, and whether it leaves out rows. */
interface Taken {
  readonly tables: readonly Named[]
  readonly conditions: readonly unknown[]
  readonly isCut: boolean
}

interface Named {
  readonly schema: string
  readonly name: string
}

const takesAllOf = (
  table: Named,
  { tables, conditions, isCut }: Taken,
  isPair: (condition: unknown) => boolean,
): boolean =>
  !isCut &&
  tables.length > 0 &&
  tables.every((one) => isSame(one, table)) &&
  conditions.every(isPair)

/** A table without its schema may be the one of any. */
const isSame = (a: Named, b: Named): boolean =>
  a.name === b.name && (a.schema === b.schema || a.schema === '' || b.schema === '')

const namedBy = (schema: unknown, name: unknown): Named => ({
  schema: textAt(schema).toLowerCase(),
  name: textAt(name).toLowerCase(),
})

const ROW = /^(rowid|_rowid_|oid)$/

/** `id IN (SELECT parent_id ...)` is met by the parents only. */
const areOthers = (asked: readonly string[], shown: readonly string[]): boolean =>
  asked.some((name, at) => {
    const other = shown[at] ?? ''
    return name !== '' && other !== '' && name !== other && !ROW.test(name) && !ROW.test(other)
  })

const CUTS = ['limitCount', 'limitOffset', 'groupClause', 'havingClause']

/** `LIMIT ALL` and `OFFSET 0` leave out nothing. */
const cuts = (node: JsonObject): boolean =>
  CUTS.some((name) => {
    const [, constant] = nodeOf(node[name])
    const isZero = isObject(constant['ival']) && !constant['ival']['ival']
    const isNone = constant['isnull'] === true || (name === 'limitOffset' && isZero)
    return node[name] !== undefined && !isNone
  })

/** Of a query, or of the other tables of a change. */
function takenOf(from: unknown, node: JsonObject, change: JsonObject): Taken {
  const tables: Named[] = []
  const conditions: unknown[] = [node['whereClause']]
  const open = [...listOf(from)]
  const common = commonOf(change)
  let isCut = cuts(node)
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    const [kind, part] = nodeOf(item)
    if (kind === 'JoinExpr') {
      conditions.push(part['quals'])
      open.push(part['larg'], part['rarg'])
      continue
    }
    const name = textAt(part['relname'])
    const query = kind === 'RangeSubselect' ? part['subquery'] : common.get(name)
    // Within its own query the name is that of a table.
    common.delete(name)
    if (query !== undefined) {
      const [, inner] = nodeOf(query)
      isCut ||= cuts(inner) || aggregates(inner) || listOf(inner['fromClause']).length === 0
      conditions.push(inner['whereClause'])
      open.push(...listOf(inner['fromClause']))
    } else tables.push(kind === 'RangeVar' ? namedBy(part['schemaname'], part['relname']) : NONE)
  }
  return { tables, conditions, isCut }
}

/** What the change names before it begins. */
const commonOf = ({ withClause }: JsonObject): Map<string, unknown> =>
  new Map(
    listOf(isObject(withClause) && withClause['recursive'] !== true && withClause['ctes']).map(
      (one) => {
        const [, cte] = nodeOf(one)
        return [textAt(cte['ctename']), cte['ctequery']] as const
      },
    ),
  )

const NONE: Named = { schema: '', name: '' }

/** The names of plain columns, and nothing where something else stands. */
const columnsOf = (values: readonly unknown[]): readonly string[] =>
  values.map((value) => {
    const [kind, node] = nodeOf(value)
    return kind === 'ColumnRef' ? (namesOf(node['fields']).at(-1) ?? '') : ''
  })

const askedOf = (value: unknown): readonly string[] => {
  const [kind, row] = nodeOf(value)
  return columnsOf(kind === 'RowExpr' ? listOf(row['args']) : [value])
}

/** What a query shows, also within `array_agg`. */
const shownOf = (select: JsonObject): readonly string[] =>
  columnsOf(
    listOf(select['targetList']).map((target) => {
      const { val } = nodeOf(target)[1] as { val?: unknown }
      const [kind, call] = nodeOf(val)
      return kind === 'FuncCall' ? listOf(call['args'])[0] : val
    }),
  )

/** Nothing, what always holds, or that one column is the same in both. */
function isPair(condition: unknown): boolean {
  if (condition === undefined) return true
  const [kind, node] = nodeOf(condition)
  if (kind === 'BoolExpr' && node['boolop'] === 'AND_EXPR')
    return listOf(node['args']).every(isPair)
  if (isAlwaysTrue(conditionOf(condition))) return true
  if (kind !== 'A_Expr' || node['kind'] !== 'AEXPR_OP' || namesOf(node['name']).at(-1) !== '=')
    return false
  const [left, right] = [nodeOf(node['lexpr']), nodeOf(node['rexpr'])]
  const column = namesOf(left[1]['fields']).at(-1)
  const areColumns = left[0] === 'ColumnRef' && right[0] === 'ColumnRef'
  return areColumns && column === namesOf(right[1]['fields']).at(-1)
}

/** Of an UPDATE or DELETE in PostgreSQL's own tree. */
export function changesOwnEveryRow(change: JsonObject): boolean {
  const { relation } = change as { relation?: JsonObject }
  const table = namedBy(relation?.['schemaname'], relation?.['relname'])
  const others = change['fromClause'] ?? change['usingClause']
  return (
    takesAllOf(table, takenOf(others, change, change), isPair) ||
    isOwnEveryRow(change['whereClause'], table, change)
  )
}

function isOwnEveryRow(where: unknown, table: Named, change: JsonObject): boolean {
  const [kind, node] = nodeOf(where)
  if (kind === 'BoolExpr') {
    const args = listOf(node['args'])
    const isMet = (one: unknown) => isOwnEveryRow(one, table, change)
    if (node['boolop'] === 'OR_EXPR') return args.some(isMet)
    return node['boolop'] === 'AND_EXPR' && args.every(isMet)
  }
  const [queryKind, link] = kind === 'SubLink' ? [kind, node] : nodeOf(listIn(kind, node))
  const [, select] = nodeOf(link['subselect'])
  if (queryKind !== 'SubLink' || select['op'] !== 'SETOP_NONE') return false
  const asked = askedOf(kind === 'SubLink' ? link['testexpr'] : node['lexpr'])
  if (link['subLinkType'] !== 'EXISTS_SUBLINK' && areOthers(asked, shownOf(select))) return false
  const isLookedUp =
    kind !== 'SubLink' ||
    link['subLinkType'] === 'ANY_SUBLINK' ||
    (link['subLinkType'] === 'EXISTS_SUBLINK' && select['whereClause'] !== undefined)
  // One of `array_agg` is a list of all.
  if (kind === 'SubLink' && link['subLinkType'] !== 'EXISTS_SUBLINK' && aggregates(select))
    return false
  return isLookedUp && takesAllOf(table, takenOf(select['fromClause'], select, change), isPair)
}

/** The query in `= ANY (ARRAY(SELECT ...))` and `= ANY ((SELECT array_agg(...) ...)::int[])`. */
function listIn(kind: string, node: JsonObject): unknown {
  if (kind !== 'A_Expr' || node['kind'] !== 'AEXPR_OP_ANY') return undefined
  let list: unknown = node['rexpr']
  while (nodeOf(list)[0] === 'TypeCast') list = nodeOf(list)[1]['arg']
  const [, link] = nodeOf(list)
  const [, select] = nodeOf(link['subselect'])
  if (link['subLinkType'] === 'ARRAY_SUBLINK') return aggregates(select) ? undefined : list
  const [, call] = nodeOf(nodeOf(listOf(select['targetList'])[0])[1]['val'])
  return namesOf(call['funcname']).at(-1) === 'array_agg' ? list : undefined
}

function otherTakenOf(from: unknown, node: JsonObject): Taken {
  const tables: Named[] = []
  const conditions: unknown[] = [node['where']]
  const open = listOf(from).filter(isObject)
  let isCut = otherCuts(node)
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    conditions.push(item['on'])
    const { expr } = item as { expr?: { ast?: JsonObject } }
    const inner = expr?.ast
    if (inner) {
      isCut ||= otherCuts(inner) || otherAggregates(inner)
      conditions.push(inner['where'])
      open.push(...listOf(inner['from']).filter(isObject))
    } else tables.push(namedBy(item['db'], item['table']))
  }
  return { tables, conditions, isCut }
}

const otherCuts = (node: JsonObject): boolean =>
  isBounded(node['limit']) || ['groupby', 'having', '_next'].some((name) => isSet(node[name]))

const otherColumnsOf = (values: readonly unknown[]): readonly string[] =>
  values.map((one) =>
    isObject(one) && one['type'] === 'column_ref' ? textAt(one['column']).toLowerCase() : '',
  )

const otherAskedOf = (value: unknown): readonly string[] =>
  otherColumnsOf(
    isObject(value) && value['type'] === 'expr_list' ? listOf(value['value']) : [value],
  )

const SAME = /^(=|==|IS|<=>)$/i

function isOtherPair(condition: unknown): boolean {
  if (!isSet(condition) || !isObject(condition)) return true
  const { left, right } = condition as { left?: unknown; right?: unknown }
  if (condition['operator'] === 'AND') return isOtherPair(left) && isOtherPair(right)
  if (isAlwaysTrue(otherConditionOf(condition))) return true
  const areColumns = [left, right].every((one) => isObject(one) && one['type'] === 'column_ref')
  if (!SAME.test(textAt(condition['operator'])) || !areColumns) return false
  return (left as JsonObject)['column'] === (right as JsonObject)['column']
}

/** Of an UPDATE or DELETE in the tree of node-sql-parser. */
export function otherChangesOwnEveryRow(change: JsonObject): boolean {
  const tables = change['type'] === 'update' ? change['table'] : change['from']
  const first: unknown = listOf(tables)[0]
  const table = isObject(first) ? namedBy(first['db'], first['table']) : NONE
  const isJoined = listOf(tables).length > 1
  return (
    (isJoined && takesAllOf(table, otherTakenOf(tables, change), isOtherPair)) ||
    isOtherOwnEveryRow(change['where'], table)
  )
}

function isOtherOwnEveryRow(where: unknown, table: Named): boolean {
  if (!isObject(where)) return false
  const { left, right } = where as { left?: unknown; right?: unknown }
  const operator = textAt(where['operator']).toUpperCase()
  const [first, second] = [left, right].map((one) => isOtherOwnEveryRow(one, table))
  if (operator === 'OR') return first === true || second === true
  if (operator === 'AND') return first === true && second === true
  const list = operator === 'IN' ? right : calledWith(operator === '=' ? right : where)
  const [item] = listOf(isObject(list) ? list['value'] : undefined)
  const select = isObject(item) && isObject(item['ast']) ? item['ast'] : undefined
  if (!select || select['type'] !== 'select') return false
  const isExists = operator === ''
  if (isExists ? !isSet(select['where']) : otherAggregates(select)) return false
  const shown = otherColumnsOf(listOf(select['columns']).map((one) => isObject(one) && one['expr']))
  if (!isExists && areOthers(otherAskedOf(left), shown)) return false
  return takesAllOf(table, otherTakenOf(select['from'], select), isOtherPair)
}

/** What EXISTS, ANY and SOME look into. */
function calledWith(value: unknown): unknown {
  if (!isObject(value) || value['type'] !== 'function') return undefined
  const { name } = value as { name?: { name?: readonly { value?: string }[] } }
  return /^(EXISTS|ANY|SOME)$/i.test(name?.name?.at(-1)?.value ?? '') ? value['args'] : undefined
}
