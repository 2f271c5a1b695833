import { riskOfFunction, riskOfTable, type RiskId } from './risks.ts'
import type { Dialect, Token } from './tokens.ts'

/** What the words of a statement tell, for dialects whose parser does not know all of them. */

type Rule = readonly [pattern: RegExp, id: RiskId]

const COMMON: readonly Rule[] = [
  [/^DROP (USER|ROLE|LOGIN) /, 'privilege_change'],
  [/^DROP /, 'drop_object'],
  [/^TRUNCATE /, 'truncate'],
  [/^ALTER TABLE .* DROP (CONSTRAINT|PRIMARY|FOREIGN|CHECK) /, 'drop_constraint'],
  [/^ALTER TABLE .* DROP /, 'drop_column'],
  [/^(GRANT|REVOKE|DENY) /, 'privilege_change'],
  [
    /^(CREATE|ALTER|RENAME) (OR REPLACE )?(USER|ROLE|LOGIN|SERVER ROLE|APPLICATION ROLE)\b/,
    'privilege_change',
  ],
  [
    /^(CREATE|ALTER)( OR (REPLACE|ALTER))?( DEFINER = \S+( @ \S+)?)?( AGGREGATE| TEMP| TEMPORARY)? (FUNCTION|PROCEDURE|PROC|TRIGGER|EVENT)\b/,
    'stored_code',
  ],
  [/^(CREATE|ALTER|RENAME|COMMENT) /, 'ddl'],
  [
    /^(BEGIN|START TRANSACTION|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|XA|END|SAVE TRAN)\b/,
    'transaction_control',
  ],
  [/^(LOCK|UNLOCK|OPTIMIZE|ANALYZE|REPAIR|CHECK|REINDEX|VACUUM)\b/, 'lock_or_maintenance'],
  [/^(PREPARE|EXECUTE IMMEDIATE)\b/, 'dynamic_sql'],
]

