import { z } from 'zod'
import { definePack } from './_runtime.ts'
import { domain, siteOf } from './_domain.ts'

export default definePack({
  title: 'Contact finder',
  tagline: 'Public contacts of a site, who registered its domain and whether its mail works.',
  asks: [
    'contact finder: public contacts, registrant and working mail of a site',
    'find out whom to contact at a site, who registered it and whether its mail works',
    'whom do I contact at a firm',
  ],
  input: z.object({ domain: domain().describe('Domain such as example.com.') }),
  steps: [
    { tool: 'page-contacts', input: ({ domain }) => ({ url: siteOf(domain) }) },
    { tool: 'wellknown-probe', input: ({ domain }) => ({ domain }) },
    { tool: 'whois', input: ({ domain }) => ({ domain }) },
    { tool: 'email-deliverability', input: ({ domain }) => ({ domain }) },
  ],
  examples: [{ input: { domain: 'example.com' } }],
})
