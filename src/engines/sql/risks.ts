/** What may be wrong with a statement, by id. */

export type Severity = 'block' | 'warn'

export interface Risk {
  readonly id: RiskId
  readonly severity: Severity
  readonly message: string
  /** Index into the statement, in UTF-16 code units; null where the whole is meant. */
  readonly at: number | null
  /** What stands there. */
  readonly piece: string
}

const RISKS = {
  invalid_text: ['block', 'holds a character that hides what follows it from some parsers'],
  empty_statement: ['block', 'holds no statement'],
  parse_error: ['block', 'is not understood by the parser of its dialect'],
  too_deep: ['block', 'is nested deeper than is reviewed here'],
  multi_statement: ['block', 'holds more than one statement'],
  unknown_statement: ['block', 'is a kind of statement that is not reviewed here'],
  update_without_where: ['block', 'changes every row of a table'],
  delete_without_where: ['block', 'deletes every row of a table'],
  where_always_true: ['block', 'has a condition that holds for every row'],
  merge_unbounded: ['block', 'merges every row of a table'],
  drop_object: ['block', 'drops a table or another object'],
  truncate: ['block', 'empties a table'],
  drop_column: ['block', 'drops a column with its data'],
  drop_constraint: ['block', 'drops a constraint'],
  disable_protection: ['block', 'turns off triggers, rules or row security'],
  explain_executes: ['block', 'EXPLAIN ANALYZE runs the change that it explains'],
  stored_code: ['block', 'stores code that runs later'],
  dynamic_sql: ['block', 'runs SQL that stands in a text or was prepared elsewhere'],
  privilege_change: ['block', 'changes who may do what'],
  session_tampering: ['block', 'changes the role or the protections of the session'],
  system_change: ['block', 'changes the settings of the server'],
  system_catalog_write: ['block', "writes to the server's own tables"],
  os_command: ['block', 'runs a program of the operating system'],
  server_file_access: ['block', 'reads or writes files of the server'],
  network_egress: ['block', 'connects to another server'],
  time_delay: ['block', 'makes the server wait, as blind injections do'],
  server_control: ['block', 'stops sessions or changes how the server runs'],
  sensitive_catalog: ['block', 'reads where the server keeps passwords and accounts'],
  union_exfiltration: ['block', 'adds rows of constants or of system tables to the result'],
  error_based_probe: ['block', 'puts what it reads into an error message'],
  extension_or_language: ['block', 'loads an extension, a library or a language'],
  version_comment: ['block', 'has a comment that MySQL executes'],
  ddl: ['warn', 'changes the structure of the database'],
  where_not_selective: [
    'warn',
    'has a condition that nearly every row meets, or that does not look at the rows',
  ],
  unbounded_select: ['warn', 'reads a whole table, or more rows than allowed'],
  comment_tail: ['warn', 'ends in a comment that looks like cut-off SQL'],
  catalog_read: ['warn', 'reads the catalog of the server'],
  environment_probe: ['warn', 'asks about the server or the session'],
  cartesian_join: ['warn', 'joins tables without a condition between them'],
  union_different_table: ['warn', 'adds rows of another table to the result'],
  resource_bomb: ['warn', 'may use up memory or time'],
  row_lock: ['warn', 'locks rows or keys'],
  lock_or_maintenance: ['warn', 'locks or rewrites whole tables'],
  transaction_control: ['warn', 'begins or ends a transaction'],
  session_change: ['warn', 'changes the session'],
  procedure_call: ['warn', 'calls a procedure whose effect is not seen here'],
  bulk_transfer: ['warn', 'copies a whole table in or out'],
  constant_condition: ['warn', 'compares or joins constants only, as injected text does'],
  odd_name: ['warn', 'names a column, a type or a function as none is called'],
  scanned_only: ['warn', 'was read by its words only, because no parser of its dialect is used'],
} as const satisfies Readonly<Record<string, readonly [Severity, string]>>

