import { z } from 'zod'
import { Fault } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import {
  adguardDns,
  cloudflareDns,
  googleDns,
  quad9Dns,
} from '../../../../capabilities/upstreams/public-resolvers.ts'
import { domainName } from '../../../../base/lib/domain-name.ts'

const TYPES = { A: 1, NS: 2, CNAME: 5, MX: 15, TXT: 16, AAAA: 28 } as const

const Row = z.object({
  name: z.string().describe('Name of the resolver.'),
  records: z.array(z.string()).describe('Records in the answer of the resolver.'),
  ttlSeconds: z
    .int()
    .nullable()
    .describe('Shortest time in seconds for which it keeps this answer.'),
  ms: z.int().describe('Answer time in milliseconds.'),
  error: z.string().nullable().describe('Why there is no answer; null if there is one.'),
})

type Row = z.output<typeof Row>

export default defineTool({
  route: 'GET /api/dns-propagation',
  name: 'DNS propagation',
  description:
    'The same DNS question put to four public resolvers, to see whether a change has spread.',
  asks: [
    'has my DNS change propagated',
    'compare a DNS record on several public resolvers',
    'I changed my DNS, can the world see it',
    'is the new record live everywhere',
  ],
  price: '$0.002',
  uses: { cloudflareDns, googleDns, quad9Dns, adguardDns },
  input: z.object({
    domain: domainName().describe('Domain name, such as example.com.'),
    type: z.enum(['A', 'AAAA', 'MX', 'TXT', 'NS', 'CNAME']).default('A').describe('Record type.'),
  }),
  output: z.object({
    domain: z.string().describe('The domain, in lower-case ASCII.'),
    resolvers: z.array(Row).describe('One row for each public resolver.'),
    consistent: z.boolean().describe('Whether all resolvers that answered agree.'),
  }),
  examples: [
    { input: { domain: 'example.com' } },
    { input: { domain: 'example.com', type: 'MX' } },
  ],

  async run({ domain, type }, { cloudflareDns, googleDns, quad9Dns, adguardDns, now }) {
    const resolvers = await Promise.all(
      [cloudflareDns, googleDns, quad9Dns, adguardDns].map(async (one): Promise<Row> => {
        const startedMs = now()
        const row = await one
          .ask(domain, type)
          .then(
            ({ records }) => answerOf(records.filter((record) => record.type === TYPES[type])),
            problemOf,
          )
        return Object.assign({ name: one.title, ms: now() - startedMs }, row)
      }),
    )
    const answered = resolvers.filter(({ error }) => error === null || error === NO_SUCH)
    if (answered.length === 0) {
      const names = resolvers.map(({ name }) => name).join(', ')
      throw new Fault('upstream_failed', `No public resolver answered: ${names}.`)
    }
    const said = new Set(answered.map(({ records }) => records.join('\n')))
    return {
      domain,
      resolvers,
      consistent: said.size === 1,
    }
  },
})

const NO_SUCH = 'No such domain.'

type ResolverAnswer = Pick<Row, 'records' | 'ttlSeconds' | 'error'>

function answerOf(
  records: readonly { readonly ttl: number; readonly data: string }[],
): ResolverAnswer {
  const ttls = records.map(({ ttl }) => ttl)
  return {
    records: records.map(({ data }) => plain(data)).toSorted(),
    ttlSeconds: ttls.length > 0 ? Math.min(...ttls) : null,
    error: null,
  }
}

/** Some resolvers put texts in quotes, and dots after names. */
const plain = (data: string): string =>
  data.startsWith('"')
    ? data.replaceAll(/"\s+"/g, '').replace(/^"(.*)"$/s, '$1')
    : data.replace(/(?<=[a-z0-9])\.$/i, '')

function problemOf(thrown: unknown): ResolverAnswer {
  if (thrown instanceof Fault && thrown.code !== 'caller_gone')
    return { records: [], ttlSeconds: null, error: thrown.message }
  throw thrown
}
