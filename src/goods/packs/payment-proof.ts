import { z } from 'zod'
import { evmAddress } from '../../engines/onchain/chains/fields.ts'
import { isRecord, part, textAt } from './_results.ts'
import { definePack } from './_runtime.ts'
import { numberText } from './_values.ts'

/** The account that paid the payee with a genuine coin; otherwise the sender of the first token. */
function payerIn(verified: unknown, payTo: string): string | null {
  const transfers = part(verified, 'transfers')
  const rows = Array.isArray(transfers) ? transfers.filter(isRecord) : []
  const paid = rows.find(({ to, genuine }) => to === payTo && genuine === true)
  return textAt(paid ?? rows[0], 'from')
}

export default definePack({
  title: 'Payment proof',
  tagline: 'Proof that a payment arrived, is final and came from a clean wallet.',
  asks: [
    'payment proof: did it arrive, is it final, is the payer clean',
    'proof that a payment arrived from a wallet without sanctions',
  ],
  input: z.object({
    txHash: z
      .string()
      .trim()
      .regex(/^0x[0-9a-fA-F]{64}$/, { error: 'must be a transaction: 0x and 64 hex digits' })
      .describe('The transaction.'),
    payTo: evmAddress().describe('Who should have been paid.'),
    minAmount: numberText('How much at least, in units of the token.'),
    network: z.string().max(40).default('base').describe('EVM network by name or chain id.'),
  }),
  steps: [
    {
      tool: 'x402-verify',
      input: ({ txHash, payTo, minAmount, network }) => ({
        txHash,
        payTo,
        minAmount: Number(minAmount),
        network,
      }),
    },
    { tool: 'tx-status', input: ({ txHash, network }) => ({ txHash, network }) },
    {
      tool: 'sanctions-oracle',
      after: ['x402-verify'],
      input({ payTo }, results) {
        const address = payerIn(results['x402-verify'], payTo)
        return address === null ? null : { address }
      },
    },
  ],
  examples: [
    {
      input: {
        txHash: '0x0000000000000000000000000000000000000000000000000000000000000001',
        payTo: '0x1111111111111111111111111111111111111111',
        minAmount: '0.01',
      },
      at: '2026-01-01T00:10:00Z',
    },
  ],
})