export type RiskId = keyof typeof RISKS

export const RISK_IDS = Object.keys(RISKS) as readonly RiskId[]
export const severityOf = (id: RiskId): Severity => RISKS[id][0]
export const meaningOf = (id: RiskId): string => RISKS[id][1]

/** What a caller may allow: that which only warns. */
export const ALLOWABLE = RISK_IDS.filter((id) => severityOf(id) === 'warn' && id !== 'scanned_only')

/** Functions that do more than answer a value, by dialect; a `*` stands for any ending. */
const FUNCTIONS: Readonly<Record<string, Readonly<Partial<Record<RiskId, string>>>>> = {
  postgresql: {
    server_file_access:
      'pg_read_file pg_read_binary_file pg_ls_* pg_stat_file pg_file_* pg_logdir_ls lo_import ' +
      'lo_export lo_put lo_get lo_create lo_unlink lo_from_bytea loread lowrite',
    network_egress:
      'dblink* http http_* postgres_fdw_* aws_s3.* aws_lambda.* azure_storage.* utl_http.* ' +
      'utl_inaddr.* utl_tcp.* utl_smtp.* dbms_ldap.* httpuritype',
    os_command: 'sys_eval sys_exec pg_execute_server_program',
    time_delay: 'pg_sleep* dbms_pipe.* dbms_lock.* dbms_session.sleep',
    sensitive_catalog: 'pg_hba_file_rules pg_show_all_file_settings pg_ident_file_mappings',
    error_based_probe: 'ctxsys.* ordsys.* dbms_xmlgen.*',
    server_control:
      'pg_terminate_backend pg_cancel_backend pg_reload_conf pg_rotate_logfile* pg_promote ' +
      'pg_switch_wal pg_switch_xlog pg_create_* pg_drop_replication_slot pg_backup_* ' +
      'pg_start_backup pg_stop_backup pg_replication_* pg_logical_* pg_wal_replay_* ' +
      'pg_stat_reset* pg_stat_statements_reset pg_log_backend_memory_contexts pg_import_system_collations',
    dynamic_sql:
      'query_to_xml* table_to_xml* cursor_to_xml* schema_to_xml* database_to_xml* ts_stat ' +
      'crosstab* connectby xpath_table ts_rewrite cron.* pg_background_* run_command_on_* dbms_sql.*',
    environment_probe:
      'version current_setting inet_server_* inet_client_* pg_postmaster_start_time ' +
      'pg_conf_load_time pg_current_logfile pg_backend_pid pg_database_size current_database ' +
      'current_user session_user pg_get_userbyid pg_get_*def* pg_get_expr has_*_privilege ' +
      'pg_stat_get_* pg_relation_file* pg_tablespace_* pg_show_all_settings pg_config ' +
      'pg_current_wal_* pg_last_wal_* pg_is_in_recovery pg_lock_status',
    row_lock: 'pg_advisory_* pg_try_advisory_*',
    session_change: 'pg_notify',
    procedure_call: 'setval',
  },
  mysql: {
    server_file_access: 'load_file',
    os_command: 'sys_exec sys_eval sys_get sys_set',
    time_delay: 'sleep benchmark',
    row_lock: 'get_lock release_lock',
    error_based_probe:
      'extractvalue updatexml gtid_subset gtid_subtract geometrycollection multipoint ' +
      'multilinestring multipolygon linestring st_latfromgeohash st_longfromgeohash ' +
      'st_pointfromgeohash name_const json_keys_error',
    environment_probe:
      'version current_user session_user system_user user connection_id database schema ' +
      'found_rows',
    server_control: 'master_pos_wait source_pos_wait wait_for_executed_gtid_set',
  },
  sqlite: {
    extension_or_language: 'load_extension',
    server_file_access: 'readfile writefile edit fts3_tokenizer',
    os_command: 'system',
    environment_probe: 'sqlite_version sqlite_source_id sqlite_compileoption_*',
    resource_bomb: 'randomblob zeroblob',
  },
  tsql: {
    network_egress: 'openrowset opendatasource openquery',
    environment_probe:
      'serverproperty suser_name suser_sname system_user host_name db_name user_name is_srvrolemember',
    server_file_access: 'fn_trace_gettable fn_xe_file_target_read_file fn_get_audit_file',
  },
}

