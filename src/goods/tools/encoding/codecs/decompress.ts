import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { base64, MB } from '../../../../base/lib/fields.ts'
import { bytesOfBase64, isText } from '../../../../base/lib/bytes.ts'
import { type Codec, CODECS, codecOf, inflate, type Inflated } from './_inflate.ts'

const BYTES_MAX = 8_000_000

export default defineTool({
  route: 'POST /api/decompress',
  name: 'Decompress',
  description: 'Decompress data with a size guard; text returned when it is text.',
  asks: [
    'gunzip some data',
    'inflate gzipped data',
    'unpack a .gz',
    'inflate data',
    'read gzipped content',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    base64: base64(2 * MB).describe('The compressed data as Base64, up to 2 MB.'),
    algo: z
      .enum(['auto', ...CODECS])
      .default('auto')
      .describe('`auto` detects it by the header, and tries those without one.'),
    maxBytes: z
      .int()
      .min(1)
      .max(BYTES_MAX)
      .default(BYTES_MAX)
      .describe('Where to stop, 1 to 8000000 bytes.'),
  }),
  output: z.object({
    text: z.string().optional().describe('The data, if it is UTF-8 text.'),
    base64: z.string().describe('The data as Base64.'),
    algo: z.string().describe('The algorithm that the data was compressed with.'),
    bytes: z.int().describe('Number of bytes answered.'),
    truncated: z.boolean().describe('Whether there is more data than `maxBytes`.'),
  }),
  examples: [
    {
      input: { base64: 'H4sIAAAAAAAAA8tIzcnJBwCGphA2BQAAAA==' },
      output: { text: 'hello', base64: 'aGVsbG8=', algo: 'gzip', bytes: 5, truncated: false },
    },
    {
      input: { base64: 'eJzLSM3JyQcABiwCFQ==', maxBytes: 4 },
      output: { text: 'hell', base64: 'aGVsbA==', algo: 'zlib', bytes: 4, truncated: true },
    },
  ],

  async run({ base64, algo, maxBytes }) {
    const packed = bytesOfBase64('base64', base64, 2 * MB)
    const found =
      algo === 'auto'
        ? await guessed(packed, maxBytes)
        : { codec: algo, ...(await opened(algo, packed, maxBytes)) }
    const { codec, bytes, truncated } = found
    return {
      ...textIn(bytes, truncated),
      base64: bytes.toString('base64'),
      algo: codec,
      bytes: bytes.length,
      truncated,
    }
  },
})

async function opened(codec: Codec, packed: Buffer, bytesMax: number): Promise<Inflated> {
  try {
    return await inflate(codec, packed, bytesMax)
  } catch (thrown) {
    const isCut = thrown instanceof Error && 'code' in thrown && thrown.code === 'Z_BUF_ERROR'
    throw badInput(`base64: must be ${codec} data, but it is ${isCut ? 'cut short' : 'not'}`)
  }
}

async function guessed(packed: Buffer, bytesMax: number): Promise<Inflated & { codec: Codec }> {
  const marked = codecOf(packed)
  if (marked === 'gzip') return { codec: marked, ...(await opened(marked, packed, bytesMax)) }
  const tried: readonly Codec[] = marked ? [marked, 'deflate', 'brotli'] : ['deflate', 'brotli']
  for (const codec of tried) {
    const found = await inflate(codec, packed, bytesMax).catch(() => undefined)
    if (found && (found.whole || found.truncated)) return { codec, ...found }
  }
  throw badInput('base64: must be gzip, zlib, deflate or brotli data, whole and undamaged')
}

/** A cut may split a character, whose up to three bytes are then left out of the text. */
function textIn(bytes: Buffer, truncated: boolean): { text?: string } {
  const spare = truncated ? [0, 1, 2, 3] : [0]
  const whole = spare.map((count) => bytes.subarray(0, bytes.length - count)).find(isText)
  return whole ? { text: whole.toString('utf8') } : {}
}
