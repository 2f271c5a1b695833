import { promisify } from 'node:util'
import { brotliCompress, constants, deflate, deflateRaw, gzip } from 'node:zlib'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { base64, MB, text } from '../../../../base/lib/fields.ts'
import { bytesOf, bytesOfBase64 } from '../../../../base/lib/bytes.ts'

const ALGORITHMS = ['gzip', 'deflate', 'brotli', 'zlib'] as const
type Algorithm = (typeof ALGORITHMS)[number]

export default defineTool({
  route: 'POST /api/compress',
  name: 'Compress',
  description: 'Compress data with gzip, deflate or brotli, sizes compared.',
  asks: [
    'gzip a piece of text',
    'shrink data before sending it',
    'make data smaller before sending',
    'gzip a text',
    'brotli',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    text: text(2 * MB)
      .optional()
      .describe('The data as text, up to 2 MB; either this or `base64`.'),
    base64: base64(2 * MB)
      .optional()
      .describe('The data as Base64, up to 2 MB; either this or `text`.'),
    algo: z
      .enum(ALGORITHMS)
      .default('gzip')
      .describe('`deflate` is the raw stream; with a zlib header, as in HTTP, it is `zlib`.'),
    level: z
      .int()
      .min(1)
      .max(11)
      .default(6)
      .describe('Effort, 1 to 11; above 9 only brotli tries harder.'),
  }),
  output: z.object({
    base64: z.string().describe('The compressed data.'),
    bytesBefore: z.int().describe('Size of the data in bytes.'),
    bytesAfter: z.int().describe('Size of the result in bytes.'),
    ratio: z.number().describe('`bytesAfter` divided by `bytesBefore`; 1 for no data.'),
    compared: z
      .array(
        z.object({
          algo: z.enum(ALGORITHMS).describe('The algorithm.'),
          bytes: z.int().describe('Size in bytes.'),
          ratio: z.number().describe('Size after by size before.'),
        }),
      )
      .describe('Result of each algorithm, smallest first; level 9 at most.'),
  }),
  examples: [
    {
      input: { text: 'aaaaaaaaaaaaaaaa', algo: 'gzip' },
      output: {
        base64: 'H4sIAAAAAAAAA0tMRAUA1WjWzxAAAAA=',
        bytesBefore: 16,
        bytesAfter: 23,
        ratio: 1.4375,
        compared: [
          { algo: 'deflate', bytes: 5, ratio: 0.3125 },
          { algo: 'brotli', bytes: 10, ratio: 0.625 },
          { algo: 'zlib', bytes: 11, ratio: 0.6875 },
          { algo: 'gzip', bytes: 23, ratio: 1.4375 },
        ],
      },
    },
    {
      input: { base64: 'aGVsbG8=', algo: 'zlib', level: 9 },
      output: {
        base64: 'eNrLSM3JyQcABiwCFQ==',
        bytesBefore: 5,
        bytesAfter: 13,
        ratio: 2.6,
        compared: [
          { algo: 'deflate', bytes: 7, ratio: 1.4 },
          { algo: 'brotli', bytes: 9, ratio: 1.8 },
          { algo: 'zlib', bytes: 13, ratio: 2.6 },
          { algo: 'gzip', bytes: 25, ratio: 5 },
        ],
      },
    },
  ],

  async run({ text, base64, algo, level }) {
    if ((text === undefined) === (base64 === undefined)) {
      throw badInput('text: give either text or base64, and not both')
    }
    const bytes =
      base64 === undefined ? bytesOf(text ?? '') : bytesOfBase64('base64', base64, 2 * MB)
    const ratio = (after: number) => (bytes.length > 0 ? rounded(after / bytes.length) : 1)
    const packed = await COMPRESSORS[algo](bytes, level)
    const sizes = await Promise.all(
      ALGORITHMS.map(async (other) => {
        const { length } =
          other === algo ? packed : await COMPRESSORS[other](bytes, Math.min(level, 9))
        return { algo: other, bytes: length, ratio: ratio(length) }
      }),
    )
    return {
      base64: packed.toString('base64'),
      bytesBefore: bytes.length,
      bytesAfter: packed.length,
      ratio: ratio(packed.length),
      compared: sizes.toSorted((a, b) => a.bytes - b.bytes),
    }
  },
})

type Compressor = (bytes: Buffer, level: number) => Promise<Buffer>

const LEVEL_MAX = 9
const zlibLevel = (level: number) => ({ level: Math.min(level, LEVEL_MAX) })
const asyncGzip = promisify(gzip)
const asyncZlib = promisify(deflate)
const asyncDeflate = promisify(deflateRaw)
const asyncBrotli = promisify(brotliCompress)

const COMPRESSORS: Readonly<Record<Algorithm, Compressor>> = {
  gzip: async (bytes, level) => markedUnix(await asyncGzip(bytes, zlibLevel(level))),
  zlib: (bytes, level) => asyncZlib(bytes, zlibLevel(level)),
  deflate: (bytes, level) => asyncDeflate(bytes, zlibLevel(level)),
  brotli: (bytes, level) =>
    asyncBrotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: level,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
}

const GZIP_SYSTEM_AT = 9
const UNIX = 3

/**
 * A gzip header names its operating system; a fixed value makes the same data give the same bytes
 * everywhere.
 */
function markedUnix(packed: Buffer): Buffer {
  packed[GZIP_SYSTEM_AT] = UNIX
  return packed
}

const rounded = (ratio: number): number => Math.round(ratio * 10_000) / 10_000
