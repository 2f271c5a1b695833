import { aggregates } from './aggregates.ts'
import { constant, not, unknown, valueOf, type Condition } from './conditions.ts'
import type { JsonObject } from '../../base/lib/json-object.ts'
import { listOf, namesOf, nodeOf, textAt } from './postgres-nodes.ts'

/** A node without the places where its parts stand, as text. */
const bare = (value: unknown): string =>
  JSON.stringify(value, (key, inner: unknown) => (key === 'location' ? undefined : inner))

export function conditionOf(value: unknown): Condition {
  const [kind, node] = nodeOf(value)
  const part = (name: string) => conditionOf(node[name])
  const parts = (name: string) => listOf(node[name]).map(conditionOf)
  switch (kind) {
    case 'A_Const':
      return constant(constantOf(node))
    case 'BoolExpr':
      return booleanOf(textAt(node['boolop']), parts('args'))
    case 'A_Expr':
      return operationOf(node)
    case 'TypeCast':
      return castOf(node)
    case 'NullTest': {
      const test: Condition = { kind: 'null', part: part('arg') }
      return node['nulltesttype'] === 'IS_NOT_NULL' ? not(test) : test
    }
    case 'BooleanTest': {
      const test = textAt(node['booltesttype'])
      const wanted = test.endsWith('TRUE') ? true : test.endsWith('FALSE') ? false : null
      const is: Condition = { kind: 'is', part: part('arg'), value: wanted }
      return test.includes('_NOT_') ? not(is) : is
    }
    case 'CoalesceExpr':
      return { kind: 'first', parts: parts('args') }
    case 'CaseExpr':
      return caseOf(node)
    case 'MinMaxExpr':
      return {
        kind: 'call',
        name: node['op'] === 'IS_LEAST' ? 'least' : 'greatest',
        parts: parts('args'),
      }
    case 'SQLValueFunction':
      return /DATE|TIME/.test(textAt(node['op']))
        ? { kind: 'call', name: 'now', parts: [] }
        : unknown(bare(value))
    case 'FuncCall':
      return { kind: 'call', name: namesOf(node['funcname']).at(-1) ?? '', parts: parts('args') }
    case 'SubLink':
      return subqueryOf(node, value)
    case 'ColumnRef':
      return { kind: 'column', name: bare(node) }
    default:
      return unknown(bare(value))
  }
}

function constantOf(node: JsonObject): string | number | boolean | null {
  if (node['isnull'] === true) return null
  const inner = (name: string) => node[name] as JsonObject
  // The tree leaves out what is 0, false or empty.
  if ('ival' in node) return Number(inner('ival')['ival'] ?? 0)
  if ('fval' in node) return Number(inner('fval')['fval'] ?? 0)
  if ('boolval' in node) return inner('boolval')['boolval'] === true
  if ('sval' in node) return textAt(inner('sval')['sval'])
  return textAt((node['bsval'] as JsonObject | undefined)?.['bsval'])
}

function booleanOf(operator: string, parts: readonly Condition[]): Condition {
  const [first] = parts
  if (operator === 'NOT_EXPR' && first) return not(first)
  return { kind: operator === 'AND_EXPR' ? 'and' : 'or', parts }
}

const COMPARISONS = new Set(['=', '<>', '<', '>', '<=', '>='])
const LIKES: Readonly<Record<string, boolean>> = {
  '~~': true,
  '~~*': true,
  '!~~': false,
  '!~~*': false,
}

const either = (isPlain: boolean, condition: Condition): Condition =>
  isPlain ? condition : not(condition)

function operationOf(node: JsonObject): Condition {
  const kind = textAt(node['kind'])
  const [name = ''] = namesOf(node['name']).slice(-1)
  const [left, right] = [conditionOf(node['lexpr']), conditionOf(node['rexpr'])]
  const items = () => listOf(nodeOf(node['rexpr'])[1]['items']).map(conditionOf)
  if (kind === 'AEXPR_IN') return either(name === '=', { kind: 'in', left, items: items() })
  if (kind === 'AEXPR_LIKE' || kind === 'AEXPR_ILIKE')
    return either(LIKES[name] ?? true, { kind: 'like', left, pattern: right })
  const similar = kind === 'AEXPR_SIMILAR' ? similarOf(node['rexpr']) : undefined
  if (similar) return either(name === '~', { kind: 'like', left, pattern: similar })
  if (kind.startsWith('AEXPR_BETWEEN') || kind.startsWith('AEXPR_NOT_BETWEEN')) {
    const [low = unknown('low'), high = unknown('high')] = items()
    const parts: Condition[] = [
      { kind: 'compare', operator: '>=', left, right: low },
      { kind: 'compare', operator: '<=', left, right: high },
    ]
    return either(kind.startsWith('AEXPR_BETWEEN'), { kind: 'and', parts })
  }
  if (kind === 'AEXPR_DISTINCT') return not({ kind: 'compare', operator: '<=>', left, right })
  if (kind === 'AEXPR_NOT_DISTINCT') return { kind: 'compare', operator: '<=>', left, right }
  if (kind === 'AEXPR_NULLIF') return { kind: 'call', name: 'nullif', parts: [left, right] }
  const listed = kind === 'AEXPR_OP_ANY' && name === '=' ? elementsOf(node['rexpr']) : undefined
  if (listed) return { kind: 'in', left, items: listed }
  const fitting = kind === 'AEXPR_OP' && patternOf(name, right)
  if (fitting) return either(!name.startsWith('!'), { kind: 'like', left, pattern: fitting })
  if (kind !== 'AEXPR_OP') return unknown(bare(node))
  if (node['lexpr'] === undefined)
    return name === '-' ? { kind: 'arithmetic', operator: '-', left: constant(0), right } : right
  const operator = name === '!=' ? '<>' : name
  return { kind: COMPARISONS.has(operator) ? 'compare' : 'arithmetic', operator, left, right }
}

