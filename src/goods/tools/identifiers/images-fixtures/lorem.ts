import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { drawBy, type Draw } from '../../../../engines/numbers/seeded.ts'
import { seedField } from '../ids/_fields.ts'

const COUNT_MAX = 200
const WORDS_OF_SENTENCE = { min: 5, max: 14 }
const SENTENCES_OF_PARAGRAPH = { min: 3, max: 7 }

/** Words of Cicero's text, cut as printers cut it. */
const WORDS = (
  'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut ' +
  'labore et dolore magna aliqua enim ad minim veniam quis nostrud exercitation ullamco laboris ' +
  'nisi aliquip ex ea commodo consequat duis aute irure in reprehenderit voluptate velit esse ' +
  'cillum eu fugiat nulla pariatur excepteur sint occaecat cupidatat non proident sunt culpa qui ' +
  'officia deserunt mollit anim id est laborum at vero eos accusamus iusto odio dignissimos ' +
  'ducimus blanditiis praesentium voluptatum deleniti atque corrupti quos dolores quas molestias'
).split(' ')

export default defineTool({
  route: 'GET /api/lorem',
  name: 'Lorem ipsum',
  description:
    'Filler text of an exact number of words, sentences or paragraphs, repeatable by seed.',
  asks: [
    'lorem ipsum filler text',
    'three paragraphs of dummy filler text',
    'dummy text for a design',
    'filler paragraphs',
    'lorem ipsum',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    unit: z
      .enum(['paragraphs', 'sentences', 'words'])
      .default('paragraphs')
      .describe('Unit to count.'),
    count: z.int().min(1).max(COUNT_MAX).default(3).describe('Number of units, 1 to 200.'),
    seed: seedField(),
    asHtml: z.boolean().default(false).describe('Whether to put each paragraph in <p>.'),
  }),
  output: z.object({
    text: z.string().describe('The text; an empty line separates paragraphs.'),
    words: z.int().describe('Number of words in the text.'),
  }),
  examples: [
    { input: { unit: 'sentences', count: 2 } },
    {
      input: { unit: 'words', count: 5, seed: 's' },
      output: { text: 'Incididunt praesentium aute dignissimos tempor.', words: 5 },
    },
  ],

  run({ unit, count, seed, asHtml }) {
    const draw = drawBy(seed)
    const paragraphs = {
      words: () => [`${capital(wordsOf(count, draw))}.`],
      sentences: () => [sentences(count, draw)],
      paragraphs: () =>
        Array.from({ length: count }, () => sentences(between(SENTENCES_OF_PARAGRAPH, draw), draw)),
    }[unit]()
    const words = paragraphs.reduce((sum, one) => sum + one.split(' ').length, 0)
    const text = asHtml
      ? paragraphs.map((one) => `<p>${one}</p>`).join('\n')
      : paragraphs.join('\n\n')
    return { text, words }
  },
})

const between = ({ min, max }: typeof WORDS_OF_SENTENCE, draw: Draw): number =>
  min + draw.below(max - min + 1)

const wordsOf = (count: number, draw: Draw): string =>
  Array.from({ length: count }, () => WORDS[draw.below(WORDS.length)]).join(' ')

const sentences = (count: number, draw: Draw): string =>
  Array.from(
    { length: count },
    () => `${capital(wordsOf(between(WORDS_OF_SENTENCE, draw), draw))}.`,
  ).join(' ')

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
