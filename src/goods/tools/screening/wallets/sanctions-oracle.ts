import { z } from 'zod'
import { Fault } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { evmAddress } from '../../../../engines/onchain/chains/fields.ts'
import { evm } from '../../../../capabilities/upstreams/evm.ts'
import { isSanctioned, ORACLE_NETWORKS, oracleOn } from '../_evm-flags.ts'

export default defineTool({
  route: 'GET /api/sanctions-oracle',
  name: 'Sanctions oracle',
  description: 'Answer of the on-chain Chainalysis sanctions oracle for an EVM address.',
  asks: [
    'ask the Chainalysis smart contract about a wallet',
    'isSanctioned contract call result for an ethereum account',
    'on-chain sanctions check',
  ],
  price: '$0.002',
  uses: { evm },
  input: z.object({
    address: evmAddress().describe('EVM address.'),
    network: z
      .enum(ORACLE_NETWORKS)
      .default('ethereum')
      .describe(`Network whose oracle is asked: ${ORACLE_NETWORKS.join(', ')}.`),
  }),
  output: z.object({
    address: z.string().describe('The address in checksum form.'),
    sanctioned: z
      .boolean()
      .describe('Answer of the oracle. It knows addresses on lists, but not linked ones.'),
    oracle: z.string().describe('Contract that was asked.'),
    network: z.string().describe('Its network.'),
    blockNumber: z.int().describe('Block of the answer.'),
  }),
  examples: [
    {
      input: { address: '0x098B716B8Aaf21512996dC57EB0615e2383E2f96', network: 'base' },
    },
  ],

  async run({ address, network }, { evm }) {
    const state = await evm.on(network).at()
    const sanctioned = await isSanctioned(state, network, address)
    if (sanctioned === null)
      throw new Fault('upstream_failed', `The sanctions oracle on ${network} gave no answer.`)
    return {
      address,
      sanctioned,
      oracle: oracleOn(network),
      network,
      blockNumber: state.block.number,
    }
  },
})
