import { z } from 'zod'
import { definePack } from './_runtime.ts'
import { domain, siteOf } from './_domain.ts'

export default definePack({
  title: 'Domain intelligence',
  tagline: 'Registration, DNS, certificate, headers, technology and crawl rules of a domain.',
  asks: [
    'complete report on a domain: whois, DNS, SSL, technology',
    'profile a domain from every side',
  ],
  input: z.object({ domain: domain().describe('Domain such as example.com.') }),
  steps: [
    { tool: 'whois', input: ({ domain }) => ({ domain }) },
    { tool: 'dns-lookup', input: ({ domain }) => ({ domain }) },
    { tool: 'tls-cert', input: ({ domain }) => ({ host: domain }) },
    { tool: 'http-headers', input: ({ domain }) => ({ url: siteOf(domain) }) },
    { tool: 'tech-stack', input: ({ domain }) => ({ url: siteOf(domain) }) },
    { tool: 'robots-check', input: ({ domain }) => ({ url: siteOf(domain) }) },
  ],
  examples: [{ input: { domain: 'example.com' } }],
})
