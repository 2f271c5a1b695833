import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import {
  abiOf,
  codec,
  typesOf,
  type AbiItem,
  type AbiFunction,
  type AbiParameter,
  type Hex,
} from '../../../../engines/onchain/calldata/codec.ts'
import { decodeLog } from '../../../../engines/onchain/calldata/logs.ts'
import { decodeError } from '../../../../engines/onchain/calldata/reverts.ts'
import {
  argumentsOf,
  namedOf,
  type DecodedArgument,
} from '../../../../engines/onchain/calldata/values.ts'
import { hash32, hexData } from '../../../../engines/onchain/chains/fields.ts'

const DATA_BYTES_MAX = 200_000

export default defineTool({
  route: 'POST /api/abi-decode',
  name: 'ABI decode',
  description: 'Decode return data, errors of contracts or event logs with known types or an ABI.',
  asks: [
    'what does this revert data from a contract mean',
    'named values of raw event topics and data',
    'what do these return bytes of a contract mean',
    'read the data of an event log',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    data: hexData(DATA_BYTES_MAX).describe('Hex with 0x, up to 200 KB.'),
    types: z
      .array(z.string().max(5_000))
      .max(200)
      .optional()
      .describe('ABI types of the values; needed for kind values.'),
    abi: z.unknown().optional().describe('ABI as JSON, or signatures as text.'),
    topics: z
      .array(hash32('a topic'))
      .max(4)
      .optional()
      .describe('Topics of an event, in their order.'),
    kind: z
      .enum(['values', 'error', 'event', 'result'])
      .default('values')
      .describe('What the data is; result is what the only function of abi returns.'),
  }),
  output: z.object({
    values: z.array(z.unknown()).describe('In order; whole numbers as text.'),
    named: z
      .record(z.string(), z.unknown())
      .describe('The values by name, or by position where they have no name.'),
    name: z.string().nullable().describe('Name of the error, event or function.'),
    reason: z.string().optional().describe('Message of the error, in words.'),
    exact: z
      .boolean()
      .optional()
      .describe('False if encoding the values again gives other bytes: the types may be wrong.'),
  }),
  examples: [
    {
      input: {
        data: '0x0000000000000000000000000000000000000000000000000000000000002710',
        types: ['uint256'],
      },
      output: { values: ['10000'], named: { '0': '10000' }, name: null, exact: true },
    },
    {
      input: {
        kind: 'error',
        data: '0x4e487b710000000000000000000000000000000000000000000000000000000000000011',
      },
      output: {
        values: ['17'],
        named: { code: '17' },
        name: 'Panic',
        reason: 'arithmetic overflow or underflow (panic 17)',
      },
    },
  ],

  async run({ data, types, abi, topics, kind }) {
    const items = abi === undefined ? [] : await abiOf('abi', abi)
    if (kind === 'error') return errorOf(data, items)
    if (kind === 'event') return eventOf(data, topics ?? [], items)
    if (kind === 'result') {
      const functions = items.filter((item): item is AbiFunction => item.type === 'function')
      const [only] = functions
      if (!only || functions.length > 1)
        throw badInput('abi: must hold exactly one function for kind result.')
      return { ...(await valuesOf(data, only.outputs)), name: only.name }
    }
    if (!types) throw badInput('types: must be given for kind values.')
    return { ...(await valuesOf(data, await typesOf('types', types))), name: null }
  },
})

async function valuesOf(data: string, parameters: readonly AbiParameter[]) {
  const { decodeAbiParameters, encodeAbiParameters } = await codec()
  if (parameters.length === 0) return { ...argumentsAnswer([]), exact: data === '0x' }
  try {
    const values: readonly unknown[] = decodeAbiParameters(parameters, data as Hex)
    const exact = encodeAbiParameters(parameters, values).toLowerCase() === data
    return { ...argumentsAnswer(argumentsOf(parameters, values)), exact }
  } catch {
    throw badInput('data: is not an encoding of these types.')
  }
}

async function errorOf(data: string, items: readonly AbiItem[]) {
  const { name, args, reason } = await decodeError(data, items)
  if (name === null) throw badInput('data: is an error that is neither in abi nor a known one.')
  return { ...argumentsAnswer(args), name, ...(reason !== null && { reason }) }
}

async function eventOf(data: string, topics: readonly string[], items: readonly AbiItem[]) {
  if (topics.length === 0) throw badInput('topics: must be given for kind event.')
  const event = await decodeLog({ address: '0x', topics, data }, items)
  if (!event) throw badInput('topics: belong to an event that is neither in abi nor a known one.')
  return { ...argumentsAnswer(event.args), name: event.name }
}

const argumentsAnswer = (args: readonly DecodedArgument[]) => ({
  values: args.map(({ value }) => value),
  named: namedOf(args),
})
