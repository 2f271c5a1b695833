import { z } from 'zod'
import { line } from '../../base/lib/fields.ts'
import { definePack } from './_runtime.ts'

export default definePack({
  title: 'Stack risk',
  tagline: 'Support end, open holes and known exploitation of a product version.',
  asks: [
    'stack risk: is this version of nginx supported, and is it exploited',
    'support end, CVEs and exploitation of a product version',
  ],
  input: z.object({
    product: line(100).min(1).describe('Product as endoflife.date names it, such as nginx.'),
    version: line(60).min(1).describe('Its version, such as 1.24.'),
  }),
  steps: [
    { tool: 'eol-check', input: ({ product, version }) => ({ product, version }) },
    { tool: 'cve-search', input: ({ product, version }) => ({ q: `${product} ${version}` }) },
    { tool: 'kev-list', input: ({ product }) => ({ product }) },
  ],
  examples: [{ input: { product: 'nodejs', version: '20' }, at: '2026-01-21T00:00:00Z' }],
})
