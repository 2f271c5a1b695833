import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, text } from '../../../../base/lib/fields.ts'
import { placeIn } from '../../../../base/lib/json-text.ts'
import { isObject } from '../../../../base/lib/json-object.ts'
import { OTHER_DIALECTS, parsedOther } from '../../../../engines/sql/other-parser.ts'
import { reviewPostgres } from '../../../../engines/sql/postgres-review.ts'
import { isTooDeep, textAt } from '../../../../engines/sql/postgres-nodes.ts'
import type { SqlFlaw } from '../../../../engines/sql/findings.ts'
import { parsedPostgres } from '../../../../engines/sql/review.ts'
import { tokensOf } from '../../../../engines/sql/tokens.ts'

const AST_CHARACTERS_MAX = 1_000_000

interface Parsed {
  readonly kinds: readonly string[]
  readonly tables: readonly { readonly name: string; readonly access: 'read' | 'write' }[]
  readonly columns: readonly string[]
  readonly readOnly: boolean
  readonly ast: unknown
}

export default defineTool({
  route: 'POST /api/sql-parse',
  name: 'SQL parser',
  description:
    'Parse SQL of seven dialects: kinds of statement, tables read or written, columns, syntax ' +
    'tree, and the place of a syntax error.',
  asks: [
    'parse a SQL query and list the tables it reads or writes',
    'where is the syntax error in this SQL',
    'which tables does the query use',
  ],
  price: '$0.002',
  engine: 'sql',
  uses: {},
  place: 'thread',
  input: z.object({
    sql: text(200 * KB).describe('One or more statements, up to 200 KB.'),
    dialect: z
      .enum(['postgresql', ...OTHER_DIALECTS])
      .default('postgresql')
      .describe('postgresql is read by the parser of PostgreSQL 18, the others by another.'),
  }),
  output: z.object({
    valid: z.boolean(),
    error: z
      .object({
        message: z.string(),
        line: z.int().nullable(),
        column: z.int().nullable(),
        at: z.int().nullable().describe('Index from 0, in UTF-16 code units.'),
      })
      .nullable(),
    statements: z.int().describe('Number of statements.'),
    kinds: z.array(z.string()).describe('Kind of each statement, such as SELECT.'),
    tables: z.array(z.object({ name: z.string(), access: z.enum(['read', 'write']) })),
    columns: z.array(z.string()),
    readOnly: z
      .boolean()
      .nullable()
      .describe(
        'Whether the statements only read, by their words; a function they call may still write.',
      ),
    ast: z.unknown().describe('Syntax tree of the parser; null if it is larger than 1 MB.'),
    parser: z.string(),
  }),
  examples: [
    { input: { sql: 'select a from t where id = 1' } },
    {
      input: { sql: 'selec a from t', dialect: 'postgresql' },
      output: {
        valid: false,
        error: { message: 'syntax error at or near "selec"', line: 1, column: 1, at: 0 },
        statements: 0,
        kinds: [],
        tables: [],
        columns: [],
        readOnly: null,
        ast: null,
        parser: 'libpg-query@18.1.5',
      },
    },
  ],

  async run({ sql, dialect }) {
    const parser = dialect === 'postgresql' ? 'libpg-query@18.1.5' : 'node-sql-parser@5.4.0'
    const parsed = dialect === 'postgresql' ? await postgres(sql) : await other(dialect, sql)
    if ('flaw' in parsed) return { ...NOTHING, error: errorOf(sql, parsed.flaw), parser }
    const { ast, ...rest } = parsed
    const isSmall = !isTooDeep(ast) && JSON.stringify(ast).length <= AST_CHARACTERS_MAX
    return {
      valid: true,
      error: null,
      statements: rest.kinds.length,
      ...rest,
      ast: isSmall ? ast : null,
      parser,
    }
  },
})

const NOTHING = {
  valid: false,
  statements: 0,
  kinds: [],
  tables: [],
  columns: [],
  readOnly: null,
  ast: null,
} as const

function errorOf(sql: string, { message, at }: SqlFlaw) {
  const place = at === null ? { line: null, column: null } : placeIn(sql, at)
  return { message, ...place, at }
}

async function postgres(sql: string): Promise<Parsed | { readonly flaw: SqlFlaw }> {
  const nul = sql.indexOf('\0')
  // The parser would stop here without an error.
  if (nul >= 0) return { flaw: { message: 'a NUL character', at: nul } }
  const { open } = tokensOf('postgresql', sql)
  if (open?.kind === 'comment')
    return { flaw: { message: 'a comment that never ends', at: open.at } }
  const tree = await parsedPostgres(sql)
  if ('flaw' in tree) return tree
  const raws = (tree.stmts ?? []).map(({ stmt }) => stmt)
  if (isTooDeep(raws)) return { flaw: { message: 'nested too deep', at: null } }
  const reviews = raws.map((stmt) => reviewPostgres(stmt, 0))
  return {
    kinds: reviews.map(({ verb }) => verb),
    tables: merged(reviews.flatMap(({ tables }) => tables)),
    columns: [...new Set(reviews.flatMap(({ columns }) => columns))],
    readOnly: reviews.every(({ mutating }) => !mutating),
    ast: raws,
  }
}

/** Each table once; as written if it is both read and written. */
function merged(tables: Parsed['tables']): Parsed['tables'] {
  const byName = new Map<string, 'read' | 'write'>()
  for (const { name, access } of tables) if (byName.get(name) !== 'write') byName.set(name, access)
  return [...byName].map(([name, access]) => ({ name, access }))
}

async function other(
  dialect: (typeof OTHER_DIALECTS)[number],
  sql: string,
): Promise<Parsed | { readonly flaw: SqlFlaw }> {
  const tree = await parsedOther(dialect, sql)
  if ('flaw' in tree) return tree
  const statements = (Array.isArray(tree.ast) ? tree.ast : [tree.ast]) as readonly unknown[]
  const kinds = statements.flatMap((one) =>
    isObject(one) ? [textAt(one['type']).toUpperCase() || 'STATEMENT'] : [],
  )
  const tables = tree.tableList.map((told) => {
    const [verb = '', schema = '', table = ''] = told.split('::')
    const access = verb === 'select' ? ('read' as const) : ('write' as const)
    return { name: schema === 'null' ? table : `${schema}.${table}`, access }
  })
  const columns = tree.columnList.map((told) => {
    const [, table = '', column = ''] = told.split('::')
    const name = column === '(.*)' ? '*' : column
    return table === 'null' ? name : `${table}.${name}`
  })
  return {
    kinds,
    tables: merged(tables),
    columns: [...new Set(columns)],
    readOnly:
      kinds.every((kind) => kind === 'SELECT') && tables.every((one) => one.access === 'read'),
    ast: statements,
  }
}
