import { z } from 'zod'
import { nullIfTheirs } from '../../../../base/core/failover.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { asNumber } from '../../../../engines/onchain/chains/amounts.ts'
import { NATIVE_DECIMALS } from '../../../../engines/onchain/chains/evm-networks.ts'
import { networkField } from '../../../../engines/onchain/chains/fields.ts'
import { dataCharge, gasPrices, TOKEN_TRANSFER } from '../../../../engines/onchain/chains/gas.ts'
import { nativeUsd } from '../../../../engines/onchain/prices/oracle.ts'
import { unitsOf } from '../../../../engines/onchain/token-units.ts'
import { chainlinkFeeds } from '../../../../capabilities/upstreams/chainlink-feeds.ts'
import { evm } from '../../../../capabilities/upstreams/evm.ts'

const GAS_MAX = 10_000_000
const BYTES_MAX = 131_072

export default defineTool({
  route: 'GET /api/gas-estimate',
  name: 'Gas estimate',
  description:
    'What a transaction of given gas costs now on one EVM network, in its native coin and in dollars.',
  asks: [
    'fee of a transaction of 200000 gas on Base now',
    'gas cost in native coin and dollars on one network',
    'fee for one transaction',
    'how much will sending cost',
  ],
  price: '$0.001',
  uses: { evm, chainlinkFeeds },
  input: z.object({
    network: networkField('base'),
    gas: z
      .int()
      .min(21_000)
      .max(GAS_MAX)
      .default(65_000)
      .describe('Gas that the transaction uses; a token transfer uses 45,000 to 65,000.'),
    bytes: z
      .int()
      .min(1)
      .max(BYTES_MAX)
      .default(TOKEN_TRANSFER.bytes)
      .describe('Size of the transaction in bytes; rollups charge for data separately.'),
  }),
  output: z.object({
    network: z.string(),
    gas: z.int(),
    baseFeeGwei: z
      .number()
      .nullable()
      .describe('Base fee of the next block; null if the network has none.'),
    tipGwei: z.number().describe('Median tip of the last 20 blocks.'),
    nativeSymbol: z.string(),
    gasFeeNative: z.string(),
    l1FeeNative: z
      .string()
      .nullable()
      .describe('Most that the rollup charges for the data; null if it has no separate figure.'),
    feeNative: z.string().describe('Gas fee and data fee together.'),
    feeUsd: z
      .number()
      .nullable()
      .describe('The fee in dollars; null if that network has no fresh price oracle.'),
    nativeUsd: z.number().nullable(),
    dataFee: z
      .enum(['apart', 'in-gas', 'none', 'unknown'])
      .describe(
        'How the network charges for data: separately, in the gas that its nodes estimate, or not at all; unknown: a cost on top of feeNative.',
      ),
    blockNumber: z.int(),
  }),
  examples: [
    { input: { network: 'base', gas: 65_000 }, at: '2026-01-01T00:10:00Z' },
    { input: { network: 'arbitrum', gas: 120_000 }, at: '2026-01-01T00:10:00Z' },
  ],

  async run({ network, gas, bytes }, { evm, chainlinkFeeds, now }) {
    const chain = evm.on(network)
    const [state, feeds] = await Promise.all([
      chain.at(),
      chainlinkFeeds.on(chain.network).catch(nullIfTheirs),
    ])
    const [prices, data, usd] = await Promise.all([
      gasPrices(state),
      dataCharge(state, bytes),
      nativeUsd(state, feeds ?? [], now()),
    ])
    const gasFee = BigInt(gas) * ((prices.baseFee ?? 0n) + prices.mid)
    const dataFee = data.how === 'apart' ? data.wei : null
    const fee = gasFee + (dataFee ?? 0n)
    return {
      network: chain.network.slug,
      gas,
      baseFeeGwei: prices.baseFee === null ? null : asNumber(prices.baseFee, 9),
      tipGwei: asNumber(prices.mid, 9),
      nativeSymbol: chain.network.nativeSymbol,
      gasFeeNative: unitsOf(gasFee, NATIVE_DECIMALS),
      l1FeeNative: dataFee === null ? null : unitsOf(dataFee, NATIVE_DECIMALS),
      feeNative: unitsOf(fee, NATIVE_DECIMALS),
      feeUsd: usd === null ? null : Number((asNumber(fee, NATIVE_DECIMALS) * usd).toPrecision(4)),
      nativeUsd: usd,
      dataFee: data.how,
      blockNumber: state.block.number,
    }
  },
})
