import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { cdp } from '../../../../capabilities/upstreams/cdp.ts'

const ROWS_MAX = 10_000

export default defineTool({
  route: 'POST /api/onchain-sql',
  name: 'SQL over chains',
  description:
    'Read-only SQL over decoded events, transactions and blocks of Base, run by Coinbase; onchain-sql-schema tells the tables.',
  asks: [
    'count Base transactions of the last hour with a query',
    'query decoded events with SQL',
    'ask the blockchain with SQL',
    'count transfers on Base',
  ],
  price: '$0.020',
  uses: { cdp },
  pace: 'slow',
  input: z.object({
    sql: z
      .string()
      .trim()
      .min(1)
      .max(10_000)
      .describe('One SELECT in the dialect of ClickHouse; name a time window and a LIMIT.'),
    cacheSeconds: z
      .int()
      .min(0)
      .max(900)
      .default(60)
      .describe('How old an answer to the same query may be, in seconds.'),
  }),
  output: z.object({
    rows: z
      .array(z.record(z.string(), z.unknown()))
      .describe('Rows as the provider gives them: long whole numbers are text.'),
    columns: z.array(z.object({ name: z.string(), type: z.string() })),
    rowCount: z.int().describe('Number of rows of the query; at most 10,000 are given.'),
    truncated: z.boolean(),
    cached: z.boolean().nullable(),
    executedIso: z.string().nullable().describe('When the query was run.'),
    elapsedMs: z.number().nullable(),
  }),
  examples: [
    {
      input: {
        sql: 'SELECT count(*) AS count FROM base.transactions WHERE block_timestamp > now() - INTERVAL 1 HOUR',
      },
      at: '2026-01-01T00:10:00Z',
      output: {
        rows: [{ count: '42' }],
        columns: [{ name: 'count', type: 'UInt64' }],
        rowCount: 1,
        truncated: false,
        cached: false,
        executedIso: '2026-01-01T00:00:00Z',
        elapsedMs: 145,
        source: 'Coinbase Developer Platform',
        asOf: '2026-01-01T00:10:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ sql, cacheSeconds }, { cdp }) {
    const { result, schema, metadata } = await cdp.query(sql, cacheSeconds)
    const rowCount = metadata?.rowCount ?? result.length
    const rows = result.slice(0, ROWS_MAX)
    return {
      rows,
      columns: schema?.columns ?? [],
      rowCount,
      truncated: rows.length < rowCount,
      cached: metadata?.cached ?? null,
      executedIso: metadata?.executionTimestamp ?? null,
      elapsedMs: metadata?.executionTimeMs ?? null,
    }
  },
})
