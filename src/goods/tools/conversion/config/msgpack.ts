import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { bytesOfBase64, hexOf } from '../../../../base/lib/bytes.ts'
import { base64 as base64Text } from '../../../../base/lib/fields.ts'
import { json } from '../../../../base/lib/json-guard.ts'
import {
  BYTES_MAX,
  decodeCbor,
  decodeMsgpack,
  encodeCbor,
  encodeMsgpack,
  jsonOf,
  withBytes,
} from './_binary-formats.ts'

export default defineTool({
  route: 'POST /api/msgpack',
  name: 'MessagePack and CBOR',
  description: 'JSON to MessagePack or CBOR bytes, or such bytes back to JSON.',
  asks: [
    'decode cbor bytes',
    'encode json as messagepack base64',
    'binary form of JSON',
    'read CBOR bytes',
    'smaller encoding for messages',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    mode: z.enum(['encode', 'decode']).default('encode').describe('Direction of the conversion.'),
    data: json()
      .optional()
      .describe('To encode: any JSON, up to 1 MB, 64 deep; {"$bytes": base64} stands for bytes.'),
    base64: base64Text(BYTES_MAX)
      .optional()
      .describe('To decode: the bytes as Base64, up to 1 MB, 100 levels.'),
    format: z.enum(['msgpack', 'cbor']).default('msgpack').describe('The binary format.'),
  }),
  output: z.object({
    base64: z.string().optional().describe('The encoded bytes.'),
    hex: z.string().optional().describe('The same bytes as hex.'),
    data: z
      .unknown()
      .optional()
      .describe(
        'The decoded value: bytes as {"$bytes": base64}, times as ISO text, whole numbers beyond ' +
          '2^53 and NaN as text, unknown extensions as {"$ext"} or {"$tag"}.',
      ),
    bytes: z.int().describe('Length of the binary form.'),
  }),
  examples: [
    {
      input: { mode: 'encode', data: { a: 1 } },
      output: { base64: 'gaFhAQ==', hex: '81a16101', bytes: 4 },
    },
    {
      input: { mode: 'decode', base64: 'omFhGQPoYWJDAQID', format: 'cbor' },
      output: { data: { a: 1000, b: { $bytes: 'AQID' } }, bytes: 12 },
    },
  ],

  async run({ mode, data, base64, format }) {
    if (mode === 'encode') {
      if (data === undefined || base64 !== undefined) throw badInput('data: is required to encode')
      const value = withBytes(data)
      const bytes = await (format === 'cbor' ? encodeCbor(value) : encodeMsgpack(value))
      return {
        base64: Buffer.from(bytes).toString('base64'),
        hex: hexOf(bytes),
        bytes: bytes.length,
      }
    }
    if (base64 === undefined || data !== undefined) throw badInput('base64: is required to decode')
    const bytes = bytesOfBase64('base64', base64, BYTES_MAX)
    if (bytes.length === 0) throw badInput('base64: is empty')
    const value = await (format === 'cbor' ? decodeCbor(bytes) : decodeMsgpack(bytes))
    return { data: jsonOf(value), bytes: bytes.length }
  },
})
