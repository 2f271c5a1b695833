import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { askSources, crossCheckField, crossCheckResult } from '../../../../base/lib/cross-check.ts'
import { about, exactly } from '../../../../base/lib/figures.ts'
import { NATIVE_DECIMALS, transactionUrl } from '../../../../engines/onchain/chains/evm-networks.ts'
import { checksummed } from '../../../../engines/onchain/account-address.ts'
import { unitsOf } from '../../../../engines/onchain/token-units.ts'
import { evm, type ReadTransaction } from '../../../../capabilities/upstreams/evm.ts'

export default defineTool({
  route: 'GET /api/tx-status',
  name: 'Transaction status',
  description:
    'Has a transaction landed on an EVM chain? Pending, success, failed or not found, with confirmations and the fee paid.',
  asks: [
    'is my transaction confirmed yet',
    'transaction fee paid and confirmations by hash',
    'is the transaction still pending',
  ],
  price: '$0.001',
  uses: { evm },
  input: z.object({
    txHash: z
      .string()
      .trim()
      .regex(/^0x[0-9a-fA-F]{64}$/, { error: 'must be a transaction: 0x and 64 hex digits' })
      .describe('Hash of the transaction.'),
    network: z.string().max(40).default('base').describe('EVM network by name or chain id.'),
    crossCheck: crossCheckField('the nodes of the chain'),
  }),
  output: z.object({
    txHash: z.string(),
    network: z.string(),
    status: z
      .enum(['pending', 'success', 'failed', 'not_found'])
      .describe('not_found: no node that was asked knows it; that can change.'),
    blockNumber: z.int().nullable(),
    confirmations: z.int(),
    timeIso: z.string().nullable(),
    feeNative: z.string().nullable().describe('Fee in the native coin, data fees included.'),
    from: z.string().nullable(),
    to: z
      .string()
      .nullable()
      .describe('Address that is called or paid; null if it creates a contract.'),
    nonce: z.int().nullable().describe('Nonce, while the transaction is pending.'),
    explorerUrl: z.string(),
    crossCheck: crossCheckResult(),
  }),
  examples: [
    {
      at: '2026-01-01T00:10:00Z',
      input: { txHash: '0x0000000000000000000000000000000000000000000000000000000000000001' },
    },
  ],

  async run({ txHash, network, crossCheck }, { evm }) {
    const chain = evm.on(network)
    const { answer: read, checked } = await askSources(
      crossCheck ? chain.nodes : [{ title: 'EVM node', provider: chain }],
      (node) => node.transaction(txHash),
      crossCheck && { figures: figuresOf },
    )
    const base = {
      ...NOTHING,
      txHash: txHash.toLowerCase(),
      network: chain.network.slug,
      explorerUrl: transactionUrl(chain.network, txHash),
      ...checked,
    }
    if (!read) return { ...base, status: 'not_found' as const }
    const { receipt, block, confirmations } = read
    if (!receipt || !block) {
      const { from, to, nonce } = read.transaction
      const ends = { from: checksummed(from), to: to ? checksummed(to) : null }
      return { ...base, ...ends, nonce, status: 'pending' as const }
    }
    const { gasUsed, effectiveGasPrice, l1Fee } = receipt
    const fee = effectiveGasPrice ? gasUsed * effectiveGasPrice + (l1Fee ?? 0n) : null
    return {
      ...base,
      status: receipt.status === 0 ? ('failed' as const) : ('success' as const),
      blockNumber: receipt.blockNumber,
      confirmations: confirmations ?? 0,
      timeIso: new Date(block.timestamp * 1_000).toISOString(),
      feeNative: fee === null ? null : unitsOf(fee, NATIVE_DECIMALS),
      from: checksummed(receipt.from),
      to: receipt.to ? checksummed(receipt.to) : null,
    }
  },
})

/** Nodes do not learn of a block at the same moment. */
const BLOCKS_APART = 10

function figuresOf(read: ReadTransaction | null) {
  const status = read?.receipt ? (read.receipt.status === 0 ? 'failed' : 'success') : 'pending'
  return {
    status: exactly(read ? status : 'not_found'),
    blockNumber: exactly(read?.receipt?.blockNumber ?? null),
    blockHash: exactly(read?.receipt?.blockHash.toLowerCase() ?? null),
    confirmations: about(read?.confirmations ?? null, BLOCKS_APART),
    gasUsed: exactly(read?.receipt ? String(read.receipt.gasUsed) : null),
  }
}

const NOTHING = {
  blockNumber: null,
  confirmations: 0,
  timeIso: null,
  feeNative: null,
  from: null,
  to: null,
  nonce: null,
}
