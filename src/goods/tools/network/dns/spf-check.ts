import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { resolver } from '../../../../outside/net/resolver.ts'
import { parseAddress, publicIp } from '../../../../base/lib/ip-address.ts'
import { domainName } from '../../../../base/lib/domain-name.ts'
import { evaluateSpf } from './_spf.ts'
import { SPF_RESULTS } from './_spf-result.ts'

export default defineTool({
  route: 'GET /api/spf-check',
  name: 'SPF check',
  description:
    'SPF record of a mail domain, expanded, with its DNS lookup count and the verdict for a ' +
    'sending address.',
  asks: [
    'check the SPF record of a domain',
    'is this sending IP allowed by SPF',
    'which servers may send mail for us',
  ],
  price: '$0.002',
  uses: { resolver },
  input: z.object({
    domain: domainName().describe('Domain of the sender, such as example.com.'),
    ip: publicIp().optional().describe('Sending address. Default: any address that is not named.'),
  }),
  output: z.object({
    domain: z.string().describe('The domain, in lower-case ASCII.'),
    record: z.string().nullable().describe('The record as published.'),
    mechanisms: z
      .array(
        z.object({
          domain: z.string().describe('Domain of the record with this mechanism.'),
          qualifier: z
            .enum(['pass', 'fail', 'softfail', 'neutral'])
            .describe('Result of a match: pass, fail, softfail or neutral.'),
          mechanism: z.string().describe('Name, such as ip4 or include.'),
          value: z.string().describe('Value, such as a block of addresses.'),
          matches: z
            .boolean()
            .nullable()
            .describe('Whether the address matches; null if no address was given.'),
        }),
      )
      .describe('Mechanisms of the record and of all included ones, in order.'),
    lookups: z.int().describe('DNS lookups that it needs; receivers allow 10.'),
    result: z
      .enum(SPF_RESULTS)
      .describe(
        'Result for the address: pass, fail, softfail, neutral, none, permerror or temperror.',
      ),
    problems: z.array(z.string()).describe('Problems in words; empty if there are none.'),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { domain: 'example.com' },
      output: {
        untrustedContent: true,
        domain: 'example.com',
        record: 'v=spf1 -all',
        mechanisms: [
          {
            domain: 'example.com',
            qualifier: 'fail',
            mechanism: 'all',
            value: '',
            matches: true,
          },
        ],
        lookups: 0,
        result: 'fail',
        problems: [],
        source: 'DNS',
        asOf: '2026-01-01T00:00:00.000Z',
      },
    },
    { input: { domain: 'example.com', ip: '1.1.1.1' } },
  ],

  async run({ domain, ip }, { resolver }) {
    const spf = await evaluateSpf(resolver, domain, ip === undefined ? null : parseAddress(ip))
    return { domain, ...spf }
  },
})
