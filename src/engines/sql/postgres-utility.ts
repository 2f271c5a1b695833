import type { JsonObject } from '../../base/lib/json-object.ts'
import { listOf, nodeOf, textAt } from './postgres-nodes.ts'
import { riskOfAlter, STATEMENTS } from './postgres-statements.ts'
import { PROTECTIVE_SETTING, type RiskId } from './risks.ts'

/** What statements do that are neither queries nor changes of rows. */
export function risksOfUtility(
  kind: string,
  node: JsonObject,
  mutating: boolean,
): readonly RiskId[] {
  switch (kind) {
    case 'AlterTableStmt':
      return listOf(node['cmds']).map((one) => riskOfAlter(textAt(nodeOf(one)[1]['subtype'])))
    case 'AlterDomainStmt':
      return node['subtype'] === 'X' ? ['drop_constraint'] : []
    case 'VariableSetStmt':
      return [riskOfSetting(node)]
    case 'DiscardStmt':
      return node['target'] === 'DISCARD_ALL' ? ['session_tampering'] : []
    case 'CopyStmt':
      if (node['is_program'] === true) return ['os_command']
      return [node['filename'] === undefined ? 'bulk_transfer' : 'server_file_access']
    case 'DropStmt':
      return node['removeType'] === 'OBJECT_POLICY' ? ['disable_protection'] : []
    case 'DropRoleStmt':
      return ['drop_object']
    case 'ExplainStmt':
      return risksOfExplained(node, mutating)
    default:
      return []
  }
}

function riskOfSetting(node: JsonObject): RiskId {
  // With all settings go the limits of the session, and by which tenant rows are chosen.
  if (node['kind'] === 'VAR_RESET_ALL') return 'session_tampering'
  const allowsWrites = listOf(node['args']).some((one) => {
    const [, option] = nodeOf(one)
    const value = nodeOf(option['arg'])[1]['ival'] as JsonObject | undefined
    return option['defname'] === 'transaction_read_only' && !value?.['ival']
  })
  const isProtective = PROTECTIVE_SETTING.test(textAt(node['name']).toLowerCase())
  return allowsWrites || isProtective ? 'session_tampering' : 'session_change'
}

function risksOfExplained(node: JsonObject, mutating: boolean): readonly RiskId[] {
  const [inner] = nodeOf(node['query'])
  const known = STATEMENTS.get(inner)
  const runs = isAnalyzed(node) && (mutating || known?.mutating !== false)
  return [...(known?.risk ? [known.risk] : []), ...(runs ? (['explain_executes'] as const) : [])]
}

/** Whether EXPLAIN was told to run the statement. */
const isAnalyzed = (node: JsonObject): boolean =>
  listOf(node['options']).some((one) => {
    const [, option] = nodeOf(one)
    const [kind, arg] = nodeOf(option['arg'])
    const value = kind === 'Integer' ? (arg['ival'] ? 'true' : '0') : textAt(arg['sval']) || 'true'
    return option['defname'] === 'analyze' && !/^(false|off|0)$/i.test(value)
  })
