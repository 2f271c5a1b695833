import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB, text } from '../../../../base/lib/fields.ts'
import { placeBySize } from '../../../../engines/language/placement.ts'
import {
  locatedCharacters,
  paragraphsOf,
  sentencesOf,
  wordsOf,
  type Segment,
} from '../../../../engines/language/segments.ts'

const Unit = z.enum(['sentence', 'word', 'grapheme', 'paragraph'])
const PARTS_MAX = 60_000

export default defineTool({
  route: 'POST /api/sentence-split',
  name: 'Sentence split',
  description: 'Splits text into sentences, words, graphemes or paragraphs, each with its offsets.',
  asks: [
    'break a paragraph into sentences',
    'split a japanese text into its words',
    'cut a text into sentences',
  ],
  price: '$0.001',
  uses: {},
  place: ({ text }) => placeBySize(8 * text.length),
  input: z.object({
    text: text(MB).describe('The text, up to 1 MB.'),
    language: z
      .string()
      .max(35)
      .default('en')
      .describe('BCP 47 tag, such as de or pt-BR; abbreviations of en, de, fr, es, it, pt, nl.'),
    unit: Unit.default('sentence').describe(
      'Unit to split into; words come without the text between them.',
    ),
  }),
  output: z.object({
    parts: z
      .array(
        z.object({
          text: z.string(),
          start: z.int().describe('Start in UTF-16 code units, from 0.'),
          end: z.int().describe('End: the first code unit after it.'),
        }),
      )
      .describe(`The first ${PARTS_MAX}.`),
    count: z.int().describe('Number of all parts.'),
    truncated: z.boolean(),
  }),
  examples: [
    {
      input: { text: 'Dr. Smith came. He left.' },
      output: {
        parts: [
          { text: 'Dr. Smith came.', start: 0, end: 15 },
          { text: 'He left.', start: 16, end: 24 },
        ],
        count: 2,
        truncated: false,
      },
    },
  ],

  run({ text, language, unit }) {
    if (!isLanguage(language)) throw badInput('language: must be a BCP 47 tag, such as en or pt-BR')
    const parts = partsOf(text, language, unit)
    return {
      parts: parts.slice(0, PARTS_MAX),
      count: parts.length,
      truncated: parts.length > PARTS_MAX,
    }
  },
})

function partsOf(text: string, language: string, unit: z.output<typeof Unit>): readonly Segment[] {
  switch (unit) {
    case 'sentence':
      return sentencesOf(text, language)
    case 'word':
      return wordsOf(text, language)
    case 'grapheme':
      return locatedCharacters(text)
    case 'paragraph':
      return paragraphsOf(text)
  }
}

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}
