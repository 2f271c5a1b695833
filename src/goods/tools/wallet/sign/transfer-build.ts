import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { nullIfTheirs } from '../../../../base/core/failover.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { NATIVE_DECIMALS } from '../../../../engines/onchain/chains/evm-networks.ts'
import { amountText, evmAddress } from '../../../../engines/onchain/chains/fields.ts'
import {
  callData,
  readContract,
  readToken,
  wholeOf,
} from '../../../../engines/onchain/evm-reads.ts'
import { KB } from '../../../../base/lib/fields.ts'
import { nativeUsd } from '../../../../engines/onchain/prices/oracle.ts'
import { baseOf, unitsOf } from '../../../../engines/onchain/token-units.ts'
import { chainlinkFeeds } from '../../../../capabilities/upstreams/chainlink-feeds.ts'
import { evm, type EvmState } from '../../../../capabilities/upstreams/evm.ts'
import { builtFields, builtFrom, payeeWarnings, refusedZero } from './_unsigned.ts'

const DATA_MAX = 32 * KB

const Input = z.object({
  from: evmAddress().describe('Wallet that pays and signs.'),
  to: evmAddress().describe('Who is paid: an EVM address; names are resolved by ens-resolve.'),
  amount: amountText().describe('Amount in units of the coin or token, such as 0.01.'),
  token: evmAddress()
    .optional()
    .describe('Contract of a token; the coin of the network if left out.'),
  network: z.string().max(40).default('base').describe('EVM network by name or chain id.'),
  data: z
    .string()
    .max(DATA_MAX * 2 + 2)
    .regex(/^0x([0-9a-fA-F]{2})*$/, { error: 'must be 0x and hex digits in pairs' })
    .optional()
    .describe('Data to send with a transfer of the coin, up to 32 KB; not with a token.'),
})

export default defineTool({
  route: 'POST /api/transfer-build',
  name: 'Transfer builder',
  description:
    'Unsigned transfer of a coin or token on an EVM network with nonce, gas and a trial run, ready to sign; nothing is signed or sent.',
  asks: [
    'prepare an unsigned USDC transfer',
    'raw transaction for sending ETH with gas filled in',
    'send 5 USDC to an address',
    'prepare a payment from my wallet',
  ],
  price: '$0.002',
  uses: { evm, chainlinkFeeds },
  input: Input,
  output: z.object({
    ...builtFields,
    feeUsd: z
      .number()
      .nullable()
      .describe('Fee at current prices, in dollars by Chainlink; null if it has no fresh price.'),
    amountBase: z.string(),
    symbol: z.string().nullable(),
    genuine: z
      .boolean()
      .nullable()
      .describe(
        'True for a genuine token, false for a copy of its name, null if it is not listed.',
      ),
  }),
  examples: [
    {
      at: '2026-01-01T00:10:00Z',
      input: {
        from: '0x1111111111111111111111111111111111111111',
        to: '0x2222222222222222222222222222222222222222',
        amount: '0.01',
      },
    },
  ],

  async run(given, { evm, chainlinkFeeds, now }) {
    const { network, at } = evm.on(given.network)
    const [state, feeds] = await Promise.all([at(), chainlinkFeeds.on(network).catch(nullIfTheirs)])
    const [built, usd] = await Promise.all([
      given.token === undefined ? coin(given, state) : tokens(given, given.token, state),
      nativeUsd(state, feeds ?? [], now()),
    ])
    const feeUsd = usd === null ? null : Number((Number(built.feeNative) * usd).toPrecision(4))
    return { ...built, feeUsd }
  },
})

type TransferInput = z.output<typeof Input>

async function coin({ from, to, amount, data = '0x' }: TransferInput, state: EvmState) {
  const value = refusedZero('amount', baseOf(amount, NATIVE_DECIMALS))
  const { nativeSymbol, slug } = state.network
  const [built, warnings] = await Promise.all([
    builtFrom(state, { from, to, value, data }),
    payeeWarnings(state, to, undefined),
  ])
  return {
    ...built,
    words: `Sends ${amount} ${nativeSymbol} from ${from} to ${to} on ${slug}.`,
    warnings: [...built.warnings, ...warnings],
    amountBase: String(value),
    symbol: nativeSymbol,
    genuine: true,
  }
}

async function tokens({ from, to, amount, data }: TransferInput, token: string, state: EvmState) {
  if (data !== undefined) throw badInput('data: must be left out if token is given')
  const { symbol, decimals, genuine } = await readToken(state, token)
  if (decimals === null) throw badInput('token: must be an ERC-20 token on that network')
  const value = refusedZero('amount', baseOf(amount, decimals))
  const sent = await callData('function transfer(address to, uint256 amount) returns (bool)', [
    to,
    value,
  ])
  const [built, warnings, held] = await Promise.all([
    builtFrom(state, { from, to: token, value: 0n, data: sent }),
    payeeWarnings(state, to, token),
    readContract(state, token, 'function balanceOf(address) view returns (uint256)', [from]),
  ])
  const balance = wholeOf(held) ?? 0n
  const isPoor = balance < value
  const name = `${symbol ?? 'units'} of token ${token}`
  return {
    ...built,
    willSucceed: built.willSucceed && !isPoor,
    words: `Sends ${amount} ${name} from ${from} to ${to} on ${state.network.slug}.`,
    warnings: [
      ...built.warnings,
      ...warnings,
      ...(isPoor ? [`the wallet holds only ${unitsOf(balance, decimals)} of the token`] : []),
      ...(genuine === false ? ['the token only copies the name of a genuine one'] : []),
    ],
    amountBase: String(value),
    symbol,
    genuine,
  }
}
