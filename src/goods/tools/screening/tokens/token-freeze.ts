import { z } from 'zod'
import { nullIfTheirs } from '../../../../base/core/failover.ts'
import { Fault } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { knownTokensOn } from '../../../../engines/onchain/chains/known-tokens.ts'
import { evmAddress, networksIn } from '../../../../engines/onchain/chains/fields.ts'
import { evm } from '../../../../capabilities/upstreams/evm.ts'
import { anyOf, freezesOn } from '../_evm-flags.ts'

const NETWORKS_MAX = 10

export default defineTool({
  route: 'GET /api/token-freeze',
  name: 'Stablecoin freeze check',
  description:
    'Has a stablecoin issuer frozen this address? USDC, EURC, USDT and PYUSD, asked on chain per token.',
  asks: [
    'has the stablecoin issuer frozen my address',
    'check on chain whether USDC or USDT of an address is frozen',
    'was this wallet frozen by Circle',
    'blacklisted address',
  ],
  price: '$0.002',
  uses: { evm },
  input: z.object({
    address: evmAddress().describe('EVM address.'),
    networks: z
      .string()
      .max(200)
      .default('ethereum,base,polygon,arbitrum')
      .describe('EVM networks to ask, comma-separated, at most 10.'),
  }),
  output: z.object({
    address: z.string().describe('The address in checksum form.'),
    frozen: z
      .boolean()
      .nullable()
      .describe('True if an issuer has frozen it; null if none has, but one is unknown.'),
    results: z
      .array(
        z.object({
          network: z.string().describe('Network.'),
          token: z.string().describe('Contract of the token.'),
          symbol: z.string().describe('Its symbol.'),
          frozen: z.boolean().nullable().describe('Null if the contract does not answer.'),
        }),
      )
      .describe('Each stablecoin that was asked.'),
    count: z.int().describe('Number of stablecoins that were asked.'),
    blocks: z
      .array(z.object({ network: z.string(), blockNumber: z.int() }))
      .describe('Block of the answer on each network.'),
    problems: z.array(z.string()).describe('Networks that gave no answer.'),
  }),
  examples: [
    {
      input: { address: '0x098B716B8Aaf21512996dC57EB0615e2383E2f96', networks: 'base' },
    },
  ],

  async run({ address, networks }, { evm }) {
    const asked = networksIn(networks, NETWORKS_MAX)
    const read = await Promise.all(
      asked.map(async ({ slug, chainId }) => {
        const state = await evm.on(slug).at().catch(nullIfTheirs)
        const tokens = knownTokensOn({ chainId })
        const results = state && (await freezesOn(state, tokens, address).catch(nullIfTheirs))
        return { slug, results, blockNumber: state?.block.number ?? 0 }
      }),
    )
    const answered = read.filter(({ results }) => results !== null)
    if (answered.length === 0)
      throw new Fault('upstream_failed', 'No EVM node of these networks gave an answer.')
    const results = answered.flatMap((one) => one.results ?? [])
    const silent = read.filter((one) => one.results === null)
    return {
      address,
      frozen: anyOf([...results.map(({ frozen }) => frozen), ...silent.map(() => null)]),
      results,
      count: results.length,
      blocks: answered.map(({ slug: network, blockNumber }) => ({ network, blockNumber })),
      problems: silent.map(({ slug }) => `No node of ${slug} gave an answer.`),
    }
  },
})
