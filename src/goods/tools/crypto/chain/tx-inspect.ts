import { z } from 'zod'
import { notFound } from '../../../../base/core/fault.ts'
import { nullIfTheirs } from '../../../../base/core/failover.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import type { Hex } from '../../../../engines/onchain/calldata/codec.ts'
import { decodeCall } from '../../../../engines/onchain/calldata/decode.ts'
import { decodeLog } from '../../../../engines/onchain/calldata/logs.ts'
import { movementsIn } from '../../../../engines/onchain/calldata/movements.ts'
import { decodeError } from '../../../../engines/onchain/calldata/reverts.ts'
import { namedOf } from '../../../../engines/onchain/calldata/values.ts'
import { NATIVE_DECIMALS, transactionUrl } from '../../../../engines/onchain/chains/evm-networks.ts'
import { hash32, networkField } from '../../../../engines/onchain/chains/fields.ts'
import { tokenUnits } from '../../../../engines/onchain/chains/amounts.ts'
import { knownTokenAt } from '../../../../engines/onchain/chains/known-tokens.ts'
import { evm, type EvmChain, type ReadTransaction } from '../../../../capabilities/upstreams/evm.ts'
import { sourcifySignatures } from '../../../../capabilities/upstreams/sourcify-signatures.ts'
import { isoOf } from './_blocks.ts'

const SHOWN_MAX = 200

export default defineTool({
  route: 'GET /api/tx-inspect',
  name: 'Inspect a transaction',
  description:
    'An EVM transaction explained: decoded call, token movements, approvals, fee, why it reverted.',
  asks: [
    'explain an evm transaction: token movements, approvals, fee',
    'why did a transaction revert: decoded call and fee',
    'what happened in this transaction',
    'explain a hash from Etherscan',
  ],
  price: '$0.003',
  uses: { evm, sourcifySignatures },
  input: z.object({
    txHash: hash32('a transaction hash').describe('Hash of the transaction.'),
    network: networkField('base'),
  }),
  output: z.object({
    txHash: z.string(),
    status: z.enum(['success', 'reverted', 'pending']),
    from: z.string(),
    to: z.string().nullable().describe('Receiver; null if the transaction creates a contract.'),
    contractCreated: z.string().nullable(),
    valueNative: z.string().describe('Value in units of the native coin.'),
    feeNative: z
      .string()
      .nullable()
      .describe('Fee in units of the native coin, with the data fee of a rollup.'),
    method: z
      .string()
      .nullable()
      .describe('Function that was called; null for a plain transfer, or if no signature fits.'),
    methodFrom: z
      .enum(['abi', 'known', 'lookup'])
      .nullable()
      .describe('Source of the signature; one of kind lookup is only a candidate.'),
    args: z.record(z.string(), z.unknown()),
    innerCalls: z.array(
      z.object({ at: z.string(), to: z.string().nullable(), method: z.string() }),
    ),
    transfers: z.array(
      z.object({
        token: z.string().describe('Contract of the token.'),
        symbol: z.string().nullable().describe('Symbol; only of known genuine tokens.'),
        standard: z.string(),
        from: z.string(),
        to: z.string(),
        amount: z.string().nullable().describe('Amount in units, if the token is known.'),
        amountBase: z.string().nullable(),
        tokenId: z.string().nullable(),
      }),
    ),
    events: z.array(
      z.object({
        address: z.string(),
        event: z.string().nullable(),
        args: z.record(z.string(), z.unknown()),
      }),
    ),
    approvals: z.array(z.record(z.string(), z.unknown())),
    truncated: z
      .boolean()
      .describe('Whether the transaction has more than 200 events, so that some were cut.'),
    timeIso: z.string().nullable(),
    blockNumber: z.int().nullable(),
    confirmations: z.int().nullable(),
    revertReason: z
      .string()
      .nullable()
      .describe('Found by running it again on its block; null if that succeeds or cannot be done.'),
    explorerUrl: z.string(),
  }),
  examples: [
    { input: { txHash: '0x0000000000000000000000000000000000000000000000000000000000000001' } },
  ],

  async run({ txHash, network }, { evm, sourcifySignatures }) {
    const chain = evm.on(network)
    const read = await chain.transaction(txHash)
    if (!read) throw notFound(`txHash: is unknown on ${chain.network.name}.`)
    const { transaction, receipt, block, confirmations } = read
    const lookup = (selector: string) =>
      sourcifySignatures
        .lookup('function', selector)
        .catch((thrown: unknown) => nullIfTheirs(thrown) ?? [])
    const call =
      transaction.to && transaction.input.length >= 10
        ? await decodeCall(transaction.input as Hex, { lookup })
        : null
    const logs = (receipt?.logs ?? []).slice(0, SHOWN_MAX)
    const { transfers, approvals } = await movementsIn(logs)
    return {
      txHash,
      status: statusOf(read),
      from: transaction.from,
      to: transaction.to ?? null,
      contractCreated: receipt?.contractAddress ?? null,
      valueNative: tokenUnits(transaction.value, NATIVE_DECIMALS),
      feeNative: feeOf(read),
      method: call?.signature ?? null,
      methodFrom: call?.from ?? null,
      args: namedOf(call?.args ?? []),
      innerCalls: (call?.nested ?? []).map(({ at, to, call: inner }) => ({
        at,
        to,
        method: inner.signature ?? inner.selector,
      })),
      transfers: transfers.map((one) => {
        const token = knownTokenAt(chain.network, one.token)
        const base = one.amountBase
        const amount = token && base !== null ? tokenUnits(BigInt(base), token.decimals) : null
        return { ...one, symbol: token?.symbol ?? null, amount }
      }),
      events: await Promise.all(logs.map(eventOf)),
      approvals: approvals.map((one) => ({ ...one })),
      truncated: (receipt?.logs.length ?? 0) > SHOWN_MAX,
      timeIso: block ? isoOf(block.timestamp) : null,
      blockNumber: block?.number ?? null,
      confirmations,
      revertReason: statusOf(read) === 'reverted' ? await reasonOf(chain, read) : null,
      explorerUrl: transactionUrl(chain.network, txHash),
    }
  },
})

function statusOf({ receipt }: ReadTransaction) {
  if (!receipt) return 'pending' as const
  return receipt.status === 0 ? ('reverted' as const) : ('success' as const)
}

function feeOf({ receipt, transaction }: ReadTransaction): string | null {
  const price = receipt?.effectiveGasPrice ?? transaction.gasPrice
  if (!receipt || price == null) return null
  return tokenUnits(receipt.gasUsed * price + (receipt.l1Fee ?? 0n), NATIVE_DECIMALS)
}

async function eventOf(log: { address: string; topics: string[]; data: string }) {
  const read = await decodeLog(log)
  const args = read ? namedOf(read.args) : {}
  return { address: log.address, event: read?.signature ?? null, args }
}

/**
 * It runs on the state before its block, so earlier transactions of the same block have no effect.
 */
async function reasonOf(chain: EvmChain, { transaction, block }: ReadTransaction) {
  if (!block || block.number === 0 || !transaction.to) return null
  try {
    const before = await chain.at(block.number - 1)
    const { from, to, input: data, value } = transaction
    const said = await before.call({ from, to, data, value })
    if (said.isOk) return null
    return (await decodeError(said.data)).reason ?? said.message
  } catch (thrown) {
    return nullIfTheirs(thrown)
  }
}