/** What stands in a list, written out or as the text of one. */
function elementsOf(value: unknown): readonly Condition[] | undefined {
  const [kind, node] = nodeOf(value)
  if (kind === 'A_ArrayExpr') return listOf(node['elements']).map(conditionOf)
  if (kind !== 'TypeCast') return undefined
  const { value: text } = { value: undefined, ...conditionOf(node['arg']) }
  const inner = typeof text === 'string' ? /^\{([^{}"\\]*)\}$/.exec(text)?.[1] : undefined
  return inner?.split(',').map((one) => constant(one.trim()))
}

/** The pattern of SIMILAR TO as one of LIKE, where it has no signs of its own. */
function similarOf(value: unknown): Condition | undefined {
  const [only, ...others] = listOf(nodeOf(value)[1]['args']).map(conditionOf)
  if (only === undefined || others.length > 0) return undefined
  const pattern = valueOf(only)?.value
  return /^[^|*+?{}()[\]\\]*$/.test(String(pattern ?? '|')) ? only : undefined
}

/** A regular expression as a pattern of LIKE, where it is a plain one. */
function patternOf(operator: string, right: Condition): Condition | undefined {
  if (!/^!?~$/.test(operator) || right.kind !== 'constant') return undefined
  const text = String(right.value)
  if (/^\^?(?:\.[*+]?)?\$?$/.test(text)) return constant('%')
  return /^[\p{L}\p{N} ]+$/u.test(text) ? constant(`%${text}%`) : undefined
}

function castOf(node: JsonObject): Condition {
  const inner = conditionOf(node['arg'])
  const type = namesOf((node['typeName'] as JsonObject | undefined)?.['names']).at(-1) ?? ''
  if (inner.kind !== 'constant' || inner.value === null) return inner
  if (type === 'bool') return { kind: 'is', part: inner, value: true }
  if (/^(int|float|numeric)/.test(type)) return constant(Number(inner.value))
  return /^(text|varchar|bpchar|date|timestamp|timestamptz)$/.test(type)
    ? constant(String(inner.value))
    : unknown(bare(node))
}

function caseOf(node: JsonObject): Condition {
  const subject = node['arg'] === undefined ? undefined : conditionOf(node['arg'])
  const whens = listOf(node['args']).map((one) => {
    const [, when] = nodeOf(one)
    const test = conditionOf(when['expr'])
    const whole: Condition = subject
      ? { kind: 'compare', operator: '=', left: subject, right: test }
      : test
    return [whole, conditionOf(when['result'])] as const
  })
  const otherwise =
    node['defresult'] === undefined ? constant(null) : conditionOf(node['defresult'])
  return { kind: 'case', whens, otherwise }
}

/** A subquery without tables has one row or none, whatever the data; others may have none. */
function subqueryOf(node: JsonObject, whole: unknown): Condition {
  const [, select] = nodeOf(node['subselect'])
  const isPlain = select['targetList'] !== undefined && select['op'] === 'SETOP_NONE'
  const where = select['whereClause']
  const met = where === undefined ? true : valueOf(conditionOf(where))?.value
  const isEmpty = isCutToNothing(select) || (met === false && !makesOneRow(select))
  const holds = isEmpty ? false : select['fromClause'] === undefined ? met : undefined
  if (!isPlain || typeof holds !== 'boolean') return unknown(bare(whole))
  if (node['subLinkType'] === 'EXISTS_SUBLINK') return constant(holds)
  // Of no rows nothing is met by any, and everything by all.
  if (!holds && node['subLinkType'] === 'ANY_SUBLINK') return constant(false)
  if (!holds && node['subLinkType'] === 'ALL_SUBLINK') return constant(true)
  if (node['subLinkType'] !== 'EXPR_SUBLINK') return unknown(bare(whole))
  if (!holds) return constant(null)
  return conditionOf(nodeOf(listOf(select['targetList'])[0])[1]['val'])
}

/** `LIMIT 0`. */
function isCutToNothing(select: JsonObject): boolean {
  const limit = select['limitCount']
  return limit !== undefined && valueOf(conditionOf(limit))?.value === 0
}

/** Of no rows, a count or a sum is one row still. */
const makesOneRow = (select: JsonObject): boolean =>
  aggregates(select) || ['groupClause', 'havingClause'].some((name) => select[name] !== undefined)
