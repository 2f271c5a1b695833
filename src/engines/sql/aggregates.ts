import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import { eachNode, listOf, namesOf } from './postgres-nodes.ts'

/** Functions that make one row of all. */
const AGGREGATE = /^(?:count|sum|total|avg|min|max|\w+_agg|group_concat|bool_and|bool_or|every)$/i

/** Of the columns of PostgreSQL's own tree. */
export function aggregates(node: JsonObject): boolean {
  let found = false
  eachNode(node['targetList'], (kind, inner) => {
    if (kind === 'FuncCall' && AGGREGATE.test(namesOf(inner['funcname']).at(-1) ?? '')) found = true
  })
  return found
}

/** Of the columns of the tree of node-sql-parser. */
export const otherAggregates = (node: JsonObject): boolean =>
  listOf(node['columns']).some((column) => {
    const expr = isObject(column) ? column['expr'] : undefined
    return isObject(expr) && expr['type'] === 'aggr_func'
  })

/** node-sql-parser leaves empty lists where nothing stands. */
export const isSet = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0
    : isObject(value)
      ? Object.values(value).some(isSet)
      : value !== null && value !== undefined && value !== ''

/** A limit of node-sql-parser; SQLite takes one below zero for none. */
export const isBounded = (limit: unknown): boolean => {
  const { value } = (isObject(limit) ? limit : {}) as { value?: unknown }
  const bounds = listOf(value).map((one) => isObject(one) && one['value'])
  return isSet(limit) && !bounds.some((one) => typeof one === 'number' && one < 0)
}
