import { z } from 'zod'
import { definePack } from '../../core/pack.ts'
import { domain } from './_domain.ts'

export default definePack({
  route: 'POST /api/skill/domain-age',
  title: 'Domain age',
  tagline: 'How old a domain is, where it points and since when it has its certificate.',
  asks: ['how old is this domain', 'when was this website first registered and secured'],
  price: '$0.008',
  input: z.object({ domain: domain().describe('Domain such as example.com.') }),
  steps: [
    { tool: 'whois', input: ({ domain }) => ({ domain }) },
    { tool: 'dns-lookup', input: ({ domain }) => ({ domain }) },
    { tool: 'tls-cert', input: ({ domain }) => ({ host: domain }) },
  ],
  examples: [{ input: { domain: 'example.com' } }],
})
