import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import { hasFreeAlternative, isAlwaysTrue, valueOf } from './conditions.ts'
import { looksAtRows } from './looks-at-rows.ts'
import { conditionOf } from './postgres-conditions.ts'
import { eachNode, listOf, namesOf, nodeOf, textAt } from './postgres-nodes.ts'
import { unknownCallIn } from './own-functions.ts'
import { changesOwnEveryRow } from './own-rows.ts'
import { reviewSelect } from './postgres-select.ts'
import { isEndless } from './recursion.ts'
import { STATEMENTS } from './postgres-statements.ts'
import { isLarge, revealsText } from './postgres-values.ts'
import { risksOfUtility } from './postgres-utility.ts'
import { isHardlySelective } from './selectivity.ts'
import {
  isExhausting,
  PROTECTIVE_SETTING,
  REPEAT_BLOCKED,
  riskOfFunction,
  riskOfTable,
  ROWS_WARNED,
  type RiskId,
  type Severity,
} from './risks.ts'

export interface FoundRisk {
  readonly id: RiskId
  /** In bytes of UTF-8. */
  readonly byte: number | null
  /** Where it is not that of the risk. */
  readonly severity?: Severity
}

export interface TableUse {
  readonly name: string
  readonly access: 'read' | 'write'
}

export interface StatementReview {
  readonly kind: string
  readonly verb: string
  readonly mutating: boolean
  readonly tables: readonly TableUse[]
  readonly functions: readonly string[]
  readonly columns: readonly string[]
  readonly found: readonly FoundRisk[]
}

