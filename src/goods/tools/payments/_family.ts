import { defineFamily } from '../../../base/core/tool.ts'

export default defineFamily({
  title: 'Payments and settlement',
  description: 'Payments by machines, and what wallets have paid.',
})
