import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import { isSet, otherAggregates } from './aggregates.ts'
import { constant, not, unknown, valueOf, type Condition } from './conditions.ts'
import type { Scalar } from './constant-calls.ts'

/** Conditions of the tree of node-sql-parser. */

const items = (value: unknown): readonly unknown[] =>
  isObject(value) && Array.isArray(value['value']) ? (value['value'] as unknown[]) : []

export function otherConditionOf(value: unknown): Condition {
  if (!isObject(value)) return unknown(String(value))
  const { type } = value as { type?: unknown }
  const inner = value['value']
  if (type === 'number' || type === 'bigint') return constant(Number(inner))
  if (type === 'single_quote_string' || type === 'string') return constant(String(inner))
  if (type === 'bool') return constant(inner === true)
  if (type === 'null') return constant(null)
  if (type === 'column_ref' || type === 'double_quote_string')
    return { kind: 'column', name: JSON.stringify([value['table'], value['column'], inner]) }
  if (type === 'unary_expr' && /^(not|!)$/i.test(String(value['operator'])))
    return not(otherConditionOf(value['expr']))
  if (type === 'binary_expr') return operationOf(value)
  if (type === 'function') return callOf(value)
  if (type === 'expr_list' && items(value).length === 1) return otherConditionOf(items(value)[0])
  if (isObject(value['ast'])) return subqueryOf(value['ast'], value)
  return unknown(JSON.stringify(value))
}

const MATCHES = /^(NOT )?(GLOB|REGEXP|RLIKE)$/
/** What every text matches. */
const ANYTHING = /^(?:\*+|\^?\.\*\$?)$/
const COMPARISONS = new Set(['=', '<>', '<', '>', '<=', '>=', '<=>'])

function operationOf(node: JsonObject): Condition {
  const given = String(node['operator']).toUpperCase()
  const operator = given === '!=' ? '<>' : given === '==' ? '=' : given
  const [left, right] = [otherConditionOf(node['left']), otherConditionOf(node['right'])]
  const either = (condition: Condition) => (operator.includes('NOT') ? not(condition) : condition)
  if (operator === 'AND' || operator === '&&') return { kind: 'and', parts: [left, right] }
  if (operator === 'OR') return { kind: 'or', parts: alternatives(left, right) }
  if (operator === '||' || operator === 'XOR') return unknown(JSON.stringify(node))
  if (COMPARISONS.has(operator)) return { kind: 'compare', operator, left, right }
  if (operator === 'IN' || operator === 'NOT IN')
    return either({ kind: 'in', left, items: listedIn(node['right']).map(otherConditionOf) })
  if (operator === 'LIKE' || operator === 'NOT LIKE')
    return either({ kind: 'like', left, pattern: right })
  if (MATCHES.test(operator) && right.kind === 'constant' && ANYTHING.test(String(right.value)))
    return either({ kind: 'like', left, pattern: constant('%') })
  if (operator === 'BETWEEN' || operator === 'NOT BETWEEN') {
    const [low, high] = items(node['right']).map(otherConditionOf)
    const parts: Condition[] = [
      { kind: 'compare', operator: '>=', left, right: low ?? right },
      { kind: 'compare', operator: '<=', left, right: high ?? right },
    ]
    return either({ kind: 'and', parts })
  }
  if (operator === 'IS' || operator === 'IS NOT') {
    const value: Scalar = right.kind === 'constant' ? right.value : ''
    if (value === null) return either({ kind: 'null', part: left })
    // SQLite compares any two values so, and takes NULL for one.
    return typeof value === 'boolean'
      ? either({ kind: 'is', part: left, value })
      : either({ kind: 'compare', operator: '<=>', left, right })
  }
  return { kind: 'arithmetic', operator, left, right }
}

/** `a or b or c` stands as nested pairs. */
const alternatives = (left: Condition, right: Condition): readonly Condition[] =>
  [left, right].flatMap((part) => (part.kind === 'or' ? part.parts : [part]))

function callOf(node: JsonObject): Condition {
  const { name } = node as { name?: { name?: readonly { value?: string }[] } | string }
  const called = typeof name === 'string' ? name : (name?.name?.at(-1)?.value ?? '')
  const parts = items(node['args']).map(otherConditionOf)
  const exists = called.toUpperCase() === 'EXISTS' ? items(node['args'])[0] : undefined
  if (isObject(exists) && isObject(exists['ast']) && hasOneRow(exists['ast'])) return constant(true)
  if (/^(coalesce|ifnull)$/i.test(called)) return { kind: 'first', parts }
  return { kind: 'call', name: called.toLowerCase(), parts }
}

/** A query without tables and conditions has one row. */
const hasOneRow = (select: JsonObject): boolean =>
  !select['from'] && !select['where'] && select['type'] === 'select' && !select['_next']

/** Of no rows, a count or a sum is one row still. */
const hasNoRow = (select: JsonObject): boolean =>
  isSet(select['where']) &&
  select['type'] === 'select' &&
  !['groupby', 'having', '_next'].some((name) => isSet(select[name])) &&
  !otherAggregates(select) &&
  valueOf(otherConditionOf(select['where']))?.value === false

/** What IN looks into; a query without rows is an empty list. */
const listedIn = (right: unknown): readonly unknown[] =>
  items(right).filter((one) => !isObject(one) || !isObject(one['ast']) || !hasNoRow(one['ast']))

function subqueryOf(select: JsonObject, whole: JsonObject): Condition {
  const [column] = Array.isArray(select['columns']) ? (select['columns'] as unknown[]) : []
  if (!hasOneRow(select) || !isObject(column)) return unknown(JSON.stringify(whole))
  return otherConditionOf(column['expr'])
}
