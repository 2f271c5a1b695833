import { networksIn } from '../../../../engines/onchain/chains/fields.ts'
import { z } from 'zod'
import { nullIfTheirs } from '../../../../base/core/failover.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { lists } from '../../../../capabilities/kept/lists.ts'
import { addressFormat } from '../../../../engines/onchain/address-format.ts'
import type { EvmNetwork } from '../../../../engines/onchain/chains/evm-networks.ts'
import { knownTokensOn } from '../../../../engines/onchain/chains/known-tokens.ts'
import { evm, type Evm } from '../../../../capabilities/upstreams/evm.ts'
import { freezesOn, isSanctioned, ORACLE_NETWORKS, type Freeze } from '../_evm-flags.ts'
import { anyAddress, ListShape, NOTICE } from './_fields.ts'

const NETWORKS_MAX = 8

export default defineTool({
  route: 'GET /api/address-screen',
  name: 'Address screening',
  description:
    'One verdict on a wallet from every sanctions source here, each named and dated: OFAC, the on-chain oracle, and freezes by stablecoin issuers.',
  asks: [
    'one sanctions verdict on a crypto wallet from every source',
    'screening of a wallet: OFAC, oracle and freezes by issuers',
    'may I take money from this wallet',
    'compliance check of an address',
  ],
  price: '$0.005',
  uses: { lists, evm },
  input: z.object({
    address: anyAddress().describe(
      'Address on any chain. Oracles and issuers are asked only about EVM addresses.',
    ),
    networks: z
      .string()
      .max(200)
      .default('base,ethereum')
      .describe('EVM networks whose oracle and stablecoins are asked, comma-separated, at most 8.'),
  }),
  output: z.object({
    address: z.string().describe('The address as it was given.'),
    verdict: z
      .enum(['match', 'review', 'no-match-on-lists-checked'])
      .describe(
        'match: a list or oracle names it; review: an issuer has frozen it, or a source gave no answer; no-match-on-lists-checked: no source that was asked names it, which proves nothing more.',
      ),
    hits: z
      .array(
        z.object({
          source: z.string().describe('Source that names it: ofac, oracle or issuer.'),
          list: z.string().describe('List, contract or token.'),
          bucket: z.string().nullable().describe('Currency or network that it is named under.'),
          detail: z.string().describe('Owner of the address, or what was done to it.'),
        }),
      )
      .describe('Every source that names it.'),
    sanctioned: z.boolean().describe('Whether a sanctions list or oracle names it.'),
    frozenBy: z.array(z.string()).describe('Stablecoins whose issuer has frozen it, by network.'),
    lists: z.array(ListShape).describe('Lists that were read; none is older than 48 hours.'),
    asked: z.array(z.string()).describe('Oracles and issuers that answered, with the block.'),
    problems: z.array(z.string()).describe('Sources that gave no answer.'),
    notice: z.string().describe('What the answer does not prove.'),
  }),
  examples: [
    { input: { address: '0x8589427373D6D84E98730D7795D8f6f8731FDA16', networks: 'base' } },
    { input: { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' } },
  ],

  async run({ address, networks }, { lists, evm }) {
    const wanted = networksIn(networks, NETWORKS_MAX)
    const isEvm = addressFormat(address).format === 'evm'
    const [{ hits: listed, state }, chains] = await Promise.all([
      lists.address(address),
      Promise.all((isEvm ? wanted : []).map(async (one) => onChain(evm, one, address))),
    ])
    const hits = [
      ...listed.map(({ name, uid, programs, bucket }) => ({
        source: 'ofac',
        list: state.title,
        bucket,
        detail: `${name}, entry ${uid}, ${programs.join(', ')}`,
      })),
      ...chains.flatMap((chain) => chain.hits),
    ]
    const sanctioned = hits.some(({ source }) => source !== 'issuer')
    const problems = chains.flatMap((chain) => chain.problems)
    const { addresses: _addresses, ...shown } = state
    return {
      address,
      verdict: sanctioned
        ? 'match'
        : hits.length > 0 || problems.length > 0
          ? 'review'
          : 'no-match-on-lists-checked',
      hits,
      sanctioned,
      frozenBy: chains.flatMap(({ frozen }) =>
        frozen.map(({ symbol, network }) => `${symbol} on ${network}`),
      ),
      lists: [shown],
      asked: chains.flatMap((chain) => chain.asked),
      problems,
      notice: NOTICE,
    }
  },
})

/** The answers of the oracle and the issuers of one network at one block. */
async function onChain(evm: Evm, { slug, chainId, name }: EvmNetwork, address: string) {
  const state = await evm.on(slug).at().catch(nullIfTheirs)
  const hasOracle = ORACLE_NETWORKS.includes(slug as (typeof ORACLE_NETWORKS)[number])
  const [oracle, freezes] = state
    ? await Promise.all([
        hasOracle ? isSanctioned(state, slug, address).catch(nullIfTheirs) : false,
        freezesOn(state, knownTokensOn({ chainId }), address).catch(nullIfTheirs),
      ])
    : [null, null]
  const frozen = (freezes ?? []).filter((one) => one.frozen === true)
  const silent = (freezes ?? []).filter((one) => one.frozen === null)
  const at = `block ${state?.block.number ?? 0}`
  return {
    frozen,
    hits: [
      ...(oracle === true
        ? [
            {
              source: 'oracle',
              list: 'Chainalysis sanctions oracle',
              bucket: slug,
              detail: `isSanctioned is true at ${at}`,
            },
          ]
        : []),
      ...frozen.map(({ symbol }: Freeze) => ({
        source: 'issuer',
        list: symbol,
        bucket: slug,
        detail: `frozen at ${at}`,
      })),
    ],
    asked: [
      ...(oracle !== null && hasOracle ? [`Chainalysis oracle on ${name}, ${at}`] : []),
      ...(freezes ?? [])
        .filter((one) => one.frozen !== null)
        .map(({ symbol }) => `issuer of ${symbol} on ${name}, ${at}`),
    ],
    problems: [
      ...(oracle === null ? [`The sanctions oracle on ${name} gave no answer.`] : []),
      ...(freezes === null
        ? [`No node answers which addresses issuers on ${name} have frozen.`]
        : []),
      ...silent.map(({ symbol }) => `The contract of ${symbol} on ${name} does not answer.`),
    ],
  }
}
