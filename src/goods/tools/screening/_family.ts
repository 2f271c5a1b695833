import { defineFamily } from '../../../base/core/tool.ts'

export default defineFamily({
  title: 'Address screening',
  description: 'Wallets, names, tokens and sites against sanctions lists and known dangers.',
})
