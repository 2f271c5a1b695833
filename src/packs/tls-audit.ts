import { z } from 'zod'
import { definePack } from './_runtime.ts'
import { domain, siteOf } from './_domain.ts'

export default definePack({
  title: 'TLS audit',
  tagline: 'Certificate, TLS versions, issuance log and security headers of a host.',
  asks: [
    'full TLS audit of a host: certificate, versions, log and headers',
    'is HTTPS set up soundly on this server',
  ],
  input: z.object({ host: domain().describe('Host such as example.com.') }),
  steps: [
    { tool: 'tls-cert', input: ({ host }) => ({ host }) },
    { tool: 'tls-protocols', input: ({ host }) => ({ host }) },
    { tool: 'cert-transparency', input: ({ host }) => ({ domain: host }) },
    { tool: 'security-headers', input: ({ host }) => ({ url: siteOf(host) }) },
  ],
  examples: [{ input: { host: 'example.com' } }],
})
