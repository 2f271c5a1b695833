import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, text } from '../../../../base/lib/fields.ts'
import { sentencesOf } from '../../../../engines/language/segments.ts'

const SENTENCES_MAX = 2_000
const Label = z.enum(['negative', 'neutral', 'positive'])

export default defineTool({
  route: 'POST /api/sentiment',
  name: 'Sentiment',
  description:
    'Scores the sentiment of English text by VADER: negative, neutral or positive, for the whole and for each sentence.',
  asks: [
    'is this customer review positive or negative',
    'score the mood of a tweet',
    'is the review angry or happy',
    'do customers like us',
    'tone of a message',
    'mood',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    text: text(200 * KB).describe('English text, up to 200 KB; words of other languages count 0.'),
  }),
  output: z.object({
    label: Label.describe('positive from compound 0.05 on, negative from -0.05 on.'),
    compound: z.number().describe('Compound score, -1 to 1; long texts tend to the extremes.'),
    positive: z.number().describe('Share of the text, 0 to 1.'),
    negative: z.number(),
    neutral: z
      .number()
      .describe('Share of the text; 1 for a text without a word that has a sentiment.'),
    sentences: z
      .array(z.object({ text: z.string(), start: z.int(), label: Label, compound: z.number() }))
      .describe(`The first ${SENTENCES_MAX}; start in UTF-16 code units.`),
  }),
  examples: [
    {
      input: { text: 'The service was great but slow.' },
      output: {
        label: 'positive',
        compound: 0.3716,
        positive: 0.338,
        negative: 0,
        neutral: 0.662,
        sentences: [
          {
            text: 'The service was great but slow.',
            start: 0,
            label: 'positive',
            compound: 0.3716,
          },
        ],
      },
    },
    {
      input: { text: 'I love it! The box came late, though :(' },
      output: {
        label: 'positive',
        compound: 0.3802,
        positive: 0.335,
        negative: 0.217,
        neutral: 0.448,
        sentences: [
          { text: 'I love it!', start: 0, label: 'positive', compound: 0.6696 },
          { text: 'The box came late, though :(', start: 11, label: 'negative', compound: -0.4404 },
        ],
      },
    },
  ],

  async run({ text }) {
    // @ts-expect-error The package brings no types.
    const { SentimentIntensityAnalyzer: vader } = (await import('vader-sentiment')) as Library
    const scored = (part: string) => {
      const { pos, neg, neu, compound } = vader.polarity_scores(part.replaceAll(INHERITED, '_'))
      const isEmpty = pos + neg + neu === 0
      return { label: labelOf(compound), compound, pos, neg, neu: isEmpty ? 1 : neu }
    }
    const { label, compound, pos, neg, neu } = scored(text)
    const sentences = sentencesOf(text)
      .slice(0, SENTENCES_MAX)
      .map((sentence) => {
        const own = scored(sentence.text)
        const { text: written, start } = sentence
        return { text: written, start, label: own.label, compound: own.compound }
      })
    return { label, compound, positive: pos, negative: neg, neutral: neu, sentences }
  },
})

interface Library {
  readonly SentimentIntensityAnalyzer: {
    polarity_scores(text: string): Readonly<Record<'pos' | 'neg' | 'neu' | 'compound', number>>
  }
}

/** Names of JavaScript members, which the library would take as known words. */
const INHERITED =
  /\b(?:constructor|toString|toLocaleString|valueOf|hasOwnProperty|isPrototypeOf|propertyIsEnumerable|__\w{1,20}__)\b/gi

const EDGE = 0.05

function labelOf(compound: number): z.output<typeof Label> {
  if (compound >= EDGE) return 'positive'
  return compound <= -EDGE ? 'negative' : 'neutral'
}
