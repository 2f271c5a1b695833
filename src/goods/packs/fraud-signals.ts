import { z } from 'zod'
import { definePack } from './_runtime.ts'
import { domain, siteOf } from './_domain.ts'

export default definePack({
  title: 'Fraud signals',
  tagline:
    'The traces that give a fraudulent shop away: age, certificates, hosting, set-up and wording.',
  asks: [
    'does this online store look fake',
    'check a website for signs of fraud',
    'is this online shop genuine',
    'before I order from an unknown shop',
  ],
  input: z.object({ domain: domain().describe('Domain such as example.com.') }),
  steps: [
    { tool: 'whois', input: ({ domain }) => ({ domain }) },
    { tool: 'cert-transparency', input: ({ domain }) => ({ domain }) },
    { tool: 'tls-cert', input: ({ domain }) => ({ host: domain }) },
    { tool: 'asn-info', input: ({ domain }) => ({ host: domain }) },
    { tool: 'dns-lookup', input: ({ domain }) => ({ domain }) },
    { tool: 'tech-stack', input: ({ domain }) => ({ url: siteOf(domain) }) },
    { tool: 'extract', input: ({ domain }) => ({ url: siteOf(domain) }) },
  ],
  examples: [{ input: { domain: 'example.com' } }],
})
