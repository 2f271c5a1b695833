import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { bytesOfBase64 } from '../../../../base/lib/bytes.ts'
import { base64 as base64Text, MB } from '../../../../base/lib/fields.ts'
import { readMessage } from './_protobuf.ts'

const BYTES_MAX = MB

export default defineTool({
  route: 'POST /api/protobuf-decode',
  name: 'Protobuf decode',
  description:
    'Shows an unknown protobuf message field by field without its schema, with every reading that fits.',
  asks: [
    'decode protobuf without the proto file',
    'what is in this grpc message',
    'what is inside this binary message',
    'read protobuf without a proto file',
  ],
  price: '$0.002',
  uses: {},
  place: 'thread',
  input: z.object({
    base64: base64Text(BYTES_MAX).describe(
      'The message in wire format as Base64, up to 1 MB, 32 levels.',
    ),
  }),
  output: z.object({
    fields: z
      .array(
        z.object({
          number: z.int().describe('Field number.'),
          wireType: z.enum(['varint', 'i64', 'len', 'group', 'i32']),
          value: z
            .unknown()
            .describe('Unsigned number; or text if the bytes are UTF-8, else Base64.'),
          guesses: z
            .record(z.string(), z.unknown())
            .describe('Readings by type; whole numbers beyond 2^53 as text.'),
          fields: z
            .array(z.unknown())
            .optional()
            .describe('The inner fields, if the bytes are also a valid message.'),
        }),
      )
      .describe('Fields in the order of the message.'),
    bytes: z.int(),
  }),
  examples: [
    {
      input: { base64: 'CJYB' },
      output: {
        fields: [
          {
            number: 1,
            wireType: 'varint',
            value: 150,
            guesses: { uint64: 150, int64: 150, sint64: 75 },
          },
        ],
        bytes: 3,
      },
    },
  ],

  run({ base64 }) {
    const bytes = bytesOfBase64('base64', base64, BYTES_MAX)
    if (bytes.length === 0) throw badInput('base64: is empty')
    const read = readMessage(bytes)
    if ('message' in read)
      throw badInput(`base64: is not a protobuf message: ${read.message} (byte ${read.at})`)
    return { fields: [...read] as never, bytes: bytes.length }
  },
})
