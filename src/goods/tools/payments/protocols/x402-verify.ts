import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { movementsIn } from '../../../../engines/onchain/calldata/movements.ts'
import { isGenuine, knownTokenAt } from '../../../../engines/onchain/chains/known-tokens.ts'
import { compare, decimal, plus, ZERO, type Decimal } from '../../../../engines/numbers/decimal.ts'
import { checksummed } from '../../../../engines/onchain/account-address.ts'
import { evmAddress } from '../../../../engines/onchain/chains/fields.ts'
import { readToken } from '../../../../engines/onchain/evm-reads.ts'
import { stablecoinAt } from '../../../../engines/onchain/stablecoins.ts'
import { unitsOf } from '../../../../engines/onchain/token-units.ts'
import { evm, type EvmState, type ReadTransaction } from '../../../../capabilities/upstreams/evm.ts'

const TRANSFERS_MAX = 100
const TOKENS_READ_MAX = 10

export default defineTool({
  route: 'GET /api/x402-verify',
  name: 'Payment on chain',
  description:
    'Proof that a stablecoin payment settled on an EVM chain, to whom and how much, with confirmations; look-alike tokens do not count.',
  asks: [
    'did my x402 payment settle on chain',
    'verify a USDC transaction paid the right wallet',
    'did the customer really pay',
    'proof of a USDC payment',
  ],
  price: '$0.003',
  uses: { evm },
  input: z.object({
    txHash: z
      .string()
      .trim()
      .regex(/^0x[0-9a-fA-F]{64}$/, { error: 'must be a transaction: 0x and 64 hex digits' })
      .describe('The transaction, as receipts name it.'),
    network: z.string().max(40).default('base').describe('EVM network by name or chain id.'),
    payTo: evmAddress().optional().describe('Who should have been paid.'),
    minAmount: z
      .number()
      .min(0)
      .max(1e12)
      .optional()
      .describe('Least amount that should have been paid, in units of the token.'),
  }),
  output: z.object({
    txHash: z.string(),
    network: z.string(),
    found: z.boolean().describe('The chain has the transaction in a block.'),
    settled: z
      .boolean()
      .describe('Whether it succeeded and moved a genuine stablecoin, to payTo if that is given.'),
    reverted: z.boolean(),
    transfers: z
      .array(
        z.object({
          token: z.string().describe('Contract of the token.'),
          symbol: z.string().nullable(),
          genuine: z
            .boolean()
            .nullable()
            .describe(
              'True for a genuine stablecoin, false for a copy of its name, null if it is not listed.',
            ),
          from: z.string(),
          to: z.string(),
          amount: z.string().nullable().describe('Amount in units of the token.'),
          amountBase: z.string(),
        }),
      )
      .describe('Token transfers, at most 100.'),
    paidTo: z
      .boolean()
      .nullable()
      .describe('Whether payTo received a genuine stablecoin; null without payTo.'),
    paidAmount: z
      .string()
      .nullable()
      .describe('What payTo received of one stablecoin, less what it sent.'),
    paidEnough: z
      .boolean()
      .nullable()
      .describe('Whether paidAmount reaches minAmount; null without payTo or minAmount.'),
    blockNumber: z.int().nullable(),
    timeIso: z.string().nullable(),
    confirmations: z.int().describe('Blocks since the payment, its own included.'),
    problems: z.array(z.string()),
  }),
  examples: [
    {
      at: '2026-01-01T00:10:00Z',
      input: {
        txHash: '0x0000000000000000000000000000000000000000000000000000000000000001',
        network: 'base',
      },
    },
  ],

  async run({ txHash, network, payTo, minAmount }, { evm }) {
    const chain = evm.on(network)
    const base = { ...NOTHING, txHash: txHash.toLowerCase(), network: chain.network.slug }
    const read = await chain.transaction(txHash)
    if (!read?.receipt || !read.state)
      return { ...base, problems: ['no block of the chain holds this transaction'] }
    const { receipt, state: own, confirmations } = read
    const place = {
      found: true,
      blockNumber: receipt.blockNumber,
      timeIso: new Date(own.block.timestamp * 1_000).toISOString(),
      confirmations: confirmations ?? 0,
    }
    if (receipt.status === 0)
      return {
        ...base,
        ...place,
        reverted: true,
        problems: ['the transaction reverted: nothing was paid'],
      }
    const transfers = await transfersIn(receipt.logs, own)
    const paid = payTo === undefined ? null : paidIn(transfers, payTo)
    const counted = transfers.filter(({ isStablecoin }) => isStablecoin)
    const paidTo = paid === null ? null : compare(paid, ZERO) > 0
    const paidEnough =
      paid === null || minAmount === undefined ? null : compare(paid, decimal(minAmount)) >= 0
    return {
      ...base,
      ...place,
      settled: counted.length > 0 && paidTo !== false && paidEnough !== false,
      transfers: transfers.map(({ isStablecoin: _counted, ...transfer }) => transfer),
      paidTo,
      paidAmount: paid === null ? null : shortOf(paid),
      paidEnough,
      problems: [
        ...(counted.length === 0 ? ['the transaction moved no genuine stablecoin'] : []),
        ...(paidTo === false && counted.length > 0 ? ['the transaction did not pay payTo'] : []),
        ...(paidEnough === false && paidTo === true
          ? ['the transaction paid less than minAmount']
          : []),
        ...(transfers.some(({ genuine }) => genuine === false)
          ? ['the transaction moved a token that only copies the name of a genuine one']
          : []),
      ],
    }
  },
})

