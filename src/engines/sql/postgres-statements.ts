import type { RiskId } from './risks.ts'

/** What the kinds of statement of PostgreSQL are, by the name of their node. */
export interface StatementKind {
  readonly kind: 'select' | 'dml' | 'ddl' | 'dcl' | 'transaction' | 'session' | 'utility'
  readonly mutating: boolean
  readonly risk?: RiskId
}

const read: StatementKind = { kind: 'select', mutating: false }
const change: StatementKind = { kind: 'dml', mutating: true }
const of = (
  kind: StatementKind['kind'],
  mutating: boolean,
  risk: RiskId,
  names: string,
): readonly (readonly [string, StatementKind])[] =>
  names.split(' ').map((name) => [name, { kind, mutating, risk }] as const)

export const STATEMENTS: ReadonlyMap<string, StatementKind> = new Map([
  ['SelectStmt', read],
  ['InsertStmt', change],
  ['UpdateStmt', change],
  ['DeleteStmt', change],
  ['MergeStmt', change],
  ['ExplainStmt', { kind: 'utility', mutating: false }],
  ['CopyStmt', { kind: 'utility', mutating: true }],
  ['AlterTableStmt', { kind: 'ddl', mutating: true }],
  ['VariableSetStmt', { kind: 'session', mutating: false }],
  ...of('ddl', true, 'drop_object', 'DropStmt DropdbStmt DropTableSpaceStmt DropOwnedStmt'),
  ...of('ddl', true, 'drop_object', 'DropSubscriptionStmt'),
  ...of('ddl', true, 'truncate', 'TruncateStmt'),
  ...of('ddl', true, 'stored_code', 'CreateFunctionStmt CreateTrigStmt RuleStmt'),
  ...of('ddl', true, 'stored_code', 'CreateEventTrigStmt AlterFunctionStmt CreateTransformStmt'),
  ...of('ddl', true, 'disable_protection', 'AlterEventTrigStmt'),
  ...of('utility', true, 'dynamic_sql', 'DoStmt PrepareStmt ExecuteStmt'),
  ...of('dcl', true, 'privilege_change', 'GrantStmt GrantRoleStmt AlterRoleStmt AlterRoleSetStmt'),
  ...of('dcl', true, 'privilege_change', 'CreateRoleStmt DropRoleStmt AlterDefaultPrivilegesStmt'),
  ...of('dcl', true, 'privilege_change', 'AlterOwnerStmt ReassignOwnedStmt CreateUserMappingStmt'),
  ...of('dcl', true, 'privilege_change', 'AlterUserMappingStmt DropUserMappingStmt SecLabelStmt'),
  ...of('dcl', true, 'privilege_change', 'CreatePolicyStmt AlterPolicyStmt'),
  ...of('utility', true, 'system_change', 'AlterSystemStmt AlterDatabaseStmt AlterDatabaseSetStmt'),
  ...of('utility', true, 'system_change', 'CreatedbStmt CreateTableSpaceStmt'),
  ...of(
    'utility',
    true,
    'system_change',
    'AlterDatabaseRefreshCollStmt AlterTableSpaceOptionsStmt',
  ),
  ...of('utility', true, 'system_change', 'AlterTableMoveAllStmt'),
  ...of('utility', true, 'server_control', 'CheckPointStmt'),
  ...of('utility', true, 'extension_or_language', 'LoadStmt CreateExtensionStmt CreatePLangStmt'),
  ...of('utility', true, 'extension_or_language', 'AlterExtensionStmt AlterExtensionContentsStmt'),
  ...of('utility', true, 'extension_or_language', 'CreateFdwStmt AlterFdwStmt CreateAmStmt'),
  ...of('utility', true, 'network_egress', 'CreateForeignServerStmt AlterForeignServerStmt'),
  ...of('utility', true, 'network_egress', 'CreateForeignTableStmt ImportForeignSchemaStmt'),
  ...of('utility', true, 'network_egress', 'CreateSubscriptionStmt AlterSubscriptionStmt'),
  ...of('utility', true, 'network_egress', 'CreatePublicationStmt AlterPublicationStmt'),
  ...of('utility', true, 'lock_or_maintenance', 'LockStmt VacuumStmt ReindexStmt ClusterStmt'),
  ...of('utility', true, 'lock_or_maintenance', 'RefreshMatViewStmt'),
  ...of('transaction', false, 'transaction_control', 'TransactionStmt'),
  ...of('utility', true, 'procedure_call', 'CallStmt'),
  ...of('session', false, 'session_change', 'NotifyStmt ListenStmt UnlistenStmt DiscardStmt'),
  ...of('session', false, 'session_change', 'DeclareCursorStmt FetchStmt ClosePortalStmt'),
  ...of('session', false, 'session_change', 'DeallocateStmt ConstraintsSetStmt'),
  ...of('session', false, 'environment_probe', 'VariableShowStmt'),
  ...of('ddl', true, 'ddl', 'CreateStmt CreateTableAsStmt ViewStmt IndexStmt CreateSchemaStmt'),
  ...of('ddl', true, 'ddl', 'CreateSeqStmt AlterSeqStmt CreateDomainStmt AlterDomainStmt'),
  ...of('ddl', true, 'ddl', 'CreateEnumStmt AlterEnumStmt CreateRangeStmt CompositeTypeStmt'),
  ...of('ddl', true, 'ddl', 'DefineStmt CreateCastStmt CreateConversionStmt CreateOpClassStmt'),
  ...of('ddl', true, 'ddl', 'CreateOpFamilyStmt AlterOpFamilyStmt CreateStatsStmt AlterStatsStmt'),
  ...of('ddl', true, 'ddl', 'CommentStmt RenameStmt AlterObjectSchemaStmt AlterObjectDependsStmt'),
  ...of('ddl', true, 'ddl', 'AlterTypeStmt AlterOperatorStmt AlterCollationStmt'),
  ...of('ddl', true, 'ddl', 'AlterTSDictionaryStmt AlterTSConfigurationStmt'),
] as const)

/** What one step of ALTER TABLE is. */
export function riskOfAlter(subtype: string): RiskId {
  if (subtype === 'AT_DropColumn') return 'drop_column'
  if (subtype === 'AT_DropConstraint') return 'drop_constraint'
  if (/^AT_(Disable|NoForceRow|EnableReplica)/.test(subtype)) return 'disable_protection'
  return subtype === 'AT_ChangeOwner' ? 'privilege_change' : 'ddl'
}
