import { z } from 'zod'
import { definePack } from './_runtime.ts'
import { domain, siteOf } from './_domain.ts'

export default definePack({
  title: 'TLS audit',
  tagline: 'Certificate, TLS versions, transparency log and security headers of a host.',
  asks: [
    'TLS audit of a host',
    'audit a host: certificate, TLS versions, transparency log and security headers',
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
