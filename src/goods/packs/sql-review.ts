import { z } from 'zod'
import { KB, text } from '../../base/lib/fields.ts'
import { definePack } from './_runtime.ts'

export default definePack({
  title: 'SQL review',
  tagline: 'A statement parsed, judged with a signed certificate and laid out.',
  asks: [
    'review a SQL statement of my agent before it runs, and format it',
    'sql review: parse, judge and lay out a query',
  ],
  input: z.object({
    sql: text(64 * KB)
      .min(1)
      .describe('The statement, up to 64 KB.'),
    dialect: z
      .enum(['postgresql', 'mysql', 'sqlite'])
      .default('postgresql')
      .describe('Dialect of the statement.'),
  }),
  steps: [
    { tool: 'sql-parse', input: ({ sql, dialect }) => ({ sql, dialect }) },
    { tool: 'sql-guard', input: ({ sql, dialect }) => ({ sql, dialect }) },
    { tool: 'sql-format', input: ({ sql, dialect }) => ({ sql, dialect }) },
  ],
  examples: [{ input: { sql: 'select id from users where id = 1 limit 10' } }],
})
