import { z } from 'zod'
import { searchText } from '../../base/lib/fields.ts'
import { definePack } from './_runtime.ts'

export default definePack({
  title: 'Market scan',
  tagline: 'Who sells a capability, at what prices, in two indexes.',
  asks: [
    'scan the market of paid APIs for a capability and its going rate',
    'who offers this over x402 here and in the Bazaar, and for how much',
  ],
  input: z.object({ q: searchText(400).describe('The capability, in words.') }),
  steps: [
    { tool: 'seller-search', input: ({ q }) => ({ q }) },
    { tool: 'price-benchmark', input: ({ q }) => ({ q }) },
    { tool: 'bazaar-search', input: ({ q }) => ({ q }) },
  ],
  examples: [{ input: { q: 'weather' } }],
})