const NOTHING = {
  found: false,
  settled: false,
  reverted: false,
  transfers: [],
  paidTo: null,
  paidAmount: null,
  paidEnough: null,
  blockNumber: null,
  timeIso: null,
  confirmations: 0,
}

const shortOf = ({ digits, scale }: Decimal): string =>
  digits < 0n ? `-${unitsOf(-digits, scale)}` : unitsOf(digits, scale)

type Logs = NonNullable<ReadTransaction['receipt']>['logs']

async function transfersIn(logs: Logs, state: EvmState) {
  const { transfers } = await movementsIn(logs)
  const fungible = transfers.filter(({ standard }) => standard === 'erc20').slice(0, TRANSFERS_MAX)
  const tokens = [...new Set(fungible.map(({ token }) => token.toLowerCase()))]
  const strangers = tokens
    .filter((token) => !knownTokenAt(state.network, token))
    .slice(0, TOKENS_READ_MAX)
  const told = new Map(
    await Promise.all(
      strangers.map(async (token) => [token, await readToken(state, token)] as const),
    ),
  )
  return fungible.map(({ token, from, to, amountBase }) => {
    const coin = knownTokenAt(state.network, token)
    const read = told.get(token.toLowerCase())
    const decimals = coin?.decimals ?? read?.decimals ?? null
    const symbol = coin?.symbol ?? read?.symbol ?? null
    return {
      token: checksummed(token),
      symbol,
      genuine: coin ? true : isGenuine(state.network, token, symbol),
      from: checksummed(from),
      to: checksummed(to),
      amount: decimals === null || amountBase === null ? null : unitsOf(amountBase, decimals),
      amountBase: amountBase ?? '0',
      isStablecoin: stablecoinAt(`eip155:${state.network.chainId}`, token) !== undefined,
    }
  })
}

type TransfersRead = Awaited<ReturnType<typeof transfersIn>>

/** The most that the payee received of one stablecoin, less what it sent on in the transaction. */
function paidIn(transfers: TransfersRead, payTo: string): Decimal {
  const sums = new Map<string, Decimal>()
  for (const { token, from, to, amount, isStablecoin } of transfers) {
    if (!isStablecoin || amount === null || from === to) continue
    const sum = sums.get(token) ?? ZERO
    if (to === payTo) sums.set(token, plus(sum, decimal(amount)))
    if (from === payTo) sums.set(token, plus(sum, decimal(`-${amount}`)))
  }
  return [...sums.values()].reduce((most, sum) => (compare(sum, most) > 0 ? sum : most), ZERO)
}
