import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB, text } from '../../../../base/lib/fields.ts'
import { placeBySize } from '../../../../engines/language/placement.ts'
import {
  charactersIn,
  linesOf,
  paragraphsOf,
  sentencesOf,
  wordsOf,
} from '../../../../engines/language/segments.ts'

const READ_WORDS_A_MINUTE = 238
const SPOKEN_WORDS_A_MINUTE = 150

export default defineTool({
  route: 'POST /api/text-stats',
  name: 'Text statistics',
  description:
    'Counts characters, words, sentences, paragraphs and lines, with reading and speaking time, in any language.',
  asks: [
    'count the words of an essay and its reading time',
    'speaking time in minutes, by number of words',
    'how long is my essay',
    'number of words and characters',
    'reading time',
    'is my post too long',
  ],
  price: '$0.001',
  uses: {},
  place: ({ text }) => placeBySize(8 * text.length),
  input: z.object({ text: text(2 * MB).describe('The text, up to 2 MB.') }),
  output: z.object({
    chars: z.int().describe('Number of characters as readers count them.'),
    charsNoSpaces: z.int(),
    words: z.int().describe('Number of words by Unicode segmentation, also in Chinese or Thai.'),
    sentences: z.int(),
    paragraphs: z.int().describe('Number of blocks that are separated by blank lines.'),
    lines: z.int(),
    bytes: z.int().describe('Size in UTF-8.'),
    uniqueWords: z.int().describe('Number of different words, ignoring case.'),
    avgWordLength: z
      .number()
      .nullable()
      .describe('Average length in characters; null without a word.'),
    readingMin: z
      .number()
      .describe(`Reading time in minutes, at ${READ_WORDS_A_MINUTE} words per minute.`),
    speakingMin: z
      .number()
      .describe(`Speaking time in minutes, at ${SPOKEN_WORDS_A_MINUTE} words per minute.`),
  }),
  examples: [
    {
      input: { text: 'Hello world. How are you?' },
      output: {
        chars: 25,
        charsNoSpaces: 21,
        words: 5,
        sentences: 2,
        paragraphs: 1,
        lines: 1,
        bytes: 25,
        uniqueWords: 5,
        avgWordLength: 3.8,
        readingMin: 5 / 238,
        speakingMin: 5 / 150,
      },
    },
  ],

  run({ text }) {
    const words = wordsOf(text).map(({ text: word }) => word)
    const letters = words.reduce((sum, word) => sum + charactersIn(word), 0)
    return {
      chars: charactersIn(text),
      charsNoSpaces: charactersIn(text.replaceAll(/\s+/g, '')),
      words: words.length,
      sentences: sentencesOf(text).length,
      paragraphs: paragraphsOf(text).length,
      lines: linesOf(text).length,
      bytes: Buffer.byteLength(text),
      uniqueWords: new Set(words.map((word) => word.toLowerCase())).size,
      avgWordLength: words.length === 0 ? null : letters / words.length,
      readingMin: words.length / READ_WORDS_A_MINUTE,
      speakingMin: words.length / SPOKEN_WORDS_A_MINUTE,
    }
  },
})
