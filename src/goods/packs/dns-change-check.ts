import { z } from 'zod'
import { definePack } from './_runtime.ts'
import { domain, siteOf } from './_domain.ts'

export default definePack({
  title: 'DNS change check',
  tagline: 'Has a DNS change arrived everywhere, and does the site still answer?',
  asks: [
    'has my DNS change arrived everywhere and is the site still up',
    'check a DNS change: has it arrived, does the site answer',
  ],
  input: z.object({ domain: domain().describe('Domain whose DNS was changed.') }),
  steps: [
    { tool: 'dns-lookup', input: ({ domain }) => ({ domain }) },
    { tool: 'dns-propagation', input: ({ domain }) => ({ domain }) },
    { tool: 'dnssec-check', input: ({ domain }) => ({ domain }) },
    { tool: 'http-check', input: ({ domain }) => ({ url: siteOf(domain) }) },
  ],
  examples: [{ input: { domain: 'example.com' } }],
})
