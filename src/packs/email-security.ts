import { z } from 'zod'
import { definePack } from './_runtime.ts'
import { domain } from './_domain.ts'

export default definePack({
  title: 'E-mail security',
  tagline: 'Every mail protection of a domain, with a grade and what to fix.',
  asks: [
    'can somebody spoof mail from my domain',
    'full report on SPF, DMARC, MTA-STS and DNSSEC of a mail domain',
  ],
  input: z.object({ domain: domain().describe('Mail domain such as example.com.') }),
  steps: [
    { tool: 'spf-check', input: ({ domain }) => ({ domain }) },
    { tool: 'dmarc-check', input: ({ domain }) => ({ domain }) },
    { tool: 'mta-sts-check', input: ({ domain }) => ({ domain }) },
    { tool: 'dnssec-check', input: ({ domain }) => ({ domain }) },
    { tool: 'email-deliverability', input: ({ domain }) => ({ domain }) },
  ],
  examples: [{ input: { domain: 'example.com' } }],
})
