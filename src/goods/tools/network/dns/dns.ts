import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { askSources, crossCheckResult } from '../../../../base/lib/cross-check.ts'
import { exactly } from '../../../../base/lib/figures.ts'
import { cloudflareDns, googleDns } from '../../../../capabilities/upstreams/public-resolvers.ts'
import { resolver, type MailExchange } from '../../../../outside/net/resolver.ts'
import { domainName } from '../../../../base/lib/domain-name.ts'
import { dnsCrossCheck, resolversOf } from './_resolvers.ts'

const RecordType = z.enum(['A', 'AAAA', 'MX', 'TXT', 'NS', 'CNAME'])

const Record = z.union([
  z.string(),
  z.array(z.string()),
  z.object({
    exchange: z.string().describe('Host that accepts mail.'),
    priority: z.int().describe('The lowest is tried first.'),
  }),
])

export default defineTool({
  route: 'GET /api/dns',
  name: 'DNS lookup',
  description: 'Live DNS records of one type (A, AAAA, MX, TXT, NS or CNAME) for a domain name.',
  asks: [
    'resolve just the AAAA record of a host',
    'get the TXT record of a host name',
    'MX record of a domain',
    'which IP has a name',
    'TXT record',
  ],
  price: '$0.001',
  everyday: true,
  uses: { resolver, cloudflareDns, googleDns },
  input: z.object({
    name: domainName().describe('Domain name, such as example.com or _dmarc.example.com.'),
    type: RecordType.default('A').describe('Record type.'),
    crossCheck: dnsCrossCheck(),
  }),
  output: z.object({
    name: z.string().describe('Name of the question, in lower case and ASCII.'),
    type: RecordType.describe('Type of the records.'),
    records: z
      .array(Record)
      .describe(
        'Addresses or names as strings; MX as { exchange, priority }, by priority; TXT as the ' +
          'strings of each record. Empty if the name has none of this type.',
      ),
    crossCheck: crossCheckResult(),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { name: 'example.com', type: 'MX' },
      output: {
        untrustedContent: true,
        name: 'example.com',
        type: 'MX',
        records: [{ exchange: '', priority: 0 }],
        source: 'DNS',
        asOf: '2026-01-01T00:00:00.000Z',
      },
    },
    { input: { name: 'example.com' } },
    {
      at: '2026-01-01T00:00:00Z',
      input: { name: '_dmarc.example.com', type: 'TXT' },
      output: {
        untrustedContent: true,
        name: '_dmarc.example.com',
        type: 'TXT',
        records: [['v=DMARC1;p=reject;sp=reject;adkim=s;aspf=s']],
        source: 'DNS',
        asOf: '2026-01-01T00:00:00.000Z',
      },
    },
  ],

  async run({ name, type, crossCheck }, resolvers) {
    const { answer: records, checked } = await askSources(
      resolversOf(resolvers),
      (one) => one.resolve(name, type),
      crossCheck && { figures: (found) => ({ records: exactly(found.map(textOf)) }) },
    )
    return { name, type, records, ...checked }
  },
})

/** The strings of a text are cut at other places by other resolvers. */
function textOf(record: string | MailExchange | readonly string[]): string {
  if (typeof record === 'string') return record
  return 'exchange' in record ? `${record.priority} ${record.exchange}` : record.join('')
}
