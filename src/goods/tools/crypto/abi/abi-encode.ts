import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import {
  codec,
  abiItemOf,
  typesOf,
  type AbiFunction,
  type AbiParameter,
  type Hex,
} from '../../../../engines/onchain/calldata/codec.ts'
import { coerced } from '../../../../engines/onchain/calldata/coerce.ts'

export default defineTool({
  route: 'POST /api/abi-encode',
  name: 'ABI encode',
  description:
    'Encode a contract call, an event topic, constructor arguments or packed values by ABI types.',
  asks: [
    'make calldata for transfer(address,uint256) with these arguments',
    'encode packed values by their abi types',
    'bytes for calling a contract function',
    'arguments for a constructor',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    signature: z
      .string()
      .max(5_000)
      .optional()
      .describe('Function or event, such as transfer(address,uint256). Give this or types.'),
    types: z
      .array(z.string().max(5_000))
      .max(200)
      .optional()
      .describe('ABI types, such as uint256 or (address to, uint256 amount)[].'),
    values: z
      .array(z.unknown())
      .max(1_000)
      .describe('One value for each type. Whole numbers above 2^53 as text, bytes as hex.'),
    packed: z
      .boolean()
      .default(false)
      .describe(
        'Without padding, as abi.encodePacked. It cannot be decoded, and is not for calls.',
      ),
  }),
  output: z.object({
    data: z.string().optional().describe('Selector and arguments: the calldata of a function.'),
    selector: z.string().optional().describe('First four bytes of the hash of the signature.'),
    encoded: z.string().describe('The values without a selector.'),
    topic0: z.string().optional().describe('Topic of an event: the hash of its signature.'),
    warning: z.string().optional().describe('Set if other values would give the same bytes.'),
  }),
  examples: [
    {
      input: {
        signature: 'transfer(address,uint256)',
        values: ['0x2222222222222222222222222222222222222222', '10000'],
      },
      output: {
        data: '0xa9059cbb00000000000000000000000022222222222222222222222222222222222222220000000000000000000000000000000000000000000000000000000000002710',
        selector: '0xa9059cbb',
        encoded:
          '0x00000000000000000000000022222222222222222222222222222222222222220000000000000000000000000000000000000000000000000000000000002710',
      },
    },
    {
      input: { types: ['string', 'string'], values: ['a', 'bc'], packed: true },
      output: {
        encoded: '0x616263',
        warning:
          'More than one value has variable length: other values give the same bytes, so do not sign or hash them alone.',
      },
    },
  ],

  async run({ signature, types, values, packed }) {
    const { encodeAbiParameters, encodePacked, toEventSelector, toFunctionSelector } = await codec()
    if ((signature === undefined) === (types === undefined))
      throw badInput('signature: give either signature or types.')
    const item = signature === undefined ? null : await abiItemOf('signature', signature)
    const parameters = item ? inputsOf(item) : await typesOf('types', types ?? [])
    if (parameters.length !== values.length)
      throw badInput(`values: must hold ${parameters.length}, one for each type.`)
    const given = parameters.map((one, at) => coerced(`values.${at}`, one, values[at]))
    if (packed) {
      const names = parameters.map(({ type }) => type)
      if (names.some((type) => /tuple|(\[\d*\]){2}|^(string|bytes)\[/.test(type)))
        throw badInput('types: tuples, nested lists and lists of text have no packed form.')
      const encoded = encodePacked(names as never, given as never)
      return { encoded, ...(isAmbiguous(names) && { warning: AMBIGUOUS }) }
    }
    const encoded = parameters.length === 0 ? '0x' : encodeAbiParameters(parameters, given)
    if (item?.type === 'event') return { encoded, topic0: toEventSelector(item) }
    if (item?.type === 'constructor' || !item) return { encoded }
    const selector = toFunctionSelector({ ...item, type: 'function' } as AbiFunction)
    return { data: `${selector}${encoded.slice(2)}` as Hex, selector, encoded }
  },
})

const AMBIGUOUS =
  'More than one value has variable length: other values give the same bytes, so do not sign or hash them alone.'

const isAmbiguous = (types: readonly string[]): boolean =>
  types.filter((type) => type === 'string' || type === 'bytes' || type.endsWith('[]')).length > 1

const inputsOf = (item: unknown): readonly AbiParameter[] =>
  (item as { readonly inputs?: readonly AbiParameter[] }).inputs ?? []