const TABLES = new Map(
  Object.entries(FUNCTIONS).map(([dialect, table]) => {
    const rows = Object.entries(table).flatMap(([id, names]) =>
      names.split(' ').map((name) => [name, id as RiskId] as const),
    )
    const exact = new Map(rows.filter(([name]) => !name.includes('*')))
    const patterns = rows
      .filter(([name]) => name.includes('*'))
      .map(([name, id]) => [patternOf(name), id] as const)
    return [dialect, { exact, patterns }] as const
  }),
)

function patternOf(name: string): RegExp {
  return new RegExp(`^${name.replaceAll('.', '\\.').replaceAll('*', '\\w*')}$`)
}

/** The risk of calling a function, if it has one of its own, or the schema where it stands. */
export function riskOfFunction(dialect: string, name: string, schema = ''): RiskId | undefined {
  const whole = schema === '' ? undefined : riskOfFunction(dialect, `${schema}.${name}`)
  if (whole !== undefined) return whole
  const table = TABLES.get(dialect)
  const own = table?.exact.get(name) ?? table?.patterns.find(([pattern]) => pattern.test(name))?.[1]
  if (own !== undefined) return own
  // A function of another server fails here, and shows that somebody tries servers.
  const others = [...TABLES].flatMap(([, { exact }]) => exact.get(name) ?? [])
  return others.find((id) => id === 'resource_bomb' || severityOf(id) === 'block')
}

const SENSITIVE =
  /^(pg_shadow|pg_authid|pg_user_mappings?|user_mapping_options|pg_hba_file_rules|pg_file_settings|pg_ident_file_mappings|decrypted_secrets|pg_subscription|pg_largeobject|usr?passwords?)$/
const CATALOGS = /^(pg_catalog|information_schema|sys|mysql|performance_schema)$/

/** The risk of reading a table of the server itself. */
export function riskOfTable(dialect: string, schema: string, table: string): RiskId | undefined {
  if (dialect === 'postgresql' && SENSITIVE.test(table)) return 'sensitive_catalog'
  if (dialect === 'mysql' && schema === 'mysql') return 'sensitive_catalog'
  if (dialect === 'tsql' && /^(sql_logins|syslogins|server_principals|sysusers)$/.test(table))
    return 'sensitive_catalog'
  if (CATALOGS.test(schema)) return 'catalog_read'
  if (dialect === 'postgresql' && table.startsWith('pg_')) return 'catalog_read'
  if (dialect === 'sqlite' && /^sqlite_(master|schema|temp_\w+|sequence)$/.test(table))
    return 'catalog_read'
  if (dialect === 'tsql' && /^(sysobjects|syscolumns|sysdatabases|sysprocesses)$/.test(table))
    return 'catalog_read'
  return undefined
}

/** Settings that decide as whom a session acts, and what still protects the data. */
export const PROTECTIVE_SETTING =
  /^(role|session_authorization|session_replication_role|row_security|is_superuser|default_transaction_read_only|transaction_read_only|lo_compat_privileges|check_function_bodies|zero_damaged_pages|allow_system_table_mods|ignore_system_indexes|log_.*|local_preload_libraries|session_preload_libraries|dynamic_library_path)$/

/** A pattern that repeats what is repeated already takes time beyond measure in some engines. */
export const isExhausting = (pattern: string): boolean =>
  /[)\]][+*]\)?[+*{]|\([^)]*[+*]\)[+*{]|(?:%[^%]*){12}/.test(pattern)

export const REPEAT_BLOCKED = 50_000_000
export const ROWS_WARNED = 10_000_000
