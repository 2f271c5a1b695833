import { z } from 'zod'
import { definePack } from './_runtime.ts'
import { domain } from './_domain.ts'

export default definePack({
  title: 'E-mail security',
  tagline: 'Every protection of a domain against spoofed mail, with a grade and what to fix.',
  asks: [
    'can mail from my domain be spoofed: SPF, DMARC, MTA-STS, DNSSEC',
    'protection against spoofed mail: SPF, DMARC, MTA-STS and DNSSEC',
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
