import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import { aggregates, isBounded, isSet, otherAggregates } from './aggregates.ts'
import { isAlwaysTrue } from './conditions.ts'
import { otherConditionOf } from './other-conditions.ts'
import { conditionOf } from './postgres-conditions.ts'
import { listOf, nodeOf, textAt } from './postgres-nodes.ts'

/** Recursive queries whose recursion nothing ends. */

/** Of PostgreSQL's own tree: of a query, or of a change that has one before it. */
export function isEndless(node: JsonObject): boolean {
  const { withClause, selectStmt } = node as { withClause?: JsonObject; selectStmt?: unknown }
  const [, inserted] = nodeOf(selectStmt)
  if (withClause?.['recursive'] !== true || isEndedByLimit({ ...node, ...inserted })) return false
  return listOf(withClause['ctes']).some((one) => {
    const [, cte] = nodeOf(one)
    const [, select] = nodeOf(cte['ctequery'])
    const { rarg } = select as { rarg?: JsonObject }
    const items = listOf(rarg?.['fromClause'])
    const isPlain = items.length < 2 && nodeOf(items[0])[0] !== 'JoinExpr'
    return rarg !== undefined && isPlain && holds(rarg['whereClause'], conditionOf)
  })
}

const holds = (where: unknown, read: (where: unknown) => Parameters<typeof isAlwaysTrue>[0]) =>
  where === undefined || where === null || isAlwaysTrue(read(where))

/** What sorts or counts reads all rows before it answers the first. */
const isEndedByLimit = (node: JsonObject): boolean =>
  node['limitCount'] !== undefined &&
  nodeOf(node['limitCount'])[1]['isnull'] !== true &&
  ['sortClause', 'groupClause', 'distinctClause'].every((name) => node[name] === undefined) &&
  !aggregates(node)

/** Of the tree of node-sql-parser; SQLite needs no RECURSIVE. */
export function isOtherEndless(node: JsonObject): boolean {
  if (isOtherEndedByLimit(node)) return false
  return listOf(node['with']).some((cte) => {
    const { name, stmt } = cte as {
      name?: { value?: unknown }
      stmt?: { ast?: JsonObject } & JsonObject
    }
    const called = textAt(name?.value).toLowerCase()
    let arm: unknown = (stmt?.ast ?? stmt)?.['_next']
    while (isObject(arm)) {
      if (repeats(arm, called)) return true
      arm = arm['_next']
    }
    return false
  })
}

/** An arm that reads the query's own rows, each of them, and nothing else. */
function repeats(arm: JsonObject, called: string): boolean {
  const [first, ...others] = listOf(arm['from'])
  const isOwn = isObject(first) && textAt(first['table']).toLowerCase() === called
  const isFree = holds(arm['where'], otherConditionOf)
  return isOwn && others.length === 0 && isFree && !isBounded(arm['limit'])
}

const isOtherEndedByLimit = (node: JsonObject): boolean =>
  isBounded(node['limit']) &&
  !['orderby', 'groupby'].some((name) => isSet(node[name])) &&
  !otherAggregates(node)
