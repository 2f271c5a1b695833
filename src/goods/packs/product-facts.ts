import { z } from 'zod'
import { line } from '../../base/lib/fields.ts'
import { textAt } from './_results.ts'
import { definePack } from './_runtime.ts'

const WORDS_MAX = 200

export default definePack({
  title: 'Product facts',
  tagline: 'A bar code checked, named and matched with recalls.',
  asks: [
    'what food product is this bar code and was it recalled',
    'product facts: a bar code named and matched with recalls',
    'what is this product by its code',
  ],
  input: z.object({ code: line(40).min(1).describe('EAN, UPC or GTIN.') }),
  steps: [
    { tool: 'barcode-validate', input: ({ code }) => ({ code }) },
    { tool: 'barcode-lookup', input: ({ code }) => ({ code }) },
    {
      tool: 'food-recalls',
      after: ['barcode-lookup'],
      input(_given, results) {
        const name = textAt(results['barcode-lookup'], 'name')
        return name === null ? null : { q: name.slice(0, WORDS_MAX) }
      },
    },
  ],
  examples: [{ input: { code: '3017620422003' }, at: '2026-01-21T00:00:00Z' }],
})
