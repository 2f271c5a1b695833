import { defineFamily } from '../../../base/core/tool.ts'

export default defineFamily({
  title: 'Crypto and onchain data',
  description: 'Chains, contracts, tokens and their prices, read from the chains themselves.',
})
