import { defineFamily } from '../../../base/core/tool.ts'

export default defineFamily({
  title: 'x402 seller intelligence',
  description: 'What is known of other sellers: crawls, prices, wallets and what they were paid.',
  formerly: 'x402',
})
