import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { jsonObject } from '../../../../base/lib/json-guard.ts'
import { MB } from '../../../../base/lib/fields.ts'
import { openTables, type Engine } from './_sqlite.ts'

const SQL_CHARACTERS_MAX = 20_000
const TABLES = { bytesMax: 2 * MB, valuesMax: 200_000 }
const ANSWER_CHARACTERS_MAX = 3_000_000
const CELL_CHARACTERS_MAX = 1_000_000

export default defineTool({
  route: 'POST /api/sql-run',
  name: 'SQL run',
  description:
    'Run SQL over your own JSON rows or CSV tables in a throw-away SQLite database: joins, windows, aggregates, with the query plan.',
  asks: [
    'run SQL over my own CSV tables',
    'join two JSON tables with SQL in SQLite',
    'query my spreadsheet with SELECT statements',
    'join and group rows with SQL without a database of my own',
    'analyse a CSV with SQL',
  ],
  price: '$0.003',
  engine: 'code',
  uses: {},
  place: 'thread',
  input: z.object({
    tables: jsonObject(TABLES).describe(
      'Tables by name: each an array of objects, or CSV text with a header. 2 MB together.',
    ),
    sql: z
      .string()
      .min(1)
      .max(SQL_CHARACTERS_MAX)
      .describe(
        'SQLite statements, up to 20000 characters; the answer has the rows of the last one.',
      ),
    limit: z
      .int()
      .min(1)
      .max(10_000)
      .default(1_000)
      .describe('Most rows in the answer, 1 to 10000.'),
  }),
  output: z.object({
    rows: z
      .array(z.record(z.string(), z.unknown()))
      .describe('Rows as objects by column; a number beyond 2^53 is text, bytes are base64.'),
    columns: z.array(z.string()).describe('Names of the columns; a repeated name gets a number.'),
    rowCount: z.int().describe('Number of rows in the answer.'),
    truncated: z.boolean().describe('Whether there were more rows.'),
    plan: z.array(z.string()).describe('How SQLite finds the rows of the last statement.'),
  }),
  examples: [
    {
      input: {
        tables: {
          t: [
            { k: 'a', v: 1 },
            { k: 'a', v: 2 },
          ],
        },
        sql: 'select k, sum(v) s from t group by k',
      },
      output: {
        rows: [{ k: 'a', s: 3 }],
        columns: ['k', 's'],
        rowCount: 1,
        truncated: false,
        plan: ['SCAN t', 'USE TEMP B-TREE FOR GROUP BY'],
      },
    },
    {
      input: {
        tables: { people: 'id,name\n1,Ada\n2,Bob', orders: [{ person: 1, total: 9.5 }] },
        sql: 'select name, total from people left join orders on person = id order by id',
      },
    },
  ],

  async run({ tables, sql, limit }) {
    const engine = await openTables(tables)
    try {
      return answered(engine, sql, limit)
    } finally {
      engine.close()
    }
  },
})

function answered(engine: Engine, sql: string, limit: number) {
  let answer = { columns: [] as readonly string[], rows: [] as Row[], truncated: false }
  let last = ''
  engine.each(sql, (statement) => {
    last = statement.sql
    const { columns } = statement
    const rows: Row[] = []
    let size = 0
    let truncated = false
    for (let row = statement.next(); row !== null; row = statement.next()) {
      if (columns.length === 0) continue
      if (rows.length === limit) {
        truncated = true
        break
      }
      const made = Object.fromEntries(columns.map((name, at) => [name, cellOf(row?.[at])]))
      size += JSON.stringify(made).length
      if (size > ANSWER_CHARACTERS_MAX)
        throw badInput(
          `limit: must be smaller, the rows are longer than ${ANSWER_CHARACTERS_MAX} characters`,
        )
      rows.push(made)
    }
    answer = { columns, rows, truncated }
  })
  if (last === '') throw badInput('sql: must hold a statement')
  const { columns, rows, truncated } = answer
  return {
    rows,
    columns: [...columns],
    rowCount: rows.length,
    truncated,
    plan: [...engine.plan(last)],
  }
}

type Row = Record<string, unknown>

function cellOf(value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : String(value)
  }
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (typeof value === 'string' && value.length > CELL_CHARACTERS_MAX)
    throw badInput(`sql: makes a text of more than ${CELL_CHARACTERS_MAX} characters`)
  return value ?? null
}
