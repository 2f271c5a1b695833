import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, text } from '../../../../base/lib/fields.ts'
import { excerpt } from '../../../../base/lib/bytes.ts'
import { placeBySize } from '../../../../engines/language/placement.ts'

export default defineTool({
  route: 'POST /api/url-code',
  name: 'URL code',
  description: 'Percent-encode or decode a URL part.',
  asks: [
    'url encode a string',
    'decode %20 and other percent signs in a link',
    'what do %20 and %3A mean',
    'make a text safe for a link',
    'escape spaces in a URL',
  ],
  price: '$0.001',
  uses: {},
  place: ({ text }) => placeBySize(text.length),
  input: z.object({
    text: text(500 * KB).describe('The text to encode or decode, up to 500 KB.'),
    mode: z.enum(['encode', 'decode']).default('encode').describe('Direction.'),
    scope: z
      .enum(['component', 'uri', 'form'])
      .default('component')
      .describe(
        '`component` escapes all but unreserved characters (RFC 3986); `uri` keeps the ' +
          'delimiters of a whole URL; `form` writes a space as `+`.',
      ),
  }),
  output: z.object({
    text: z.string().describe('The text, encoded or decoded.'),
    changed: z.boolean().describe('Whether the text differs from what was sent.'),
  }),
  examples: [
    { input: { text: 'a b&c' }, output: { text: 'a%20b%26c', changed: true } },
    {
      input: { text: 'https://example.com/ü?q=a b', scope: 'uri' },
      output: { text: 'https://example.com/%C3%BC?q=a%20b', changed: true },
    },
    {
      input: { text: 'caf%C3%A9+noir', mode: 'decode', scope: 'form' },
      output: { text: 'café noir', changed: true },
    },
  ],

  run({ text, mode, scope }) {
    const result = mode === 'encode' ? ENCODERS[scope](text) : decode(text, scope)
    return { text: result, changed: result !== text }
  },
})

type Scope = 'component' | 'uri' | 'form'

const ENCODERS: Readonly<Record<Scope, (text: string) => string>> = {
  component: (text) => encodeURIComponent(text).replaceAll(/[!'()*]/g, escaped),
  uri: (text) => encodeURI(text).replaceAll('%5B', '[').replaceAll('%5D', ']'),
  form: (text) => new URLSearchParams([['', text]]).toString().slice(1),
}

const escaped = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase()}`

function decode(text: string, scope: Scope): string {
  const at = text.search(/%(?![0-9a-f]{2})/i)
  if (at >= 0) {
    throw badInput(
      `text: must have two hex digits after each %, but holds ${excerpt(text.slice(at, at + 3))}` +
        ` at position ${at}`,
    )
  }
  try {
    if (scope === 'uri') return decodeURI(text)
    return decodeURIComponent(scope === 'form' ? text.replaceAll('+', ' ') : text)
  } catch {
    throw badInput('text: must hold percent-escapes that are UTF-8')
  }
}
