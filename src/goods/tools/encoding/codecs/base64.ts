import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB, text } from '../../../../base/lib/fields.ts'
import { bytesOf, bytesOfBase64, hexOf, isText, utf8Of } from '../../../../base/lib/bytes.ts'
import { placeBySize } from '../../../../engines/language/placement.ts'
import { codedText, INPUT_ENCODING, mode, plainBytes, plainHex } from './_codec-fields.ts'

export default defineTool({
  route: 'POST /api/base64',
  name: 'Base64',
  description: 'Base64 or base64url encode and decode, binary-safe.',
  asks: [
    'base64 encode some text',
    'base64 back to plain text',
    'embed a picture in HTML as text',
    'what does this string ending in == say',
    'data URI',
    'turn bytes into text for a mail',
  ],
  price: '$0.001',
  uses: {},
  place: ({ text }) => placeBySize(text.length),
  input: z.object({
    text: text(2 * MB).describe('The text to encode, or the Base64 to decode, up to 2 MB.'),
    mode: mode(),
    variant: z
      .enum(['standard', 'url'])
      .default('standard')
      .describe('Alphabet to encode with; `url` is unpadded. Decoding reads both.'),
    inputEncoding: z.enum(['utf8', 'hex', 'latin1']).default('utf8').describe(INPUT_ENCODING),
  }),
  output: z.object({
    text: codedText('Base64'),
    hex: plainHex(),
    bytes: plainBytes(),
    isText: z.boolean().describe('Whether the bytes are UTF-8 without control characters.'),
  }),
  examples: [
    {
      input: { text: 'hello', mode: 'encode' },
      output: { text: 'aGVsbG8=', hex: '68656c6c6f', bytes: 5, isText: true },
    },
    {
      input: { text: 'fbff', variant: 'url', inputEncoding: 'hex' },
      output: { text: '-_8', hex: 'fbff', bytes: 2, isText: false },
    },
    {
      input: { text: 'aGVsbG8', mode: 'decode' },
      output: { text: 'hello', hex: '68656c6c6f', bytes: 5, isText: true },
    },
  ],

  run({ text, mode, variant, inputEncoding }) {
    const bytes = mode === 'encode' ? bytesOf(text, inputEncoding) : bytesOfBase64('text', text)
    const result =
      mode === 'encode' ? bytes.toString(variant === 'url' ? 'base64url' : 'base64') : utf8Of(bytes)
    return { text: result, hex: hexOf(bytes), bytes: bytes.length, isText: isText(bytes) }
  },
})
