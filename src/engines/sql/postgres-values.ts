import type { JsonObject } from '../../base/lib/json-object.ts'
import { valueOf } from './conditions.ts'
import { conditionOf } from './postgres-conditions.ts'
import { eachNode, listOf, namesOf, nodeOf, textAt } from './postgres-nodes.ts'
import { ROWS_WARNED } from './risks.ts'

const FACTORIAL_MAX = 20_000

const numberOf = (value: unknown): number => Number(valueOf(conditionOf(value))?.value ?? 0) || 0

/** Whether a call makes a value of a size that nobody needs. */
export function isLarge(called: string, node: JsonObject): boolean {
  const [first, second] = listOf(node['args'])
  if (called === 'factorial') return numberOf(first) > FACTORIAL_MAX
  if (called !== 'array_fill') return false
  const sizes = listOf(nodeOf(second)[1]['elements']).map(numberOf)
  return sizes.reduce((all, size) => all * size, 1) >= ROWS_WARNED
}

/** Rows that series side by side make of each other. */
export function rowsOfSeries(items: readonly unknown[]): number {
  let rows = 1
  eachNode(items, (kind, node) => {
    if (kind !== 'FuncCall' || namesOf(node['funcname']).at(-1) !== 'generate_series') return
    const [from, to, step] = listOf(node['args'])
    const count = (numberOf(to) - numberOf(from)) / (step === undefined ? 1 : numberOf(step))
    rows *= Math.max(1, count)
  })
  return rows
}

/** Joined to letters, so that it can be no number: the error shows the rest. */
export function revealsText(value: unknown): boolean {
  const [kind, node] = nodeOf(value)
  const isJoined =
    (kind === 'A_Expr' && namesOf(node['name']).at(-1) === '||') ||
    (kind === 'FuncCall' && (namesOf(node['funcname']).at(-1) ?? '').startsWith('concat'))
  if (!isJoined) return false
  const parts = kind === 'FuncCall' ? listOf(node['args']) : [node['lexpr'], node['rexpr']]
  return parts.some((part) => isWord(part) || revealsText(part))
}

function isWord(value: unknown): boolean {
  const [kind, node] = nodeOf(value)
  if (kind === 'FuncCall') return namesOf(node['funcname']).at(-1) === 'chr'
  if (kind !== 'A_Const') return false
  const { sval } = node as { sval?: JsonObject }
  return /[^\d.+\-eE\s]/.test(textAt(sval?.['sval']))
}
