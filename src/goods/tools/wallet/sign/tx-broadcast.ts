import { z } from 'zod'
import { badInput } from '../../../core/fault.ts'
import { defineTool } from '../../../core/tool.ts'
import { transactionUrl } from '../../../lib/chains/evm-networks.ts'
import { KB } from '../../../lib/fields.ts'
import { readEvm } from '../../../lib/raw-transactions/evm.ts'
import { evm, type EvmChain } from '../../../upstreams/evm.ts'

export default defineTool({
  route: 'POST /api/tx-broadcast',
  name: 'Send a signed transaction',
  description:
    'Send an EVM transaction that you have already signed; tx-status says afterwards whether it is in a block.',
  asks: ['broadcast a raw signed transaction', 'eth_sendRawTransaction without my own node'],
  price: '$0.002',
  uses: { evm },
  input: z.object({
    rawTransaction: z
      .string()
      .min(4)
      .max(200 * KB)
      .describe('The signed transaction as hex, up to 200 KB.'),
    network: z.string().max(40).default('base').describe('EVM network by name or chain id.'),
  }),
  output: z.object({
    txHash: z.string(),
    network: z.string(),
    status: z.enum(['sent', 'known']).describe('known: the network already had it.'),
    from: z.string(),
    words: z.string().describe('What the transaction does, in a sentence.'),
    explorerUrl: z.string(),
  }),
  examples: [
    {
      at: '2026-01-01T00:10:00Z',
      input: {
        rawTransaction:
          '0x02f86c82210580830f424085174876e8008252089422222222222222222222222222222222222222220180c001a0bc6a7718146dbaaf429544d606dbb97f213afccf324ced68c83f21185104d2a0a059b83c705849d4968e01b2e35cfcdf69d6d52d060463688b0e1dacd8e5e5151b',
      },
    },
  ],

  async run({ rawTransaction, network }, { evm }) {
    const chain = evm.on(network)
    const read = await readEvm(rawTransaction.replace(/\s+/g, ''))
    if (typeof read === 'string') throw badInput(`rawTransaction: ${read}`)
    const { from, txHash, chainId, words } = read
    if (from === null || txHash === null) throw badInput('rawTransaction: must be signed by a key')
    const { slug, chainId: wanted } = chain.network
    if (chainId !== null && chainId !== wanted)
      throw badInput(
        `network: must be the network of the transaction, chain ${chainId}, not ${slug}`,
      )
    const raw = `0x${rawTransaction.replace(/\s+/g, '').replace(/^0x/i, '')}`
    const answered = await chain.ask('eth_sendRawTransaction', [raw])
    const refusal = 'refused' in answered ? answered.refused.message : null
    const isKnown = refusal !== null && (await isThere(chain, txHash))
    if (refusal !== null && !isKnown)
      throw badInput(`rawTransaction: the network refuses it: ${refusal.slice(0, 300)}`)
    return {
      txHash,
      network: slug,
      status: isKnown ? ('known' as const) : ('sent' as const),
      from,
      words,
      explorerUrl: transactionUrl(chain.network, txHash),
    }
  },
})

/** A node refuses a transaction that it already has; then it can answer with it. */
async function isThere(chain: EvmChain, txHash: string): Promise<boolean> {
  const answered = await chain.ask('eth_getTransactionByHash', [txHash])
  return 'result' in answered && answered.result !== null
}
