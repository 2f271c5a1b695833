import { z } from 'zod'
import { searchText } from '../lib/fields.ts'
import { definePack } from './_runtime.ts'

export default definePack({
  title: 'Recall scan',
  tagline: 'Recalls of a product across four US authorities.',
  asks: [
    'has this product been recalled anywhere in the US',
    'scan all American recalls for a product, be it food, drug, device or toy',
  ],
  input: z.object({
    product: searchText(100).describe('Product in plain words, such as peanut butter.'),
  }),
  steps: (['food-recalls', 'drug-recalls', 'device-recalls', 'product-recalls'] as const).map(
    (tool) => ({ tool, input: ({ product }: { product: string }) => ({ q: product }) }),
  ),
  examples: [{ input: { product: 'stroller' }, at: '2026-01-21T00:00:00Z' }],
})
