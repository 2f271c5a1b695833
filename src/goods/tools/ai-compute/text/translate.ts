import { z } from 'zod'
import { usd } from '../../../../base/core/money.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { model } from '../../../../capabilities/llm/ask.ts'

const PRICE = '$0.008'

const Translated = z.object({
  text: z.string().describe('The translation, and nothing else.'),
  from: z.string().describe('Language of the original, as a BCP 47 tag.'),
})

export default defineTool({
  route: 'POST /api/translate',
  name: 'Translate text',
  description:
    'Translate text into another language, such as French, with formality and a glossary.',
  asks: [
    'translate this text to German',
    'formal translation with fixed glossary terms',
    'say this in French',
    'what does this German sentence mean in English',
    'put my letter into polite Japanese',
    'localise my texts',
  ],
  price: PRICE,
  uses: { model },
  input: z.object({
    text: z.string().min(1).max(50_000).describe('Text to translate.'),
    to: z.string().trim().min(2).max(60).describe('Target language, by name or BCP 47 tag.'),
    from: z
      .string()
      .trim()
      .min(2)
      .max(60)
      .default('auto')
      .describe('Source language; `auto` detects it.'),
    formality: z
      .enum(['default', 'formal', 'informal'])
      .default('default')
      .describe('Form of address to the reader; default: as in the text.'),
    glossary: z
      .record(z.string().max(200), z.string().max(200))
      .refine((terms) => Object.keys(terms).length <= 200, { error: 'must have at most 200 terms' })
      .optional()
      .describe('Terms of the original, each with its translation.'),
  }),
  output: z.object({ text: z.string(), from: z.string(), to: z.string(), model: z.string() }),
  examples: [{ input: { text: 'Good morning', to: 'German' } }],
  async run({ text, to, from, formality, glossary }, { model: { json } }) {
    const rules = [
      'Translate the data into the language that `to` names. Keep its layout, markup and numbers.',
      `Options: ${JSON.stringify({ to, from, formality, glossary })}`,
    ]
    const { value, model: by } = await json({
      tier: 'base',
      price: usd(PRICE),
      instructions: rules.join('\n'),
      data: text,
      answer: Translated,
      maxTokens: Math.min(16_000, 200 + text.length),
    })
    return { ...value, to, model: by }
  },
})
