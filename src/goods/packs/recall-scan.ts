import { z } from 'zod'
import { searchText } from '../../base/lib/fields.ts'
import { definePack } from './_runtime.ts'

export default definePack({
  title: 'Recall scan',
  tagline: 'Recalls of a product across four US authorities.',
  asks: [
    'recall scan of a product across four US authorities',
    'scan all American recalls for a product, be it food, drug, device or toy',
    'was a thing that I bought recalled',
  ],
  input: z.object({
    product: searchText(100).describe('Product in plain words, such as power bank.'),
  }),
  steps: [
    { tool: 'food-recalls', input: ({ product }) => ({ q: product }) },
    { tool: 'drug-recalls', input: ({ product }) => ({ q: product }) },
    { tool: 'device-recalls', input: ({ product }) => ({ q: product }) },
    { tool: 'product-recalls', input: ({ product }) => ({ q: product }) },
  ],
  examples: [{ input: { product: 'stroller' }, at: '2026-01-21T00:00:00Z' }],
})
