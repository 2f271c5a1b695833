import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { abiOf, abiItemOf, type Hex } from '../../../../engines/onchain/calldata/codec.ts'
import { decodeCall, type NestedCall } from '../../../../engines/onchain/calldata/decode.ts'
import { hexData } from '../../../../engines/onchain/chains/fields.ts'
import { sourcifySignatures } from '../../../../capabilities/upstreams/sourcify-signatures.ts'

/** A call inside another one, in a flat list: `at` is its position. */
const NestedShape = z.object({
  at: z.string().describe('Position of the call, such as data[0], or data[0] > calls[1].callData.'),
  to: z.string().nullable().describe('Contract that is called, where the arguments name it.'),
  selector: z.string(),
  function: z.string().nullable(),
  signatureFrom: z.enum(['abi', 'known', 'lookup']).nullable(),
  args: z.array(z.object({ name: z.string(), type: z.string(), value: z.unknown() })),
})

export default defineTool({
  route: 'POST /api/calldata-decode',
  name: 'Decode calldata',
  description:
    'Decode transaction calldata to its function and arguments, with multicalls and Safe batches unpacked.',
  asks: [
    'decode the calldata of a transaction: function, arguments',
    'unpack the inner calls of a multicall hex blob',
    'what will I sign, here is the hex data',
    'which function does this transaction call',
  ],
  price: '$0.001',
  uses: { sourcifySignatures },
  input: z.object({
    data: hexData(200_000).describe('Calldata as hex with 0x, up to 200 KB.'),
    abi: z
      .unknown()
      .optional()
      .describe('ABI as JSON or signatures; it has priority over all other sources.'),
    signature: z
      .string()
      .max(5_000)
      .optional()
      .describe('Signature of the function, if it is known.'),
  }),
  output: z.object({
    selector: z.string(),
    function: z.string().nullable().describe('Its signature; null if none fits these bytes.'),
    signatureFrom: z
      .enum(['abi', 'known', 'lookup'])
      .nullable()
      .describe(
        'lookup: found by its four bytes, which several functions can share, so another one may be meant.',
      ),
    args: z.array(z.object({ name: z.string(), type: z.string(), value: z.unknown() })),
    trailingBytes: z.int().describe('Bytes after the arguments, which the function does not read.'),
    candidates: z
      .array(z.string())
      .describe('All signatures that fit; the chosen one comes first.'),
    nested: z.array(NestedShape).describe('Calls inside the arguments, at most four levels deep.'),
    nestedCut: z.boolean().describe('Whether calls further inside were left out.'),
  }),
  examples: [
    {
      input: { data: '0xa6f2ae3a' },
    },
    {
      input: {
        data: '0xa9059cbb00000000000000000000000022222222222222222222222222222222222222220000000000000000000000000000000000000000000000000000000000002710',
      },
    },
  ],

  async run({ data, abi, signature }, { sourcifySignatures }) {
    if (data.length < 10) throw badInput('data: must have at least the four bytes of a selector.')
    const items = [
      ...(signature === undefined ? [] : [await abiItemOf('signature', signature)]),
      ...(abi === undefined ? [] : await abiOf('abi', abi)),
    ]
    const read = await decodeCall(data as Hex, {
      abi: items,

      lookup: (selector) => sourcifySignatures.lookup('function', selector),
    })
    return {
      selector: read.selector,
      function: read.signature,
      signatureFrom: read.from,
      args: [...read.args],
      trailingBytes: read.trailingBytes,
      candidates: [...read.candidates],
      nested: nestedShown(read.nested),
      nestedCut: read.isCut,
    }
  },
})

function nestedShown(nested: readonly NestedCall[], within = ''): z.output<typeof NestedShape>[] {
  return nested.flatMap(({ at, to, call }) => {
    const place = within === '' ? at : `${within} > ${at}`
    const { selector, signature, from, args } = call
    const own = {
      at: place,
      to,
      selector,
      function: signature,
      signatureFrom: from,
      args: [...args],
    }
    return [own, ...nestedShown(call.nested, place)]
  })
}
