import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import {
  codec,
  abiItemOf,
  type AbiFunction,
  type Hex,
} from '../../../../engines/onchain/calldata/codec.ts'
import { coerced } from '../../../../engines/onchain/calldata/coerce.ts'
import { decodeError } from '../../../../engines/onchain/calldata/reverts.ts'
import { argumentsOf, namedOf } from '../../../../engines/onchain/calldata/values.ts'
import { blockField, evmAddress, networkField } from '../../../../engines/onchain/chains/fields.ts'
import { evm } from '../../../../capabilities/upstreams/evm.ts'
import { stateNamed } from './_blocks.ts'

export default defineTool({
  route: 'POST /api/contract-call',
  name: 'Call a contract',
  description: 'Call a view function of a contract by its signature, with the result decoded.',
  asks: [
    'read balanceOf from a smart contract',
    'call a view function of a contract and decode the result',
    'read a value from a smart contract',
    'call balanceOf',
  ],
  price: '$0.002',
  uses: { evm },
  input: z.object({
    address: evmAddress({ zero: true }).describe('The contract.'),
    function: z
      .string()
      .max(5_000)
      .describe('Signature with its return types: balanceOf(address) view returns (uint256).'),
    args: z
      .array(z.unknown())
      .max(200)
      .default([])
      .describe('Arguments, one for each parameter; large numbers as text.'),
    network: networkField('base'),
    block: blockField().default('latest').describe('Number, hash or tag; -10 is ten blocks back.'),
    from: evmAddress({ zero: true })
      .optional()
      .describe('Account that calls; the zero address by default.'),
  }),
  output: z.object({
    result: z.unknown().describe('Value, or a list of several; null without return types.'),
    raw: z.string().describe('What the contract answered, as hex.'),
    decoded: z.record(z.string(), z.unknown()).describe('Values by name, or by position.'),
    reverted: z.boolean().describe('True if the contract reverted; revertReason then says why.'),
    revertReason: z.string().nullable(),
    network: z.string(),
    blockNumber: z.int(),
  }),
  examples: [
    {
      input: {
        address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        function: 'function totalSupply() view returns (uint256)',
      },
    },
  ],

  async run({ address, function: text, args, network, block, from }, { evm }) {
    const item = await abiItemOf('function', text)
    if (item.type !== 'function') throw badInput('function: must be the signature of a function.')
    const { encodeFunctionData } = await codec()
    if (args.length !== item.inputs.length)
      throw badInput(`args: must hold ${item.inputs.length}, one for each parameter.`)
    const given = item.inputs.map((input, at) => coerced(`args.${at}`, input, args[at]))
    const data = encodeFunctionData({ abi: [item], args: given })
    const state = await stateNamed(evm.on(network), 'block', block)
    const [code, said] = await Promise.all([
      state.code(address),
      state.call({ to: address, data, ...(from && { from }) }),
    ])
    if (code === '0x')
      throw badInput(`address: has no code on ${state.network.name} at that block.`)
    const base = { network: state.network.slug, blockNumber: state.block.number }
    if (said.isOk) {
      const values = await resultOf(item, said.data as Hex)
      return { ...values, raw: said.data, reverted: false, revertReason: null, ...base }
    }
    const { reason } = await decodeError(said.data)
    const nothing = { result: null, raw: said.data ?? '0x', decoded: {} }
    return { ...nothing, reverted: true, revertReason: reason ?? said.message, ...base }
  },
})

async function resultOf(item: AbiFunction, data: Hex) {
  const { decodeAbiParameters } = await codec()
  if (item.outputs.length === 0) return { result: null, decoded: {} }
  try {
    const values: readonly unknown[] = decodeAbiParameters(item.outputs, data)
    const read = argumentsOf(item.outputs, values)
    const list = read.map(({ value }) => value)
    return { result: list.length === 1 ? list[0] : list, decoded: namedOf(read) }
  } catch {
    throw badInput('function: the return types do not fit the bytes that the contract answered.')
  }
}
