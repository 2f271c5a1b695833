import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { resolver } from '../../../../outside/net/resolver.ts'
import { domainName } from '../../../../base/lib/domain-name.ts'

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
  asks: ['resolve just the AAAA record of a host', 'get the TXT record of a host name'],
  price: '$0.001',
  everyday: true,
  uses: { resolver },
  input: z.object({
    name: domainName().describe('Domain name, such as example.com or _dmarc.example.com.'),
    type: RecordType.default('A').describe('Record type.'),
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

  async run({ name, type }, { resolver }) {
    return { name, type, records: await resolver.resolve(name, type) }
  },
})
