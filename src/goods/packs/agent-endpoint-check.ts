import { z } from 'zod'
import { webUrl } from '../../base/lib/web-url.ts'
import { domainIn } from './_domain.ts'
import { definePack } from './_runtime.ts'

export default definePack({
  title: 'Agent endpoint check',
  tagline: 'What an agent endpoint speaks: card, MCP tools, price, well-known files.',
  asks: ['what protocols does this agent url speak', 'probe an agent for MCP, A2A and x402'],
  input: z.object({ url: webUrl().describe('Address of the endpoint.') }),
  steps: [
    { tool: 'a2a-card-fetch', input: ({ url }) => ({ url }) },
    { tool: 'mcp-probe', input: ({ url }) => ({ url }) },
    { tool: 'x402-quote', input: ({ url }) => ({ url }) },
    {
      tool: 'wellknown-probe',
      input({ url }) {
        const domain = domainIn(url)
        return domain === null ? null : { domain }
      },
    },
    { tool: 'robots-check', input: ({ url }) => ({ url }) },
  ],
  examples: [{ input: { url: 'https://example.com/mcp' } }],
})