const RULES: Readonly<Record<Exclude<Dialect, 'postgresql'>, readonly Rule[]>> = {
  mysql: [
    ...COMMON,
    [/\bINTO (OUTFILE|DUMPFILE)\b/, 'server_file_access'],
    [/^LOAD (DATA|XML)\b/, 'server_file_access'],
    [/^SET (PASSWORD|ROLE|DEFAULT ROLE)\b/, 'privilege_change'],
    [/^SET .*\b(GLOBAL|PERSIST|PERSIST_ONLY|@@GLOBAL)\b/, 'system_change'],
    [
      /^SET .*\b(SQL_LOG_BIN|FOREIGN_KEY_CHECKS|UNIQUE_CHECKS|SQL_SAFE_UPDATES|PSEUDO_\w+|SQL_MODE)\b/i,
      'session_tampering',
    ],
    [/^(SET|USE)\b/, 'session_change'],
    [/^(EXECUTE|DEALLOCATE)\b/, 'dynamic_sql'],
    [/^(CALL|DO)\b/, 'procedure_call'],
    [/^HANDLER\b/, 'bulk_transfer'],
    [
      /^(KILL|SHUTDOWN|RESTART|RESET|PURGE|FLUSH|CHANGE|START (SLAVE|REPLICA|GROUP)|STOP|CLONE|BINLOG)\b/,
      'server_control',
    ],
    [/^(INSTALL|UNINSTALL)\b/, 'extension_or_language'],
    [/^(SHOW|DESC|DESCRIBE|HELP)\b/, 'catalog_read'],
    [/\b(FOR UPDATE|FOR SHARE|LOCK IN SHARE MODE)\b/, 'row_lock'],
    [/@@\w/, 'environment_probe'],
    [/\bPROCEDURE ANALYSE\b/, 'error_based_probe'],
    [/\bFLOOR \( RAND \(/, 'error_based_probe'],
    [/\bEXP \( ~/, 'error_based_probe'],
  ],
  sqlite: [
    ...COMMON,
    [/^(ATTACH|DETACH)\b/, 'server_file_access'],
    [/^VACUUM .*\bINTO\b/, 'server_file_access'],
    [/^CREATE VIRTUAL TABLE\b/, 'extension_or_language'],
    [
      /^PRAGMA (\S+ \. )?(WRITABLE_SCHEMA|KEY|REKEY|HEXKEY|TEMP_STORE_DIRECTORY|DATA_STORE_DIRECTORY|JOURNAL_MODE|SYNCHRONOUS|FOREIGN_KEYS|TRUSTED_SCHEMA|CELL_SIZE_CHECK|IGNORE_CHECK_CONSTRAINTS|DEFENSIVE)\b/,
      'session_tampering',
    ],
    [
      /^PRAGMA (\S+ \. )?(TABLE_\w+|INDEX_\w+|DATABASE_LIST|FOREIGN_KEY_LIST|FUNCTION_LIST|\w+_LIST)\b/,
      'catalog_read',
    ],
    [/^PRAGMA\b/, 'session_change'],
  ],
  tsql: [
    ...COMMON,
    [/\b(XP_CMDSHELL|SP_OA\w+|XP_TERMINATE_PROCESS|SP_EXECUTE_EXTERNAL_SCRIPT)\b/, 'os_command'],
    [
      /\b(XP_DIRTREE|XP_FILEEXIST|XP_SUBDIRS|XP_GETFILEDETAILS|SP_ADDLINKEDSERVER|SP_SEND_DBMAIL|XP_SENDMAIL)\b/,
      'network_egress',
    ],
    [/\b(OPENROWSET|OPENDATASOURCE|OPENQUERY)\b/, 'network_egress'],
    [/\b(XP_REG\w+|XP_INSTANCE_REG\w+|SP_CONFIGURE|RECONFIGURE)\b/, 'system_change'],
    [/\bALTER (SERVER|DATABASE|ENDPOINT|RESOURCE)\b/, 'system_change'],
    [/\b(SP_EXECUTESQL|SP_EXECUTE|SP_PREPARE|SP_SQLEXEC)\b/, 'dynamic_sql'],
    [/\b(EXEC|EXECUTE) \(/, 'dynamic_sql'],
    [/\b(EXEC|EXECUTE) @/, 'dynamic_sql'],
    [
      /\b(SP_ADDSRVROLEMEMBER|SP_ADDROLEMEMBER|SP_ADDLOGIN|SP_ADDUSER|SP_GRANTDBACCESS|SP_PASSWORD)\b/,
      'privilege_change',
    ],
    [/\b(EXECUTE|EXEC) AS\b|\bSETUSER\b|\bREVERT\b/, 'session_tampering'],
    [/\bWAITFOR\b/, 'time_delay'],
    [/\b(SHUTDOWN|KILL|DBCC|SP_CYCLE_ERRORLOG)\b/, 'server_control'],
    [/\bBULK INSERT\b|^(BACKUP|RESTORE)\b|\bOPENFILE\b/, 'server_file_access'],
    [/\b(DISABLE TRIGGER|NOCHECK CONSTRAINT)\b/, 'disable_protection'],
    [/\bCREATE (ASSEMBLY|EXTERNAL)\b/, 'extension_or_language'],
    [/^(EXEC|EXECUTE)\b/, 'procedure_call'],
    [/^(SET|USE|DECLARE|PRINT)\b/, 'session_change'],
    [/@@\w/, 'environment_probe'],
    [/\bWITH \( (TABLOCKX|HOLDLOCK|XLOCK|UPDLOCK)\b/, 'row_lock'],
  ],
}

/** The first rule of each risk that a statement meets; `lead` are those of its first words. */
export function risksOfWords(
  dialect: Exclude<Dialect, 'postgresql'>,
  statement: readonly Token[],
): readonly RiskId[] {
  const line = statement.map(tokenText).join(' ')
  const met = RULES[dialect].filter(([pattern]) => pattern.test(line))
  const lead = met.find(([pattern]) => pattern.source.startsWith('^'))
  const inside = met.filter(([pattern]) => !pattern.source.startsWith('^'))
  return [...new Set([...(lead ? [lead] : []), ...inside].map(([, id]) => id))]
}

const tokenText = ({ kind, text }: Token): string =>
  kind === 'word' ? text.toUpperCase() : kind === 'text' ? "'" : kind === 'name' ? '"' : text

export interface Named {
  readonly id: RiskId
  readonly at: number
}

/** Functions that are called, and tables of the server that are named. */
export function risksOfNames(dialect: Dialect, statement: readonly Token[]): readonly Named[] {
  return statement.flatMap((token, at) => {
    if (token.kind !== 'word' && token.kind !== 'name') return []
    const name = bare(token)
    if (statement[at + 1]?.text === '(') {
      const id = riskOfFunction(dialect, name)
      return id ? [{ id, at: token.at }] : []
    }
    const isDotted = statement[at - 1]?.text === '.'
    const schema = isDotted && statement[at - 2] ? bare(statement[at - 2] as Token) : ''
    if (statement[at + 1]?.text === '.') return []
    const id = riskOfTable(dialect, schema, name)
    return id ? [{ id, at: token.at }] : []
  })
}

export const functionsOf = (statement: readonly Token[]): readonly string[] => [
  ...new Set(
    statement.flatMap((token, at) =>
      token.kind === 'word' && statement[at + 1]?.text === '(' && !isKeyword(token.text)
        ? [token.text.toLowerCase()]
        : [],
    ),
  ),
]

/** Whether a parenthesis after the word is no call. */
export const isKeyword = (word: string): boolean => KEYWORDS.test(word)

const KEYWORDS =
  /^(in|values|and|or|not|exists|as|on|using|select|where|from|when|then|else|case|over|by|union|all|any|key|into|table|set|index|primary|unique|references|check|with|having)$/i

const bare = ({ kind, text }: Token): string =>
  (kind === 'name' ? text.slice(1, -1) : text).toLowerCase()
