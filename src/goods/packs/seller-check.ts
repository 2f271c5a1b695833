import { z } from 'zod'
import { domainIn, tlsPlaceIn } from './_domain.ts'
import { definePack } from './_runtime.ts'
import { webUrl } from '../../base/lib/web-url.ts'

export default definePack({
  title: 'Seller check',
  tagline: 'An x402 seller before the first payment: evidence, tools, certificate, age.',
  asks: [
    'vet an x402 seller before I pay it for the first time',
    'evidence, certificate and domain age of a paid API seller in one go',
  ],
  input: z.object({ origin: webUrl().describe('Address of the seller: https://example.com.') }),
  steps: [
    { tool: 'seller-trust', input: ({ origin }) => ({ origin }) },
    { tool: 'seller-tools', input: ({ origin }) => ({ origin }) },
    { tool: 'tls-cert', input: ({ origin }) => tlsPlaceIn(origin) },
    {
      tool: 'whois',
      input({ origin }) {
        const domain = domainIn(origin)
        return domain === null ? null : { domain }
      },
    },
  ],
  examples: [{ input: { origin: 'https://example.com' } }],
})
