import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, text } from '../../../../base/lib/fields.ts'

const DEPTH_MAX = 100

export default defineTool({
  route: 'POST /api/sql-format',
  name: 'SQL format',
  description:
    'Formats SQL consistently: PostgreSQL, MySQL, SQLite, BigQuery, Snowflake, T-SQL or standard.',
  asks: [
    'indent a long sql statement',
    'uppercase sql keywords and indent',
    'make my long query readable',
    'indent SQL',
    'beautify a select',
  ],
  price: '$0.001',
  engine: 'sql',
  uses: {},
  place: 'thread',
  input: z.object({
    sql: text(200 * KB).describe('SQL statements, up to 200 KB, 100 nested parentheses.'),
    dialect: z
      .enum(['postgresql', 'mysql', 'sqlite', 'bigquery', 'snowflake', 'tsql', 'sql'])
      .default('postgresql')
      .describe('Dialect of the statements; sql is the standard.'),
    keywordCase: z
      .enum(['upper', 'lower', 'preserve'])
      .default('upper')
      .describe('Case of keywords.'),
  }),
  output: z.object({
    sql: z.string().describe('The same statements, formatted; they are not checked or run.'),
  }),
  examples: [
    {
      input: { sql: 'select a,b from t where x=1' },
      output: { sql: 'SELECT\n  a,\n  b\nFROM\n  t\nWHERE\n  x = 1' },
    },
  ],

  async run({ sql, dialect, keywordCase }) {
    assertShallow(sql)
    const { format } = await import('sql-formatter')
    try {
      return { sql: format(sql, { language: dialect, keywordCase }) }
    } catch (thrown) {
      if (thrown instanceof RangeError) throw badInput('sql: is nested too deep')
      const { message } = thrown as Error
      const what = (message.split('\n')[0] ?? '').replace(/^Parse error:? ?/, '')
      throw badInput(`sql: ${what.slice(0, 300)}`)
    }
  },
})

function assertShallow(sql: string): void {
  let depth = 0
  for (const mark of sql.match(/[()]/g) ?? []) {
    depth = mark === '(' ? depth + 1 : Math.max(0, depth - 1)
    if (depth > DEPTH_MAX) throw badInput(`sql: must have at most ${DEPTH_MAX} nested parentheses`)
  }
}
