import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import { listOf, namesOf, nodeOf, textAt } from './postgres-nodes.ts'

/**
 * A condition that looks at no column of the table holds for every row of it or for none, such as
 * `EXISTS (SELECT 1 FROM users)`.
 */

type Part = readonly [name: string, value: unknown]

/** Whether some part is one that is looked for; what a subquery shows is left out. */
function hasPart(
  root: unknown,
  isSought: (name: string, node: JsonObject) => boolean,
  shown: (node: JsonObject) => string | undefined,
): boolean {
  const open: Part[] = [['', root]]
  for (let part = open.pop(); part; part = open.pop()) {
    const [name, value] = part
    if (typeof value !== 'object' || value === null) continue
    if (isObject(value) && isSought(name, value)) return true
    const hidden = isObject(value) ? shown(value) : undefined
    open.push(...Object.entries(value).filter(([key]) => key !== hidden))
  }
  return false
}

/** Of PostgreSQL's own tree; a column of another table than the changed one says nothing. */
export function looksAtRows(where: unknown, relation: JsonObject | undefined): boolean {
  const alias = textAt((relation?.['alias'] as JsonObject | undefined)?.['aliasname'])
  const table = (alias || textAt(relation?.['relname'])).toLowerCase()
  const isOfTable = (fields: unknown): boolean => {
    const names = namesOf(fields)
    return names.length < 2 || names.at(-2) === table || nodeOf(listOf(fields)[0])[0] === 'A_Star'
  }
  return hasPart(
    where,
    (name, node) => name === 'CurrentOfExpr' || (name === 'ColumnRef' && isOfTable(node['fields'])),
    (node) => (listOf(node['fromClause']).length > 0 ? 'targetList' : undefined),
  )
}

/** Of the tree of node-sql-parser; SQLite reads what stands in double quotes as a column. */
export function otherLooksAtRows(dialect: 'mysql' | 'sqlite' | 'tsql', where: unknown): boolean {
  const isColumn = (_name: string, { type }: { type?: unknown }): boolean =>
    type === 'column_ref' || (type === 'double_quote_string' && dialect === 'sqlite')
  return hasPart(where, isColumn, (node) => (node['from'] ? 'columns' : undefined))
}
