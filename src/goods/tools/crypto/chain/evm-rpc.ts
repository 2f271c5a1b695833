import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { networkField } from '../../../../engines/onchain/chains/fields.ts'
import { evm } from '../../../../capabilities/upstreams/evm.ts'

/** Methods that a public node answers and that change nothing. */
const METHODS = [
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_createAccessList',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getCode',
  'eth_getLogs',
  'eth_getProof',
  'eth_getStorageAt',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_maxPriorityFeePerGas',
  'eth_syncing',
  'net_version',
  'web3_clientVersion',
] as const

const PARAMS_BYTES_MAX = 200_000
const RESULT_BYTES_MAX = 3_500_000

export default defineTool({
  route: 'POST /api/evm-rpc',
  name: 'EVM JSON-RPC',
  description: 'Read-only JSON-RPC call on an EVM network, by public nodes with fail-over.',
  asks: [
    'json-rpc call on an evm network through public nodes',
    'raw json-rpc read request to arbitrum',
    'eth_getBalance or any node call',
    'JSON-RPC node',
  ],
  price: '$0.002',
  uses: { evm },
  input: z.object({
    method: z.enum(METHODS).describe('Method that only reads; another tool sends transactions.'),
    params: z
      .array(z.unknown())
      .max(10)
      .default([])
      .describe('Parameters in the order of the method.'),
    network: networkField('base'),
  }),
  output: z.object({
    result: z.unknown().describe('Result of the node, unchanged.'),
    refused: z
      .object({ code: z.number(), message: z.string(), data: z.string().nullable() })
      .optional()
      .describe('Set instead of a result: the error of the chain, such as a revert.'),
    network: z.string(),
    method: z.string(),
  }),
  examples: [
    { input: { method: 'eth_blockNumber', network: 'base' } },
    {
      input: {
        method: 'eth_getCode',
        params: ['0x0000000000000000000000000000000000000001', 'latest'],
      },
    },
  ],

  async run({ method, params, network }, { evm }) {
    if (JSON.stringify(params).length > PARAMS_BYTES_MAX)
      throw badInput(`params: must be at most ${PARAMS_BYTES_MAX} bytes.`)
    const chain = evm.on(network)
    const answered = await chain.ask(method, params)
    const base = { network: chain.network.slug, method }
    if ('refused' in answered) return { result: null, refused: answered.refused, ...base }
    if (JSON.stringify(answered.result).length > RESULT_BYTES_MAX)
      throw badInput('params: the answer has more than 3.5 MB; ask for less at once.')
    return { result: answered.result, ...base }
  },
})
