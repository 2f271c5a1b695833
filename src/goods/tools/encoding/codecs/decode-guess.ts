import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, text } from '../../../../base/lib/fields.ts'
import { bytesOf, clipped, hexOf, isText } from '../../../../base/lib/bytes.ts'
import { placeBySize } from '../../../../engines/language/placement.ts'
import { peel } from './_layers.ts'

export default defineTool({
  route: 'POST /api/decode-guess',
  name: 'Decode guess',
  description: 'Recognise and peel layered encodings: base64, hex, URL, gzip, JWT and more.',
  asks: [
    'I have a weird encoded blob, find out what it is',
    'unwrap a string that was encoded several times',
    'what kind of encoded string is this',
    'unreadable gibberish, find out what it is',
    'decode something I do not know',
  ],
  price: '$0.001',
  uses: {},
  place: ({ text }) => placeBySize(text.length),
  input: z.object({
    text: text(500 * KB).describe('The encoded text, up to 500 KB.'),
    maxDepth: z
      .int()
      .min(1)
      .max(10)
      .default(5)
      .describe('How many layers to take off at most, 1 to 10.'),
  }),
  output: z.object({
    layers: z
      .array(
        z.object({
          encoding: z.string().describe('Name of the encoding.'),
          confidence: z.number().describe('0 to 1.'),
          preview: z.string().describe('The beginning of the decoded content; binary as hex.'),
        }),
      )
      .describe(
        'From the outside in: jwt, data-uri, pem, json-string, binary, hex, url, base64, ' +
          'base64url, html-entities, unicode-escape, base32, quoted-printable, base58, gzip, ' +
          'zlib, utf-16. A layer that expands beyond 1 MB is named but not opened.',
      ),
    text: z.string().describe('Content under all layers; as hex if it is binary.'),
    final: z.string().describe('Kind of that content: `text`, `json` or `binary`.'),
    json: z.unknown().optional().describe('Its value, if it is a JSON object or array.'),
  }),
  examples: [
    {
      input: { text: 'aGVsbG8gd29ybGQ=' },
      output: {
        layers: [{ encoding: 'base64', confidence: 0.94, preview: 'hello world' }],
        text: 'hello world',
        final: 'text',
      },
    },
    {
      input: { text: 'eyJvayI6dHJ1ZX0%3D' },
      output: {
        layers: [
          { encoding: 'url', confidence: 0.95, preview: 'eyJvayI6dHJ1ZX0=' },
          { encoding: 'base64', confidence: 0.94, preview: '{"ok":true}' },
        ],
        text: '{"ok":true}',
        final: 'json',
        json: { ok: true },
      },
    },
  ],

  async run({ text, maxDepth }) {
    let bytes = bytesOf(text)
    const layers: { encoding: string; confidence: number; preview: string }[] = []
    while (layers.length < maxDepth && jsonIn(bytes) === undefined) {
      const layer = await peel(bytes)
      if (!layer) break
      const { encoding, confidence, bytes: plain } = layer
      layers.push({ encoding, confidence, preview: plain ? previewOf(plain) : UNOPENED })
      if (!plain) break
      bytes = plain
    }
    const isPlain = isText(bytes)
    const json = jsonIn(bytes)
    return {
      layers,
      text: isPlain ? bytes.toString('utf8') : hexOf(bytes),
      final: json ? 'json' : isPlain ? 'text' : 'binary',
      ...(json ? { json } : {}),
    }
  },
})

const UNOPENED = '(expands beyond 1 MB, not opened)'
const PREVIEW_LENGTH = 80

function previewOf(bytes: Buffer): string {
  if (!isText(bytes)) return clipped(hexOf(bytes.subarray(0, PREVIEW_LENGTH)), PREVIEW_LENGTH)
  return clipped(bytes.toString('utf8', 0, 4 * PREVIEW_LENGTH), PREVIEW_LENGTH)
}

const NESTING_MAX = 100

/** A JSON object or array, unless it is nested too deep to be written out again. */
function jsonIn(bytes: Buffer): object | undefined {
  if (!isText(bytes)) return undefined
  const text = bytes.toString('utf8').trim()
  if (!text.startsWith('{') && !text.startsWith('[')) return undefined
  try {
    const value: object = JSON.parse(text)
    return isShallow(value, NESTING_MAX) ? value : undefined
  } catch {
    return undefined
  }
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((member) => isShallow(member, levels - 1))
}
