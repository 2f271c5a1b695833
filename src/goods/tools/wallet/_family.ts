import { defineFamily } from '../../../base/core/tool.ts'

export default defineFamily({
  title: 'Wallet operations',
  description:
    'Wallets read, transactions built unsigned, signatures checked. No tool takes or makes a private key.',
})
