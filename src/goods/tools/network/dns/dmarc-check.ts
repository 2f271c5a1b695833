import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { resolver } from '../../../../outside/net/resolver.ts'
import { dmarcOf } from './_dmarc.ts'
import { domainName } from '../../../../base/lib/domain-name.ts'

export default defineTool({
  route: 'GET /api/dmarc-check',
  name: 'DMARC check',
  description: 'DMARC policy of a mail domain, with its weak spots.',
  asks: [
    'check the DMARC record of a domain',
    'is my DMARC policy set to reject',
    'can others send mail in our name',
    'protection against forged senders',
  ],
  price: '$0.002',
  uses: { resolver },
  input: z.object({ domain: domainName().describe('Mail domain, such as example.com.') }),
  output: z.object({
    domain: z.string().describe('The domain, in lower-case ASCII.'),
    found: z.boolean().describe('Whether there is a record.'),
    record: z.string().nullable().describe('The record as published.'),
    policy: z.string().nullable().describe('none, quarantine or reject.'),
    subdomainPolicy: z.string().nullable().describe('Policy for subdomains.'),
    pct: z.int().nullable().describe('Share of mail that it covers, in percent.'),
    rua: z.array(z.string()).describe('Addresses for reports.'),
    problems: z.array(z.string()).describe('Problems in words; empty if there are none.'),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { domain: 'example.com' },
      output: {
        untrustedContent: true,
        domain: 'example.com',
        found: true,
        record: 'v=DMARC1;p=reject;sp=reject;adkim=s;aspf=s',
        policy: 'reject',
        subdomainPolicy: 'reject',
        pct: 100,
        rua: [],
        problems: ['It requests no reports (rua).'],
        source: 'DNS',
        asOf: '2026-01-01T00:00:00.000Z',
      },
    },
  ],

  async run({ domain }, { resolver }) {
    const dmarc = await dmarcOf(resolver, domain)
    return { domain, ...dmarc }
  },
})
