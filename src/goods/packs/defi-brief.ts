import { z } from 'zod'
import { definePack } from './_runtime.ts'

export default definePack({
  title: 'DeFi brief',
  tagline: 'Value locked, yields and news of a DeFi protocol.',
  asks: [
    'DeFi brief: value locked, yields and news of a protocol',
    'yields, news and value locked of one DeFi protocol in a brief',
  ],
  input: z.object({
    protocol: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^[a-z0-9][a-z0-9._-]{0,99}$/, { error: 'must be a slug such as aave-v3' })
      .describe('Slug of the protocol at DefiLlama, such as aave-v3.'),
  }),
  steps: [
    { tool: 'defi-protocol', input: ({ protocol }) => ({ protocol }) },
    { tool: 'defi-yields', input: ({ protocol }) => ({ project: protocol }) },
    { tool: 'search-news', input: ({ protocol }) => ({ q: `${protocol} DeFi` }) },
  ],
  examples: [{ input: { protocol: 'aave-v3' } }],
})
