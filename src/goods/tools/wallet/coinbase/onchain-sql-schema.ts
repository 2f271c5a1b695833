import { z } from 'zod'
import { notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { cdp } from '../../../../capabilities/upstreams/cdp.ts'

const EXAMPLES = [
  'SELECT count(*) AS count FROM base.transactions WHERE block_timestamp > now() - INTERVAL 1 HOUR',
  "SELECT block_number, transaction_hash, parameters FROM base.events WHERE event_signature = 'Transfer(address,address,uint256)' AND address = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913' ORDER BY block_number DESC LIMIT 10",
]

export default defineTool({
  route: 'GET /api/onchain-sql-schema',
  name: 'Schema of SQL over chains',
  description: 'Tables and columns that onchain-sql can query, with examples.',
  asks: [
    'which tables and columns can onchain-sql query',
    'schema of the tables for onchain-sql',
    'tables for on-chain queries',
  ],
  price: '$0.002',
  uses: { cdp },
  input: z.object({
    table: z.string().trim().max(60).optional().describe('Only this table, such as events.'),
    database: z
      .enum(['base', 'base_sepolia', 'solana', 'hyperevm'])
      .default('base')
      .describe('Name of the chain.'),
  }),
  output: z.object({
    tables: z.array(
      z.object({
        name: z.string().describe('Name to use in queries.'),
        description: z.string().nullable(),
        columns: z.array(
          z.object({
            name: z.string(),
            type: z.string(),
            nullable: z.boolean().nullable(),
            description: z.string().nullable(),
          }),
        ),
      }),
    ),
    dialect: z.string(),
    limits: z.object({ sqlCharacters: z.int(), cacheSeconds: z.int(), rows: z.int() }),
    examples: z.array(z.string()),
    count: z.int(),
  }),
  examples: [{ input: {}, at: '2026-01-01T00:10:00Z' }],

  async run({ table, database }, { cdp }) {
    const all = await cdp.schema(database)
    const found = all.filter(({ table: name }) => table === undefined || name === table)
    if (found.length === 0)
      throw notFound(
        `table: ${database} has no such table; it has ${all.map((one) => one.table).join(', ')}`,
      )
    return {
      tables: found.map(({ table: name, description, columns }) => ({
        name: `${database}.${name}`,
        description: description ?? null,
        columns: columns.map((column) => ({
          name: column.name,
          type: column.type,
          nullable: column.nullable ?? null,
          description: column.description ?? null,
        })),
      })),
      dialect: 'ClickHouse, one SELECT',
      limits: { sqlCharacters: 10_000, cacheSeconds: 900, rows: 10_000 },
      examples: EXAMPLES,
      count: found.length,
    }
  },
})
