import { z } from 'zod'
import { definePack } from './_runtime.ts'
import { domain } from './_domain.ts'

export default definePack({
  title: 'Domain age',
  tagline: 'How old a domain is, where it points and since when it has its certificate.',
  asks: [
    'how old is this domain',
    'domain age check with DNS and certificate',
    'how old is a website',
  ],
  input: z.object({ domain: domain().describe('Domain such as example.com.') }),
  steps: [
    { tool: 'whois', input: ({ domain }) => ({ domain }) },
    { tool: 'dns-lookup', input: ({ domain }) => ({ domain }) },
    { tool: 'tls-cert', input: ({ domain }) => ({ host: domain }) },
  ],
  examples: [{ input: { domain: 'example.com' } }],
})
