import { z } from 'zod'
import { nullIfTheirs, orNull } from '../../../../base/core/failover.ts'
import { Fault } from '../../../../base/core/fault.ts'
import { threadWork } from '../../../../base/core/thread-work.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { threads } from '../../../../engines/threads/threads.ts'
import { defillama } from '../../../../capabilities/upstreams/defillama.ts'

const READ = threadWork<typeof import('./_llama-thread.ts')>(import.meta.url, './_llama-thread.ts')

export default defineTool({
  route: 'GET /api/defi-protocol',
  name: 'DeFi protocol',
  description: 'Value locked in a DeFi protocol, by chain and over time, with its fees and audits.',
  asks: [
    'value locked in a defi protocol over time, by chain',
    'fees and audits of a defi protocol',
    'how much money is in Aave',
    'TVL of a protocol',
  ],
  price: '$0.002',
  uses: { defillama, threads },
  input: z.object({
    protocol: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^[a-z0-9][a-z0-9._-]{0,99}$/, { error: 'must be a slug such as aave-v3' })
      .describe('Slug of the protocol at DefiLlama, such as aave-v3.'),
    days: z.int().min(1).max(365).default(30).describe('Days of history, 1 to 365.'),
  }),
  output: z.object({
    protocol: z.string(),
    name: z.string(),
    category: z.string().nullable(),
    tvlUsd: z.number().nullable().describe('Value locked, without borrowed coins.'),
    change7dPct: z.number().nullable(),
    byChain: z
      .record(z.string(), z.number())
      .describe('Value locked by chain in dollars, the largest first.'),
    history: z
      .array(z.object({ date: z.string(), tvlUsd: z.number() }))
      .describe('Oldest first; the last day is not over yet.'),
    feesUsd24h: z.number().nullable().describe('Fees of 24 hours; null if none are known.'),
    mcapUsd: z.number().nullable().describe('Market value of its token.'),
    audits: z
      .array(z.string())
      .describe('Audit pages that the protocol names; an audit is no guarantee.'),
  }),
  examples: [{ input: { protocol: 'aave-v3' } }],

  async run({ protocol, days }, { defillama, threads }) {
    const [text, feesUsd24h] = await Promise.all([
      defillama.protocolText(protocol),
      orNull(defillama.fees(protocol)).catch(nullIfTheirs),
    ])
    const subject = 'the history of the protocol'
    const found = await threads.run(READ, { kind: 'protocol', text, days }, { subject })
    if (!('protocol' in found))
      throw new Fault('upstream_failed', 'DefiLlama answered in an unknown shape.')
    return { protocol, ...found.protocol, feesUsd24h }
  },
})
