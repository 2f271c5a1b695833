import { z } from 'zod'
import { notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { proxyAt } from '../../../../engines/onchain/chains/contract.ts'
import { evmAddress, networkField } from '../../../../engines/onchain/chains/fields.ts'
import { isGenuine } from '../../../../engines/onchain/chains/known-tokens.ts'
import { chainlinkFeeds } from '../../../../capabilities/upstreams/chainlink-feeds.ts'
import { evm } from '../../../../capabilities/upstreams/evm.ts'
import { sourcify } from '../../../../capabilities/upstreams/sourcify.ts'
import { findingsOf, type SeenToken } from './_token-findings.ts'
import { hasFallback, powersInAbi, powersInCode, readCode, type Power } from './_token-powers.ts'
import { faceOf, feedsOf, marketOf, mintsForAll, sourceOf } from './_token-reads.ts'
import { trade, type Market, type Traded } from './_token-trade.ts'

const Known = z.boolean().nullable()
const UNKNOWN =
  'False: the verified ABI has no function of such a name. Null: the source is not published.'

export default defineTool({
  route: 'GET /api/token-security',
  name: 'Token security',
  description:
    'Honeypot and rug-pull check of an ERC-20 token: powers of its owner by code, and a simulated buy and sale with their taxes.',
  asks: [
    'is this erc-20 token a honeypot, can I sell it again',
    'buy and sell tax of a meme coin, and can its owner mint or block me',
    'is this coin a scam',
    'can I sell the token after buying',
    'honeypot',
    'rug pull',
  ],
  price: '$0.004',
  uses: { evm, sourcify, chainlinkFeeds },
  input: z.object({
    token: evmAddress().describe('Contract of the token.'),
    network: networkField('base'),
  }),
  output: z.object({
    token: z.string().describe('Contract of the token.'),
    name: z
      .string()
      .nullable()
      .describe('Name that the contract claims; anybody can use any name.'),
    findings: z
      .array(
        z.object({
          code: z.string().describe('Kind of finding, such as cannot-be-sold.'),
          severity: z.enum(['high', 'medium', 'low']).describe('How much harm it can do.'),
          evidence: z.string().describe('Function, storage slot or simulation that shows it.'),
        }),
      )
      .describe('Most severe first. An empty list is no proof that the token is safe.'),
    verified: Known.describe(
      'Whether Sourcify has the source of the code that runs; null if it was not asked.',
    ),
    proxy: z
      .object({
        kind: z.string(),
        implementation: z.string().nullable(),
        admin: z.string().nullable(),
      })
      .nullable()
      .describe('Null if no known proxy pattern is found.'),
    owner: z
      .string()
      .nullable()
      .describe('Null if there is no owner(), or ownership was given up.'),
    renounced: Known.describe('Null if it has no owner(), or has roles in addition to the owner.'),
    mintable: Known.describe(UNKNOWN),
    pausable: Known.describe(UNKNOWN),
    blacklistable: Known.describe(UNKNOWN),
    feeChangeable: Known.describe(UNKNOWN),
    simulation: z
      .object({
        buyable: z.boolean(),
        sellable: Known.describe('Null if nothing could be bought.'),
        buyTaxPct: z
          .number()
          .nullable()
          .describe('Part of a buy that does not arrive, in percent.'),
        sellTaxPct: z
          .number()
          .nullable()
          .describe('Part of a sale that does not arrive, in percent.'),
        method: z.string(),
        pool: z.string(),
        quote: z.string().describe('Coin that the token is traded for there.'),
        reason: z.string().nullable().describe('Error message of the contract.'),
      })
      .nullable()
      .describe('A buy, and a block later a sale, in its deepest Uniswap pool; null if not tried.'),
    liquidityUsd: z
      .number()
      .nullable()
      .describe('Twice what that pool holds of the quote coin; null without a pool.'),
    risks: z.array(z.string()).describe('Findings in words.'),
    notChecked: z.array(z.string()).describe('What could not be checked, and why.'),
    network: z.string(),
    blockNumber: z.int(),
  }),
  examples: [
    {
      input: { token: '0x4200000000000000000000000000000000000006', network: 'base' },
      at: '2026-01-01T00:10:00Z',
    },
    { input: { token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' }, at: '2026-01-01T00:10:00Z' },
  ],

  async run({ token, network }, { evm, sourcify, chainlinkFeeds, now }) {
    const chain = evm.on(network)
    const [state, feeds] = await Promise.all([
      chain.at(),
      feedsOf(chainlinkFeeds.on(chain.network)),
    ])
    const code = await state.code(token)
    if (code === '0x') throw notFound(`token: has no code on ${state.network.name}.`)
    const notChecked: string[] = []
    const proxy = await proxyAt(state, token)
    const runs = proxy?.implementation ?? token
    const show = async (address: string) =>
      sourceOf(sourcify.contract(chain.network.chainId, address), notChecked)
    const [own, running, behind, face, market] = await Promise.all([
      show(token),
      runs === token ? null : show(runs),
      runs === token ? code : state.code(runs),
      faceOf(state, token),
      marketOf(state, token, feeds, now(), notChecked),
    ])
    const source = runs === token ? own : running
    const abi = source === undefined ? [] : (source?.abi ?? [])
    const read = readCode(behind)
    const delegates = read.delegates && (source?.match ? hasFallback(abi) : proxy === null)
    const powers = source?.match ? powersInAbi(abi, runs) : powersInCode(read, runs)
    const [anybodyMints, traded] = await Promise.all([
      mintsForAll(state, token, powers),
      market && trade(state, token, market),
    ])
    if (typeof traded === 'string') notChecked.push(`Buy and sale: ${traded}`)
    const verified = source === undefined ? null : source?.match != null
    const { symbol, name, ...rest } = face
    const seen: SeenToken = {
      ...rest,
      symbol,
      verified,
      proxy,
      delegates,
      genuine: isGenuine(state.network, token, symbol),
      powers,
      anybodyMints,
      traded: typeof traded === 'string' ? null : traded,
      pool: market?.pool.address ?? null,
      liquidityUsd: market && Math.round(market.pool.liquidityUsd),
    }
    const findings = findingsOf(seen)
    const isWhole = verified === true && !delegates
    const can = (power: Power): boolean | null =>
      powers.some((one) => one.power === power) ? true : isWhole ? false : null
    return {
      token,
      name,
      findings: findings.map(({ says: _says, ...finding }) => finding),
      verified,
      proxy,
      owner: seen.owner,
      renounced: seen.renounced,
      mintable: anybodyMints === null ? can('mint') : true,
      pausable: can('pause'),
      blacklistable: can('blacklist'),
      feeChangeable: can('fee'),
      simulation: market && seen.traded && simulationOf(market, seen.traded),
      liquidityUsd: seen.liquidityUsd,
      risks: findings.map(({ says }) => says),
      notChecked: [...new Set(notChecked)],
      network: state.network.slug,
      blockNumber: state.block.number,
    }
  },
})

const simulationOf = ({ pool }: Market, { buyable, sellable, reason, ...taxes }: Traded) => ({
  buyable,
  sellable,
  ...taxes,
  method: 'eth_simulateV1',
  pool: pool.address,
  quote: pool.quote.token.symbol,
  reason,
})