/** No column is called so; a text of MySQL in double quotes is. */
const ODD_NAME = /^[^\p{L}\p{N}_]+$|["'`;=*]|\b(?:or|and)\b/iu

/** Each arm of a UNION is compared with those before it; nobody writes so many by hand. */
const SELECTS_MAX = 200

/** Types whose reader says in its error what it was given. */
const READ_AS = /^(int|numeric|float|bool|date|time|uuid|inet|cidr|xml|json|reg|oid|money|macaddr)/

const WRITES = new Set(['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'])

/** Reviews one statement of PostgreSQL's own tree, down to its last subquery. */
export function reviewPostgres(raw: unknown, startByte: number): StatementReview {
  const [name, statement] = nodeOf(raw)
  const known = STATEMENTS.get(name)
  const found: FoundRisk[] = []
  const tables = new Map<string, TableUse>()
  const functions = new Set<string>()
  const columns = new Set<string>()
  const withNames = commonNames(raw)
  const add = (id: RiskId, node?: JsonObject, severity?: Severity) => {
    const at = node?.['location']
    found.push({
      id,
      byte: typeof at === 'number' ? at : node ? null : startByte,
      ...(severity && { severity }),
    })
  }
  if (!known) add('unknown_statement')
  if (known?.risk) add(known.risk)
  let selects = 0
  let mutating = known?.mutating ?? true
  eachNode(raw, (kind, node) => {
    if (WRITES.has(kind)) {
      mutating = true
      reviewWrite(kind, node, add)
      use(node['relation'], 'write')
    }
    if (kind === 'SelectStmt' && selects < SELECTS_MAX) {
      selects += 1
      if (node['intoClause'] !== undefined) mutating = true
      reviewSelect(node, add)
    }
    if (kind === 'RangeVar') use(node, 'read')
    if (kind === 'FuncCall') call(node)
    if (isWho(kind, node)) add('environment_probe', node)
    if (kind === 'TypeCast') reviewCast(node)
    if (kind === 'BoolExpr' && hasFreeAlternative(conditionOf({ [kind]: node })))
      add('where_always_true', node)
    if (kind === 'A_Expr') reviewPattern(node)
    if (isEveryText(kind, node)) add('constant_condition', node)
    if (hasOnlyConstants(kind, node)) add('constant_condition', node)
    if (kind === 'ColumnRef') reviewColumn(node)
    if (kind === 'LockingClause') add('row_lock')
  })
  const unknownCall = name === 'SelectStmt' && tables.size === 0 ? unknownCallIn(raw) : undefined
  if (unknownCall) add('procedure_call', unknownCall)
  if (name === 'CopyStmt') mutating = statement['is_from'] === true
  for (const id of risksOfUtility(name, statement, mutating)) add(id)
  if (name === 'AlterTableStmt' || name === 'CreateStmt') use(statement['relation'], 'write')
  if (name === 'CopyStmt') use(statement['relation'], mutating ? 'write' : 'read')
  return {
    kind: known?.kind ?? 'utility',
    verb: verbOf(name),
    mutating,
    tables: [...tables.values()],
    functions: [...functions],
    columns: [...columns],
    found,
  }

  function use(value: unknown, access: 'read' | 'write'): void {
    const node = isObject(value) ? value : {}
    const [schema, table] = [textAt(node['schemaname']), textAt(node['relname'])]
    if (table === '' || (schema === '' && withNames.has(table))) return
    const whole = schema === '' ? table : `${schema}.${table}`
    if (tables.get(whole)?.access !== 'write') tables.set(whole, { name: whole, access })
    const risk = riskOfTable('postgresql', schema.toLowerCase(), table.toLowerCase())
    if (access === 'write' && (risk === 'sensitive_catalog' || isCatalog(schema, table)))
      add('system_catalog_write', node)
    else if (risk) add(risk, node)
  }

  function call(node: JsonObject): void {
    const names = namesOf(node['funcname'])
    const [schema = '', called = ''] = names.length > 1 ? names.slice(-2) : ['', ...names]
    functions.add(called)
    // The name of a type without an argument converts nothing, so it is no call of a function.
    if (/^(?:text|varchar|char|integer|numeric|date)$/.test(called) && node['args'] === undefined)
      add('odd_name', node)
    const risk = riskOfFunction('postgresql', called, schema)
    if (risk) add(risk, node)
    if (isLarge(called, node)) add('resource_bomb', node)
    const given = listOf(node['args']).map((one) => valueOf(conditionOf(one))?.value)
    if (called === 'set_config')
      add(
        typeof given[0] === 'string' && !PROTECTIVE_SETTING.test(given[0].toLowerCase())
          ? 'session_change'
          : 'session_tampering',
        node,
      )
    const length = Math.max(0, ...given.slice(1).map((one) => Math.abs(Number(one ?? 0)) || 0))
    if (/^(repeat|lpad|rpad)$/.test(called) && length >= ROWS_WARNED)
      add('resource_bomb', node, length >= REPEAT_BLOCKED ? 'block' : 'warn')
    if (called === 'generate_series' && length >= ROWS_WARNED) add('resource_bomb', node)
    if (called.startsWith('regexp_') && isExhausting(String(given[1] ?? '')))
      add('resource_bomb', node)
  }

  /** A text that is no number, cast to one, comes back in the message of the error. */
  function reviewCast(node: JsonObject): void {
    const type = namesOf((node['typeName'] as JsonObject | undefined)?.['names']).at(-1) ?? ''
    if (!READ_AS.test(type)) return
    let probes = /^(int|numeric|float)/.test(type) && revealsText(node['arg'])
    eachNode(node['arg'], (kind, inner) => {
      const called = kind === 'FuncCall' ? (namesOf(inner['funcname']).at(-1) ?? '') : ''
      const told = riskOfFunction('postgresql', called) === 'environment_probe'
      const table = kind === 'RangeVar' ? textAt(inner['relname']) : ''
      const schema = textAt(inner['schemaname'])
      if (told || isWho(kind, inner) || riskOfTable('postgresql', schema, table)) probes = true
    })
    if (probes) add('error_based_probe', node)
  }

  function reviewColumn(node: JsonObject): void {
    const names = namesOf(node['fields'])
    columns.add(names.join('.') || '*')
    if (names.some((one) => ODD_NAME.test(one))) add('odd_name', node)
  }

  function reviewPattern(node: JsonObject): void {
    const operator = namesOf(node['name']).at(-1) ?? ''
    if (!/^!?~/.test(operator)) return
    const pattern = valueOf(conditionOf(node['rexpr']))?.value
    if (typeof pattern === 'string' && isExhausting(pattern)) add('resource_bomb', node)
  }
}

/**
 * Texts compared or joined with one another only. Numbers such as `1 = 1` are written by builders
 * of queries.
 */
function hasOnlyConstants(kind: string, node: JsonObject): boolean {
  if (kind === 'BoolExpr')
    return listOf(node['args']).some((one) => {
      const part = conditionOf(one)
      return part.kind === 'constant' && typeof part.value === 'string'
    })
  if (kind !== 'A_Expr' || node['kind'] !== 'AEXPR_OP') return false
  const [left, right] = [conditionOf(node['lexpr']), conditionOf(node['rexpr'])]
  if (left.kind !== 'constant' || right.kind !== 'constant') return false
  const isText = typeof left.value === 'string' || typeof right.value === 'string'
  const isCompared = /^(=|<>|[<>]=?)$/.test(namesOf(node['name']).at(-1) ?? '')
  return isText || (isCompared && Math.max(Number(left.value), Number(right.value)) > 9)
}

/** `name LIKE '%'` holds for all that is not NULL, and stands where a condition was cut off. */
function isEveryText(kind: string, node: JsonObject): boolean {
  const part = kind === 'A_Expr' ? conditionOf({ [kind]: node }) : undefined
  return part?.kind === 'like' && /^%+$/.test(String(valueOf(part.pattern)?.value ?? ''))
}

/** `current_user` and its like. */
const isWho = (kind: string, node: JsonObject): boolean =>
  kind === 'SQLValueFunction' && /USER|ROLE|CATALOG/.test(textAt(node['op']))

const isCatalog = (schema: string, table: string): boolean =>
  /^(pg_catalog|information_schema)$/i.test(schema) || (schema === '' && /^pg_/i.test(table))

function reviewWrite(
  kind: string,
  node: JsonObject,
  add: (id: RiskId, node?: JsonObject) => void,
): void {
  const { relation } = node as { relation?: JsonObject }
  if (isEndless(node)) add('resource_bomb', relation)
  if (kind === 'MergeStmt') {
    const changesAll = (matchKind: string) =>
      listOf(node['mergeWhenClauses']).some((one) => {
        const [, when] = nodeOf(one)
        const { condition } = when as { condition?: unknown }
        const isFree = condition === undefined || isAlwaysTrue(conditionOf(condition))
        return when['matchKind'] === matchKind && isFree && when['commandType'] !== 'CMD_NOTHING'
      })
    const isFree = isAlwaysTrue(conditionOf(node['joinCondition']))
    if (isFree || changesAll('MERGE_WHEN_NOT_MATCHED_BY_SOURCE')) add('merge_unbounded', relation)
    const joined = { usingClause: [node['sourceRelation']], whereClause: node['joinCondition'] }
    if (changesAll('MERGE_WHEN_MATCHED') && changesOwnEveryRow({ ...node, ...joined }))
      add('where_not_selective', relation)
    return
  }
  if (kind === 'InsertStmt') return
  const where = node['whereClause']
  if (where === undefined)
    return add(kind === 'UpdateStmt' ? 'update_without_where' : 'delete_without_where', relation)
  const condition = conditionOf(where)
  if (isAlwaysTrue(condition)) add('where_always_true', nodeOf(where)[1])
  else if (
    isHardlySelective(condition) ||
    changesOwnEveryRow(node) ||
    (!valueOf(condition) && !looksAtRows(where, relation))
  )
    add('where_not_selective', nodeOf(where)[1])
}

/** Names that common table expressions define. */
function commonNames(raw: unknown): ReadonlySet<string> {
  const names = new Set<string>()
  eachNode(raw, (kind, node) => {
    if (kind === 'CommonTableExpr') names.add(textAt(node['ctename']))
  })
  return names
}

/** `DELETE` of `DeleteStmt`, `CREATE TABLE AS` of `CreateTableAsStmt`. */
const verbOf = (name: string): string =>
  VERBS[name] ??
  name
    .replace(/Stmt$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toUpperCase()

const VERBS: Readonly<Record<string, string>> = {
  CreateStmt: 'CREATE TABLE',
  IndexStmt: 'CREATE INDEX',
  ViewStmt: 'CREATE VIEW',
  DropStmt: 'DROP',
  VariableSetStmt: 'SET',
  VariableShowStmt: 'SHOW',
  RuleStmt: 'CREATE RULE',
  CreateTrigStmt: 'CREATE TRIGGER',
  TransactionStmt: 'TRANSACTION',
}
