import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB, text } from '../../../../base/lib/fields.ts'
import { charactersIn } from '../../../../engines/language/segments.ts'
import { countOf, encoded, type EncodingName } from '../../../../base/lib/tokens.ts'

/** For models of OpenAI, the encoding is public. */
const ENCODINGS: readonly (readonly [model: RegExp, encoding: EncodingName])[] = [
  [/^(?:openai\/)?(?:gpt-4o|gpt-4\.1|gpt-4\.5|gpt-5|chatgpt|o[1-9]|gpt-oss)/i, 'o200k_base'],
  [/^(?:openai\/)?(?:gpt-4|gpt-3\.5|text-embedding-(?:3|ada))/i, 'cl100k_base'],
  [/^o200k_base$/, 'o200k_base'],
  [/^cl100k_base$/, 'cl100k_base'],
]

export default defineTool({
  route: 'POST /api/token-count',
  name: 'Token count',
  description:
    'Counts the tokens a text takes for a language model; exact for OpenAI encodings, estimated for others.',
  asks: [
    'count the tokens of a text for gpt-4o',
    'how many tokens does a text take with the openai encoding',
    'how many tokens is my prompt',
    'will it fit into the model',
    'cost of a prompt',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    text: text(2 * MB).describe('The text, up to 2 MB.'),
    model: z
      .string()
      .min(1)
      .max(200)
      .default('gpt-4o')
      .describe('A model or encoding, such as gpt-4o, gpt-4, o200k_base or claude-sonnet.'),
  }),
  output: z.object({
    tokens: z.int(),
    chars: z.int().describe('Number of characters as readers count them.'),
    encoding: z.string().describe('Encoding that was used.'),
    exact: z.boolean().describe('False for other vendors, and for runs of thousands of letters.'),
    charsPerToken: z.number().nullable().describe('Null for an empty text.'),
  }),
  examples: [
    {
      input: { text: 'Hello world' },
      output: { tokens: 2, chars: 11, encoding: 'o200k_base', exact: true, charsPerToken: 5.5 },
    },
    {
      input: { text: 'Hello world', model: 'claude-sonnet-4' },
      output: { tokens: 2, chars: 11, encoding: 'o200k_base', exact: false, charsPerToken: 5.5 },
    },
  ],

  async run({ text, model }) {
    const [, known] = ENCODINGS.find(([pattern]) => pattern.test(model)) ?? []
    const encoding = known ?? 'o200k_base'
    const found = await encoded(text, encoding)
    const tokens = countOf(found)
    const chars = charactersIn(text)
    return {
      tokens,
      chars,
      encoding,
      exact: known !== undefined && found.exact,
      charsPerToken: tokens === 0 ? null : chars / tokens,
    }
  },
})
