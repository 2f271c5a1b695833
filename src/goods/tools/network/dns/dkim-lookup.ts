import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { resolver } from '../../../../outside/net/resolver.ts'
import { dkimOf } from './_dkim.ts'
import { domainName } from '../../../../base/lib/domain-name.ts'
import { selector } from './_selector.ts'

export default defineTool({
  route: 'GET /api/dkim-lookup',
  name: 'DKIM lookup',
  description: 'Public DKIM key of a mail domain and selector, with key type and strength.',
  asks: [
    'check the DKIM record of a domain',
    'show the DKIM public key for a selector',
    'mail signing key of a domain',
  ],
  price: '$0.002',
  uses: { resolver },
  input: z.object({
    domain: domainName().describe('Mail domain, such as example.com.'),
    selector: selector().describe('Selector, as s= in a DKIM-Signature header, such as default.'),
  }),
  output: z.object({
    domain: z.string().describe('The domain, in lower-case ASCII.'),
    selector: z.string().describe('Selector of the key.'),
    found: z.boolean().describe('Whether there is a key.'),
    keyType: z.string().nullable().describe('rsa or ed25519.'),
    keyBits: z.int().nullable().describe('Size of the key in bits; null if unknown.'),
    testing: z.boolean().describe('Whether the domain is only testing it (t=y).'),
    record: z.string().nullable().describe('The record as published.'),
    problems: z.array(z.string()).describe('Problems in words; empty if there are none.'),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { domain: 'example.com', selector: 'default' },
      output: {
        untrustedContent: true,
        domain: 'example.com',
        selector: 'default',
        found: true,
        keyType: 'ed25519',
        keyBits: 256,
        testing: false,
        record: 'v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
        problems: [],
        source: 'DNS',
        asOf: '2026-01-01T00:00:00.000Z',
      },
    },
  ],

  async run({ domain, selector }, { resolver }) {
    const dkim = await dkimOf(resolver, domain, selector)
    return { domain, ...dkim }
  },
})
