import { z } from 'zod'
import type { Capability } from '../../../../base/core/capability.ts'
import { nullIfTheirs } from '../../../../base/core/failover.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { isoOf } from '../../../../engines/onchain/chain-amounts.ts'
import { evmAddress, evmNetwork } from '../../../../engines/onchain/chains/fields.ts'
import { priceOf, quotesOn } from '../../../../engines/onchain/prices/pools.ts'
import { chainlinkFeeds } from '../../../../capabilities/upstreams/chainlink-feeds.ts'
import { evm, type EvmChain } from '../../../../capabilities/upstreams/evm.ts'
import { goplus, type TokenApproval } from '../../../../capabilities/upstreams/goplus.ts'

const APPROVALS_MAX = 500
/** Tokens of which a price is looked up, the riskiest first. */
const PRICED_MAX = 20

export default defineTool({
  route: 'GET /api/approval-risk',
  name: 'Approval risk',
  description:
    'Token approvals that a wallet has given, with the value at risk; unlimited ones and bad spenders are marked.',
  asks: [
    'unlimited token approvals of a wallet',
    'token approvals that a wallet has given to bad spenders',
    'who can spend my tokens',
    'dangerous permissions of my wallet',
    'revoke approvals',
  ],
  price: '$0.004',
  uses: { goplus, evm, chainlinkFeeds },
  input: z.object({
    address: evmAddress().describe('EVM address of the wallet.'),
    network: evmNetwork().describe('EVM network, by name or chain id.'),
  }),
  output: z.object({
    address: z.string().describe('The address in checksum form.'),
    approvals: z
      .array(
        z.object({
          token: z.string().describe('Contract of the token.'),
          symbol: z.string().nullable().describe('Symbol that the token claims.'),
          spender: z.string().describe('Account that may spend it.'),
          spenderName: z.string().nullable().describe('Name or tag of the spender, if known.'),
          allowance: z.string().describe('In units of the token, or unlimited.'),
          unlimited: z.boolean().describe('Whether all of it may be spent, at any time.'),
          valueAtRiskUsd: z
            .number()
            .nullable()
            .describe('What the spender could take of the balance now; null without a price.'),
          malicious: z.boolean().describe('Whether the spender has been reported.'),
          lastIso: z.string().nullable().describe('Time of the last approval.'),
        }),
      )
      .describe('Bad spenders first, then unlimited ones, at most 500.'),
    totalAtRiskUsd: z
      .number()
      .nullable()
      .describe('Sum over the tokens with a price, each counted once; null if none has one.'),
    count: z.int().describe('Number of all approvals.'),
    maliciousCount: z.int().describe('Approvals of reported spenders.'),
  }),
  examples: [
    {
      input: { address: '0x1111111111111111111111111111111111111111', network: 'base' },
      at: '2026-01-01T00:10:00Z',
      output: {
        address: '0x1111111111111111111111111111111111111111',
        approvals: [
          {
            token: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
            symbol: 'USDC',
            spender: '0x2222222222222222222222222222222222222222',
            spenderName: 'Drainer',
            allowance: 'unlimited',
            unlimited: true,
            valueAtRiskUsd: 12.5,
            malicious: true,
            lastIso: '2026-01-01T00:00:00.000Z',
          },
        ],
        totalAtRiskUsd: 12.5,
        count: 1,
        maliciousCount: 1,
        source: 'GoPlus, EVM node of Base, Chainlink reference data directory',
        asOf: '2026-01-01T00:10:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ address, network }, { goplus, evm, chainlinkFeeds, now }) {
    const told = await goplus.approvals(address, network.chainId)
    const found = told.flatMap(approvalRow).toSorted((one, other) => rank(one) - rank(other))
    const held = new Map(
      told.map((token) => [token.token_address.toLowerCase(), Number(token.balance ?? NaN)]),
    )
    const tokens = [...new Set(found.map(({ token }) => token))]
      .filter((token) => (held.get(token) ?? 0) > 0)
      .slice(0, PRICED_MAX)
    const chain = evm.on(network.slug)
    const prices = await pricesOf(tokens, { chain, chainlinkFeeds, now: now() })
    const valued = found.map((one) => {
      const price = prices.get(one.token)
      const risked = Math.min(held.get(one.token) ?? 0, one.unlimited ? Infinity : +one.allowance)
      const isKnown = price !== undefined && !Number.isNaN(risked)
      return { ...one, valueAtRiskUsd: isKnown ? cents(risked * price) : null }
    })
    // Two spenders can take the same balance only once.
    const most = [...Map.groupBy(valued, ({ token }) => token).values()].flatMap((same) => {
      const known = same.flatMap(({ valueAtRiskUsd }) => valueAtRiskUsd ?? [])
      return known.length > 0 ? [Math.max(...known)] : []
    })
    return {
      address,
      approvals: valued.slice(0, APPROVALS_MAX),
      totalAtRiskUsd: most.length > 0 ? cents(most.reduce((sum, each) => sum + each, 0)) : null,
      count: found.length,
      maliciousCount: found.filter(({ malicious }) => malicious).length,
    }
  },
})

type Shown = ReturnType<typeof approvalRow>[number]
type Lent<C> = C extends Capability<infer Api> ? Api : never

interface Pricing {
  readonly chain: EvmChain
  readonly chainlinkFeeds: Lent<typeof chainlinkFeeds>
  readonly now: number
}

/** The prices that the chain tells; what cannot be priced does not fail the answer. */
async function pricesOf(tokens: readonly string[], { chain, chainlinkFeeds, now }: Pricing) {
  const priced = new Map<string, number>()
  if (tokens.length === 0) return priced
  const [state, feeds] = await Promise.all([
    chain.at().catch(nullIfTheirs),
    chainlinkFeeds.on(chain.network).catch(nullIfTheirs),
  ])
  if (!state || !feeds) return priced
  const quotes = await quotesOn(state, feeds, now).catch(nullIfTheirs)
  if (!quotes) return priced
  for (const told of await Promise.all(tokens.map((token) => priceOf(state, token, quotes))))
    if ('priceUsd' in told) priced.set(told.token.toLowerCase(), told.priceUsd)
  return priced
}

const rank = (one: Shown): number => (one.malicious ? 0 : one.unlimited ? 1 : 2)

const cents = (usd: number): number => Math.round(usd * 100) / 100

const approvalRow = ({
  token_address: token,
  token_symbol: symbol,
  approved_list: list,
}: TokenApproval) =>
  list.map(
    ({ approved_contract: spender, approved_amount: amount, approved_time, address_info }) => {
      const unlimited = /^unlimited$/i.test(amount)
      return {
        token: token.toLowerCase(),
        symbol: symbol || null,
        spender,
        spenderName: address_info?.tag || address_info?.contract_name || null,
        allowance: unlimited ? 'unlimited' : amount,
        unlimited,
        malicious:
          address_info?.doubt_list === 1 || (address_info?.malicious_behavior ?? []).length > 0,
        lastIso: isoOf(approved_time),
      }
    },
  )
