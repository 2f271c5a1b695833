import { domainToUnicode } from 'node:url'
import { parse } from 'tldts'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { hostNameOf } from '../../../../base/lib/domain-name.ts'

const CHARACTERS_MAX = 2_048

export default defineTool({
  route: 'POST /api/domain-parse',
  name: 'Domain parse',
  description:
    'Split a host name or URL into subdomain, registrable domain and public suffix (Public Suffix ' +
    'List).',
  asks: [
    'split a hostname into subdomain and domain',
    'what is the TLD or public suffix of this host',
    'main domain of a long host name',
    'what is the public suffix',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    domain: z
      .string()
      .max(CHARACTERS_MAX)
      .describe(`Host name, URL or mail address, up to ${CHARACTERS_MAX} characters.`),
  }),
  output: z.object({
    hostname: z.string().describe('The host name as given.'),
    domain: z.string().nullable().describe('The registrable domain; null if there is none.'),
    subdomain: z.string().nullable().describe('Labels before it; empty if there are none.'),
    publicSuffix: z
      .string()
      .nullable()
      .describe('Suffix under which names are registered; null for addresses.'),
    isIcann: z.boolean().describe('Whether the suffix belongs to a registry.'),
    isPrivate: z.boolean().describe('Whether the suffix belongs to a company, such as github.io.'),
    isIp: z.boolean().describe('Whether it is an address, not a name.'),
    unicode: z.string().describe('The host name in its own script.'),
  }),
  examples: [
    {
      input: { domain: 'a.b.example.co.uk' },
      output: {
        hostname: 'a.b.example.co.uk',
        domain: 'example.co.uk',
        subdomain: 'a.b',
        publicSuffix: 'co.uk',
        isIcann: true,
        isPrivate: false,
        isIp: false,
        unicode: 'a.b.example.co.uk',
      },
    },
    {
      input: { domain: 'https://user.github.io/page' },
      output: {
        hostname: 'user.github.io',
        domain: 'user.github.io',
        subdomain: '',
        publicSuffix: 'github.io',
        isIcann: false,
        isPrivate: true,
        isIp: false,
        unicode: 'user.github.io',
      },
    },
  ],

  run({ domain: text }) {
    const { hostname, ...parts } = parse(text.trim(), { allowPrivateDomains: true })
    if (!hostname || (!parts.isIp && hostNameOf(hostname) === null))
      throw badInput('domain: must be a host name such as www.example.com, or a URL with one.')
    return {
      hostname,
      domain: parts.domain,
      subdomain: parts.subdomain,
      publicSuffix: parts.publicSuffix,
      isIcann: parts.isIcann ?? false,
      isPrivate: parts.isPrivate ?? false,
      isIp: parts.isIp ?? false,
      unicode: domainToUnicode(hostname) || hostname,
    }
  },
})
