import { BASE_USDC, BOB, SAFE } from '../evm-world.ts'
import { standIn } from './define.ts'

/** Shape of `SafeMultisigTransactionResponse` of the service (docs.safe.global, api-kit). */
const row = (nonce: number, more: object) => ({
  safe: SAFE,
  to: BASE_USDC,
  value: '0',
  data: '0xa9059cbb',
  operation: 0,
  gasToken: `0x${'0'.repeat(40)}`,
  safeTxGas: '0',
  baseGas: '0',
  gasPrice: '0',
  nonce: String(nonce),
  submissionDate: '2025-12-31T23:00:00.123456Z',
  safeTxHash: `0x${String(nonce).padStart(64, '0')}`,
  proposer: BOB,
  isExecuted: false,
  confirmationsRequired: 2,
  confirmations: [{ owner: BOB, signature: '0x', signatureType: 'EOA' }],
  dataDecoded: { method: 'transfer', parameters: [] },
  trusted: true,
  ...more,
})

export default standIn({
  at: 'UPSTREAM_SAFE_URL',
  answer({ path }) {
    if (path !== `/tx-service/base/api/v2/safes/${SAFE}/multisig-transactions/`) return undefined
    const last = row(8, { operation: 1, dataDecoded: null, confirmations: [] })
    // The sixth was replaced by another one, and never done.
    return { count: 3, next: null, previous: null, results: [last, row(7, {}), row(6, {})] }
  },
})
