import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { numberWord } from '../../../../engines/onchain/abi-words.ts'
import { codec, type Hex } from '../../../../engines/onchain/calldata/codec.ts'
import { evmAddress, networkField } from '../../../../engines/onchain/chains/fields.ts'
import { evm } from '../../../../capabilities/upstreams/evm.ts'
import { proxyAt, standardsOf } from '../../../../engines/onchain/chains/contract.ts'

export default defineTool({
  route: 'GET /api/contract-code',
  name: 'Contract code',
  description:
    'Is there code at an address, is it a proxy and to what, and which token standards does it claim.',
  asks: [
    'is there code at an address, and which token standards',
    'find the implementation behind an upgradeable proxy',
    'is there a contract behind this address or a person',
    'is it a proxy',
  ],
  price: '$0.002',
  uses: { evm },
  input: z.object({
    address: evmAddress({ zero: true }).describe('The account to look at.'),
    network: networkField('base'),
    slot: z
      .string()
      .trim()
      .max(80)
      .optional()
      .describe('A storage slot to read: a number, or hex with 0x.'),
  }),
  output: z.object({
    address: z.string(),
    isContract: z
      .boolean()
      .describe('False for a wallet, also for one that has delegated to code (EIP-7702).'),
    bytes: z.int(),
    codeHash: z.string().nullable(),
    proxy: z
      .object({
        kind: z.string(),
        implementation: z.string().nullable(),
        admin: z.string().nullable(),
      })
      .nullable()
      .describe('Null if no known proxy pattern is found.'),
    standards: z.array(z.string()).describe('Standards that the contract itself claims (ERC-165).'),
    storage: z.string().optional(),
    delegatedTo: z.string().nullable().describe('Contract whose code a wallet runs (EIP-7702).'),
    blockNumber: z.int(),
  }),
  examples: [
    { input: { address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' } },
    { input: { address: '0x4200000000000000000000000000000000000006', slot: '0' } },
  ],

  async run({ address, network, slot }, { evm }) {
    const place = slot === undefined ? null : slotOf(slot)
    const state = await evm.on(network).at()
    const [code, storage, proxy, { keccak256 }] = await Promise.all([
      state.code(address),
      place === null ? null : state.storage(address, place),
      proxyAt(state, address),
      codec(),
    ])
    const delegated = /^0xef0100([0-9a-f]{40})$/i.exec(code)?.[1]
    const isContract = code !== '0x' && delegated === undefined
    return {
      address,
      isContract,
      bytes: (code.length - 2) / 2,
      codeHash: code === '0x' ? null : keccak256(code as Hex),
      proxy: isContract ? proxy : null,
      standards: isContract ? await standardsOf(state, address) : [],
      ...(storage !== null && { storage }),
      delegatedTo: delegated === undefined ? null : `0x${delegated}`,
      blockNumber: state.block.number,
    }
  },
})

function slotOf(text: string): string {
  if (!/^(\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(text) || BigInt(text) >= 2n ** 256n)
    throw badInput('slot: must be a whole number below 2^256, in decimal or in hex with 0x.')
  return `0x${numberWord(text)}`
}
